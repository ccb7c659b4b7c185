import { Form } from "@remix-run/react";
import { BY_HAND } from "~/domain/charges/kinds";
import type { readForByHand } from "~/domain/records/billing.server";
import { CHARGE_KIND } from "~/domain/states/labels";
import type { Problem } from "~/http/answers/forms.server";
import { Field, SelectField, SubmitButton, TextareaField } from "../form";
import { PhotoChoice } from "./BillingActions";
import { Panel } from "./bits";

/** A charge that no driver's fact makes: what, how much, and what proves it. */
export function AddChargeForm({
  view,
  problem,
}: {
  view: ReturnType<typeof readForByHand>;
  problem?: Problem | undefined;
}) {
  return (
    <Panel title="What is to be charged" id="add">
      <Form method="post" className="stack">
        <SelectField
          name="chargeKind"
          label="For"
          options={BY_HAND.map((kind) => ({ value: kind, label: CHARGE_KIND[kind] }))}
          problem={problem}
        />
        <SelectField
          name="unit"
          label="Dumpster"
          options={[
            { value: "", label: "The booking as a whole" },
            ...view.units.map(({ id, number, size }) => ({ value: id, label: `Dumpster ${number}, ${size} yards` })),
          ]}
          problem={problem}
        />
        <Field name="amount" label="Amount, before tax" inputMode="decimal" autoComplete="off" problem={problem} />
        <Field
          name="words"
          label="What it is for, as the customer reads it"
          maxLength={120}
          autoComplete="off"
          problem={problem}
        />
        <TextareaField
          name="note"
          label="The proof in words"
          hint={view.permit ? `The permit is number ${view.permit}.` : "A receipt’s number, who saw it, when."}
          rows={3}
          maxLength={500}
          problem={problem}
        />
        <PhotoChoice photos={view.photos} problem={problem} />
        <p className="hint">
          The customer is told with all of this, and has time to question it. Without its proof it waits.
        </p>
        <SubmitButton intent="add">Add the charge</SubmitButton>
      </Form>
    </Panel>
  );
}
