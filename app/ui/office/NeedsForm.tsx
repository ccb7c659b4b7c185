import { Form, Link } from "@remix-run/react";
import { crmPaths } from "~/crm-paths";
import { EXTRA_LABEL, type ExtraKind } from "~/domain/changes/extra-rules";
import type { ChangePrice } from "~/domain/changes/wishes";
import { formatDay, type Day } from "~/domain/kernel/days";
import { formatCents, type Cents } from "~/domain/kernel/money";
import { MATERIALS } from "~/domain/pricing/materials";
import { deliveryTimeLabel } from "~/domain/schedule/rules";
import { JOB_KIND, JOB_STATE } from "~/domain/states/job-labels";
import type { JobKind, JobState } from "~/domain/states/transitions";
import type { Problem } from "~/http/answers/forms.server";
import { Field, RadioCards, SelectField, SubmitButton, type Values } from "../form";
import { Panel, ShortDay } from "./bits";

export interface NeedsView {
  today: Day;
  kinds: ExtraKind[];
  sizes: number[];
  units: { id: string; number: number; size: number; material: string; pickup: Day }[];
  values: Values;
  /** The same with what goes without saying. */
  asked: Values;
}

const SAME = { value: "", label: "The same as now" };
const WINDOWS = ["morning", "afternoon", "anytime"];

/** What is needed, when, and for a swap of which size: looked at before anything is planned. */
export function NeedsForm({ view, problem }: { view: NeedsView; problem?: Problem | undefined }) {
  const { today, kinds, sizes, units } = view;
  const unit = units.find(({ id }) => id === view.values["unit"]) ?? units[0];
  const values = {
    day: today,
    window: "anytime",
    size: "",
    material: "",
    ...view.values,
  };
  const answers = { values, problem };
  return (
    <Panel title="Asked for" id="asked" className="asked-for">
      <Form method="get" className="stack">
        {units.length > 1 ? (
          <SelectField
            name="unit"
            label="Which dumpster?"
            options={units.map(({ id, number, size, pickup }) => ({
              value: id,
              label: `Unit ${number}, ${size} yards, pickup ${formatDay(pickup, { short: true })}`,
            }))}
            {...answers}
          />
        ) : (
          <input type="hidden" id="unit" name="unit" value={unit?.id ?? ""} />
        )}
        <RadioCards
          name="kind"
          legend="What?"
          choices={kinds.map((kind) => ({ value: kind, label: EXTRA_LABEL[kind].label, text: EXTRA_LABEL[kind].says }))}
          {...answers}
        />
        <div className="pair">
          <Field name="day" label="Day" type="date" min={today} {...answers} />
          <SelectField
            name="window"
            label="Window"
            options={WINDOWS.map((value) => ({ value, label: deliveryTimeLabel(value) }))}
            {...answers}
          />
        </div>
        <div className="pair">
          <SelectField
            name="size"
            label="New size (swap only)"
            options={[SAME, ...sizes.map((size) => ({ value: String(size), label: `${size} yards` }))]}
            {...answers}
          />
          <SelectField
            name="material"
            label="What goes in (swap only)"
            options={[
              SAME,
              ...Object.entries(MATERIALS)
                .filter(([, { consultationRequired }]) => !consultationRequired)
                .map(([value, { label }]) => ({ value, label })),
            ]}
            {...answers}
          />
        </div>
        <Field name="note" label="For the driver (optional)" maxLength={300} autoComplete="off" {...answers} />
        <button className="button secondary">See what it costs</button>
      </Form>
    </Panel>
  );
}

function PriceLines({ price }: { price: ChangePrice }) {
  return (
    <dl className="sum">
      {price.lines.map(({ label, detail, cents }) => (
        <div key={label}>
          <dt>
            {label} <span className="hint place">{detail}</span>
          </dt>
          <dd>{formatCents(cents)}</dd>
        </div>
      ))}
      {price.tax > 0 && (
        <div>
          <dt>{price.taxLabel}</dt>
          <dd>{formatCents(price.tax)}</dd>
        </div>
      )}
      <div className="total">
        <dt>Total</dt>
        <dd>{formatCents(price.total)}</dd>
      </div>
    </dl>
  );
}

/** What it costs, to be said to the customer; only now it can be planned. `paid`: cents, for one that was not possible. */
export function NeedsReview({ view, price, paid }: { view: NeedsView; price: ChangePrice; paid: Cents }) {
  const { asked: values } = view;
  const kind = values["kind"] as ExtraKind;
  return (
    <Panel title="Say this, then plan it" id="review">
      <p>
        <span className="strong">{EXTRA_LABEL[kind].label}</span>, {formatDay(values["day"] as Day)},{" "}
        {deliveryTimeLabel(String(values["window"]))}. {EXTRA_LABEL[kind].says}
      </p>
      {paid > 0 ? (
        <p>
          <span className="strong">Paid already: {formatCents(paid)}</span>, for the one that was not possible. The
          customer does not pay again.
        </p>
      ) : (
        <>
          <PriceLines price={price} />
          <p className="hint">Kept with the job as a proposal. Nothing is charged by planning it.</p>
        </>
      )}
      <Form method="post" className="stack">
        {Object.entries(values).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={String(value)} />
        ))}
        <input type="hidden" name="total" value={price.total} />
        <SubmitButton intent="plan">
          {price.total === 0 ? "Plan it" : `Plan it for ${formatCents(price.total)}`}
        </SubmitButton>
      </Form>
    </Panel>
  );
}

export interface PlannedExtra {
  id: string;
  kind: JobKind;
  state: JobState;
  day: Day;
  note: string;
  mayEnd: boolean;
  /** No truck has left for it. */
  onBoard: boolean;
  /** What its customer has paid and was not given back, and what was said that it costs; cents, tax included. */
  paid: Cents;
  /** That payment is disputed at the bank. */
  isDisputed: boolean;
  proposed: Cents;
}

/** What is planned already, with what it was said to cost. */
export function PlannedExtras({ planned }: { planned: PlannedExtra[] }) {
  if (planned.length === 0) return null;
  return (
    <Panel title="Planned" id="planned" className="apart">
      <ul className="entries">
        {planned.map(({ id, kind, state, day, note, mayEnd, onBoard, paid, isDisputed, proposed }) => (
          <li key={id}>
            <div>
              <span className="strong">{JOB_KIND[kind]}</span>, <ShortDay day={day} />: {JOB_STATE[state]}
              {paid > 0 && `, ${formatCents(paid)} paid by the customer${isDisputed ? ", disputed at the bank" : ""}`}
              {proposed > 0 && `, ${formatCents(proposed)} proposed`}
              {note && <div className="hint">{note}</div>}
              {onBoard && (
                <div>
                  <Link to={crmPaths.dispatch(day, id)}>On the board</Link>
                </div>
              )}
            </div>
            {mayEnd && (
              <Form method="post">
                <input type="hidden" name="jobId" value={id} />
                <SubmitButton intent="withdraw" className="plain-button">
                  {paid > 0 ? `Take it back, refund ${formatCents(paid)}` : "Take it back"}
                </SubmitButton>
              </Form>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
