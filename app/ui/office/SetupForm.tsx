import { Form } from "@remix-run/react";
import { useEffect, useRef, useState, type SyntheticEvent } from "react";
import { formatDay } from "~/domain/kernel/days";
import { formatCents } from "~/domain/kernel/money";
import type { PlanView, SetupFieldView, SetupGroupView } from "~/domain/setup/pages.server";
import type { SetupLook } from "~/domain/setup/preview.server";
import type { Problem } from "~/http/answers/forms.server";
import { crmPaths } from "~/crm-paths";
import { Checkbox, CheckboxGroup, Field, SubmitButton, TextareaField, type Answers } from "../form";
import { plural, When } from "./bits";

const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"].map((name) => ({
  value: name,
  label: name,
}));
const MARK: Readonly<Partial<Record<SetupFieldView["unit"], string>>> = { cents: "$", percent: "%", fraction: "%" };

/** One field, by its unit: what a new setting needs besides its row in domain/setup/groups.ts is nothing. */
function SetupField({ field, ...answers }: { field: SetupFieldView } & Answers) {
  const { name, label, help: hint, unit } = field;
  const same = { name, hint, ...answers };
  const mark = MARK[unit];
  switch (unit) {
    case "onOff":
      return <Checkbox {...same} label={label} />;
    case "weekdays":
    case "weekdayNames":
      return <CheckboxGroup {...same} legend={label} choices={WEEKDAYS} cards="tight" className="days" />;
    case "text":
    case "days":
    case "photographs":
    case "reviews":
      return <TextareaField {...same} label={label} rows={unit === "days" ? 10 : 6} />;
    case "cents":
    case "percent":
    case "fraction":
    case "number":
    case "whole":
      return (
        <Field
          {...same}
          label={mark ? `${label}, ${mark}` : label}
          inputMode={unit === "whole" ? "numeric" : "decimal"}
        />
      );
    case "email":
    case "phone":
      return <Field {...same} label={label} type={unit === "email" ? "email" : "tel"} />;
    case "line":
    case "minute":
    case "time":
      return <Field {...same} label={label} />;
  }
}

/** Fields that are one thing together stand in one row. */
function inRows(fields: readonly SetupFieldView[]): { of: string | undefined; fields: SetupFieldView[] }[] {
  const rows: { of: string | undefined; fields: SetupFieldView[] }[] = [];
  for (const field of fields) {
    const last = rows.at(-1);
    if (last && field.of !== undefined && last.of === field.of) last.fields.push(field);
    else rows.push({ of: field.of, fields: [field] });
  }
  return rows;
}

/**
 * A group's values with who changes them and why. Prices may hold from a day to come on, and are looked at before they
 * are saved: the first button shows what they would do, and Save stands only beside a preview of exactly these values.
 * Without script they may be changed after it: then Save answers with their preview (setup-intents.server.ts).
 */
export function SetupForm({ view, answer }: { view: SetupGroupView; answer: Problem | null }) {
  const answers = { values: view.values, problem: answer?.values["intent"] === "withdraw" ? null : answer };
  const isPrice = view.group.page === "pricing";
  const seen = answer?.values["seen"];
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => leaveToBrowser(form.current), []);
  const look = answer?.look && answer.look.changes.length > 0 ? answer.look : null;
  // Whatever is typed after a preview makes another one of it; the reason does not.
  const [outdated, setOutdated] = useState<SetupLook | null>(null);
  const typed = ({ target }: SyntheticEvent) => {
    if (look && !(target instanceof HTMLInputElement && target.name === "why")) setOutdated(look);
  };
  // Taking back what is planned needs a day; without script it says so.
  const [hasDay, setHasDay] = useState(Boolean(answers.problem?.values["from"]));
  useEffect(() => {
    const day = form.current?.querySelector<HTMLInputElement>('[name="from"]');
    const read = () => setHasDay(Boolean(day?.value));
    read();
    day?.addEventListener("input", read);
    return () => day?.removeEventListener("input", read);
  }, []);
  const seenLook = look !== outdated ? look : null;
  return (
    <Form method="post" id={SETUP_FORM} className="setup" ref={form} onInput={isPrice ? typed : undefined}>
      {look && <input type="hidden" name="looked" value={look.mark} />}
      <input type="hidden" name="seen" value={typeof seen === "string" ? seen : view.seen} />
      {inRows(view.fields).map(({ of, fields }) =>
        of === undefined ? (
          fields.map((field) => <SetupField key={field.name} field={field} {...answers} />)
        ) : (
          <fieldset key={of} className="setup-row">
            <legend>{of}</legend>
            <div>
              {fields.map((field) => (
                <SetupField key={field.name} field={field} {...answers} />
              ))}
            </div>
          </fieldset>
        ),
      )}
      {isPrice && (
        <Field
          name="from"
          type="date"
          label="From which day"
          hint="Empty: at once. A day to come: from its first minute in New York on."
          problem={answers.problem}
        />
      )}
      {view.again.length > 0 && (
        <CheckboxGroup
          name="again"
          legend="What is planned, taken back from the day above on"
          hint={hasDay ? undefined : "Counts only with a day above."}
          className={hasDay || answers.problem?.fields["again"] ? undefined : "needs-day"}
          choices={view.again}
          problem={answers.problem}
        />
      )}
      {answers.problem?.fields["opening"] && (
        <Checkbox name="opening" label="Open all of these days" problem={answers.problem} />
      )}
      <Field
        name="why"
        label="Why"
        hint="Stands in the history."
        aria-required
        maxLength={200}
        problem={answers.problem}
      />
      <p className="actions">
        {isPrice && (
          <SubmitButton intent="look" className={seenLook ? "button secondary" : "button"}>
            See what it changes
          </SubmitButton>
        )}
        {(!isPrice || seenLook) && (
          <SubmitButton intent="save" className="button">
            Save
          </SubmitButton>
        )}
      </p>
    </Form>
  );
}

