import { Form, Link } from "@remix-run/react";
import type { ZipPlan } from "~/domain/service-area/areas.server";
import { Checkbox, Field, SubmitButton, TextareaField, type Answers, type Values } from "../form";

/** Name, fee, smallest order, on or off. Staff read the same form. */
export function AreaForm({
  values,
  seen,
  mayChange,
  problem,
}: { values: Values; seen: string; mayChange: boolean } & Pick<Answers, "problem">) {
  const answers = { values, problem: problem?.values["intent"] === "save" ? problem : null };
  return (
    <Form method="post" noValidate>
      <input type="hidden" name="seen" value={seen} />
      <fieldset className="m-0" disabled={!mayChange}>
        <AreaFields {...answers} />
        {mayChange && (
          <>
            <p className="hint">It counts at once for whatever is not signed yet.</p>
            <SubmitButton intent="save" className="button">
              Save
            </SubmitButton>
          </>
        )}
      </fieldset>
      {!mayChange && <p className="hint">Admins can change this.</p>}
    </Form>
  );
}

function AreaFields(answers: Answers) {
  return (
    <>
      <Field name="areaName" label="Name" required maxLength={60} {...answers} />
      <Field
        name="deliveryFee"
        label="Delivery fee, in dollars"
        hint="0: the fee of the price settings."
        inputMode="decimal"
        {...answers}
      />
      <Field
        name="minimumOrder"
        label="Smallest order before tax, in dollars"
        hint="0: none. Below it the booking says so and offers a call-back."
        inputMode="decimal"
        {...answers}
      />
      <Checkbox name="isActive" label="We deliver here" {...answers} />
    </>
  );
}

/** A new area; folded, as there is rarely one. */
export function NewAreaForm({ problem }: Pick<Answers, "problem">) {
  return (
    <details className="panel" open={problem ? true : undefined}>
      <summary>A new area</summary>
      <p className="hint">
        For places with a fee or a smallest order of their own. It begins without ZIP codes: add them on its page. A ZIP
        code that is in two areas counts for the newer one that is on.
      </p>
      <Form method="post" noValidate className="stack">
        <AreaFields values={{ deliveryFee: "0", minimumOrder: "0", isActive: "on" }} problem={problem} />
        <SubmitButton intent="make" className="button">
          Make the area
        </SubmitButton>
      </Form>
    </details>
  );
}

/** Letters. The list stands in the address of its preview, which no server takes longer than 16 KB, each line's end as six letters. */
const ONE_LOOK = 7_200;

/** A pasted list, looked at before anything is done; `typed` is the one that was, to put it right. */
export function ZipForm({ typed = "" }: { typed?: string | undefined }) {
  return (
    <Form method="get" key={typed}>
      <TextareaField
        name="zips"
        values={{ zips: typed }}
        label="ZIP codes to add or to remove"
        hint="A pasted list, or lines of a table that begin with the ZIP: up to 1,200 at a time."
        maxLength={ONE_LOOK}
        rows={4}
      />
      <p className="actions">
        <button className="button secondary" name="how" value="add">
          See what adding does
        </button>
        <button className="button secondary" name="how" value="remove">
          See what removing does
        </button>
      </p>
    </Form>
  );
}

/** What would be done, in numbers and names, with the button that does it. */
export function ZipPreview({
  how,
  typed,
  plan,
  seen,
  back,
}: {
  how: "add" | "remove";
  typed: string;
  plan: ZipPlan;
  seen: string;
  back: string;
}) {
  const rows: [label: string, zips: string[]][] = [
    [how === "add" ? "Would be added" : "Would be removed", plan.changes],
    [how === "add" ? "Here already" : "Not here anyway", plan.asIs],
    [
      "Also in another area; the newest area that is on counts",
      plan.elsewhere.map(({ zip, area }) => `${zip} (${area})`),
    ],
    ["Outside Orange, Osceola and Seminole: left out", plan.unknown],
    ["No ZIP code", plan.unread],
  ];
  return (
    <div className="stack">
      <dl className="facts">
        {rows
          .filter(([, zips], i) => i === 0 || zips.length > 0)
          .map(([label, zips]) => (
            <div key={label}>
              <dt>
                {label}: {zips.length}
              </dt>
              <dd>{zips.join(", ") || "none"}</dd>
            </div>
          ))}
      </dl>
      <Form method="post" className="actions">
        <input type="hidden" name="seen" value={seen} />
        <input type="hidden" name="zips" value={typed} />
        {plan.changes.length > 0 && (
          <SubmitButton intent={how} className="button">
            {how === "add" ? "Add" : "Remove"}{" "}
            {plan.changes.length === 1 ? "1 ZIP code" : `${plan.changes.length} ZIP codes`}
          </SubmitButton>
        )}
        <Link className="button secondary" to={back}>
          Do nothing
        </Link>
      </Form>
    </div>
  );
}
