import { Form } from "@remix-run/react";
import type { EditableField, EditTexts } from "~/domain/booking/office/edit";
import { PLACEMENT_LABEL, PLACEMENTS } from "~/domain/schedule/placement";
import type { Problem } from "~/http/answers/forms.server";
import { Checkbox, Field, SelectField, SubmitButton, TextareaField } from "~/ui/form";
import { AsTyped } from "./AsTyped";
import { TwoWriters } from "~/ui/form/TwoWriters";
import { GateCode } from "../form/GateCode";
import { Panel } from "./bits";
import { CallLink } from "./CallLink";

export interface EditView {
  values: EditTexts;
  /** Which of them can be edited. */
  fields: readonly EditableField[];
  /** What the form was made of. */
  seen: string;
  limits: { email: number; gateCode: number };
}

/** What the office puts right of a booking. Whoever saves after somebody else sees both values and decides. */
export function EditBookingForm({
  view,
  number,
  problem,
}: {
  view: EditView;
  /** The booking's. */
  number: string;
  problem: Problem | null;
}) {
  const { values, fields, seen, limits } = view;
  const answers = { problem, values };
  const can = (field: EditableField) => fields.includes(field);
  return (
    <Form method="post" noValidate>
      <TwoWriters seen={seen} problem={problem} />
      <div className="record">
        <Panel title="Who is reached" id="reach">
          <Field {...answers} name="firstName" label="First name" autoComplete="off" />
          <Field {...answers} name="lastName" label="Last name" autoComplete="off" />
          <Field {...answers} name="phone" type="tel" label="Phone" autoComplete="off" />
          {values.phone && (
            <p className="hint">
              Call <CallLink text={values.phone} booking={number} />
            </p>
          )}
          <Field
            {...answers}
            name="email"
            type="email"
            label="Email"
            maxLength={limits.email}
            autoComplete="off"
            hint="Another address or number ends the links that the former one has. Then send the papers again."
          />
          <AsTyped of="email" label="Save this address all the same" problem={problem} />
          {values.smsConsent !== "" && (
            <Checkbox
              {...answers}
              name="smsConsent"
              label="Text messages are agreed to"
              hint="Uncheck it when they do not want texts, or did not agree to them at another number."
            />
          )}
        </Panel>
        {can("placement") && (
          <Panel title="At the site" id="place">
            <SelectField
              {...answers}
              name="placement"
              label="Where will it stand?"
              options={PLACEMENTS.map((place) => ({ value: place, label: PLACEMENT_LABEL[place] }))}
              hint="On the street it needs a permit before a truck leaves. Another place ends the permit that was kept."
            />
            <Checkbox {...answers} name="associationApproval" label="An association (HOA) has to agree to it" />
            <GateCode {...answers} maxLength={limits.gateCode} />
            <TextareaField {...answers} name="specialInstructions" label="Notes for the driver" />
            <Checkbox {...answers} name="ecoFriendlyOptions" label="Recycling wanted where the material allows" />
          </Panel>
        )}
      </div>
      <SubmitButton intent="save">Save the changes</SubmitButton>
    </Form>
  );
}