/** What the form would do: what orders of every day cost before and after, and who keeps the old price. */
export function LookPanel({ look, isRefused }: { look: SetupLook; isRefused: boolean }) {
  const { changes, doubts, orders, from } = look;
  const heading = useRef<HTMLHeadingElement>(null);
  // What was refused has the focus.
  useEffect(() => {
    if (!isRefused) heading.current?.focus();
  }, [look, isRefused]);
  if (changes.length === 0)
    return (
      <div className="notice" role="status">
        {from
          ? `Nothing is otherwise from ${formatDay(from, { year: true })} on: what is planned until then has the same values.`
          : "Nothing was changed in the form yet."}
      </div>
    );
  return (
    <section className="panel look" aria-labelledby="look">
      <h2 id="look" ref={heading} tabIndex={-1} autoFocus={!isRefused}>
        What it changes{from ? `, from ${formatDay(from, { year: true })} on` : ", at once"}
      </h2>
      <ul className="lines">
        {changes.map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
      {doubts.length > 0 && (
        <div className="notice warn">
          {doubts.map((words) => (
            <p key={words}>{words}. Is that meant?</p>
          ))}
        </div>
      )}
      <table className="matrix">
        <caption className="unseen">What orders cost before and after</caption>
        <thead>
          <tr>
            <th scope="col">With tax</th>
            <th scope="col">Before</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        <tbody>
          {orders.map(({ what, before, after }) => (
            <tr key={what}>
              <th scope="row">{what}</th>
              <td>{formatCents(before)}</td>
              <td>{before === after ? "the same" : <b>{formatCents(after)}</b>}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        The old price stays: {plural(look.quotes, "prepared order")} at a fixed price
        {look.fixed > 0 && <> and {plural(look.fixed, "signed order")} prepared so</>}, until that price ends;{" "}
        {plural(look.paying, "order")} being paid. The new one counts for {plural(look.drafts, "unsigned draft")};{" "}
        {plural(look.signed, "signed order")} that nobody paid {look.signed === 1 ? "is" : "are"} signed again.
      </p>
    </section>
  );
}

/** What waits for its day. */
export function PlanList({ plans, mayWithdraw }: { plans: PlanView[]; mayWithdraw: boolean }) {
  if (plans.length === 0) return <p className="empty">Nothing is planned.</p>;
  return (
    <ul className="entries plain">
      {plans.map(({ id, on, what, who, at, why }) => (
        <li key={id}>
          <div className="breakable">
            <b>{on}:</b> {what}
            {why && <div>“{why}”</div>}
            <div className="hint">
              {who} · <When at={at} year />
            </div>
          </div>
          {mayWithdraw && (
            <Form method="post">
              <input type="hidden" name="plan" value={id} />
              <button className="small-button" name="intent" value="withdraw">
                Take back<span className="unseen">: {what}</span>
              </button>
            </Form>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The papers with the words as they stand in the form now: buttons of that form. */
export function PaperButtons() {
  return (
    <>
      <p className="hint">As they would print, with what stands in the form now. Opens beside this page.</p>
      <p className="actions">
        {(["agreement", "invoice"] as const).map((paper) => (
          <button
            key={paper}
            className="button secondary"
            type="submit"
            form={SETUP_FORM}
            formAction={crmPaths.paper}
            formTarget="_blank"
            name="paper"
            value={paper}
          >
            {paper === "agreement" ? "See the agreement" : "See the invoice"}
          </button>
        ))}
      </p>
    </>
  );
}

const SETUP_FORM = "setup-form";

/** Remix sends whatever a form sends, and knows of no other tab: what opens beside the page stays the browser's. */
function leaveToBrowser(form: HTMLFormElement | null): () => void {
  const send = (event: SubmitEvent) => {
    if (event.submitter instanceof HTMLButtonElement && event.submitter.formTarget === "_blank")
      event.stopPropagation();
  };
  form?.addEventListener("submit", send);
  return () => form?.removeEventListener("submit", send);
}
