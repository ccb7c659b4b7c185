import { Form } from "@remix-run/react";
import type { MouseEvent } from "react";
import { PLACEMENT_LABEL, PLACEMENTS, STREET_NEEDS } from "~/domain/schedule/placement";
import { DELIVERY_WINDOW_IDS, windowChoice, type DeliveryWindowId } from "~/domain/schedule/rules";
import { formatDay, parseDay, type Day } from "~/domain/kernel/days";
import { formatPrice, type Cents } from "~/domain/kernel/money";
import {
  Checkbox,
  ErrorSummary,
  Field,
  RadioCards,
  SelectField,
  SubmitButton,
  TextareaField,
  useHydrated,
  valueOf,
  type Answers,
} from "../form";
import { KeptFields } from "../form/KeptFields";
import { TwoWriters } from "../form/TwoWriters";
import { KeptPart } from "../kept-part";
import { OfficeWrote } from "./OfficeWrote";
import { ContinueOnEnter, StepHeading, UpdatePriceHere } from "./parts";
import { PricePanel } from "./PricePanel";
import { SaveForLater } from "./SaveForLater";
import { freeWindows, isFree, useLiveSchedule } from "./use-live-schedule";
import type { DayOffer, ScheduleView, WindowState } from "./views";

const STATE_WORDS: Record<WindowState, string | undefined> = {
  open: undefined,
  full: ", full on this day",
  started: ", has already begun",
};

const STANDING = ["placement", "associationApproval"];
const EXTRAS = ["flexibleExtension", "ecoFriendlyOptions", "specialInstructions"];
const CONTACT = ["firstName", "lastName", "phone", "email", "smsConsent"];

/** Step 2: where, when, for how long, and who. Sends intent update or continue (Enter continues). */
export function ScheduleStep({ view, problem }: { view: ScheduleView } & Pick<Answers, "problem">) {
  const hydrated = useHydrated();
  const live = useLiveSchedule(view, problem);
  // The summary stays as it was read; beside a field that was put right nothing is wrong any more.
  const answers = { problem: live.beside, values: view.values };
  const price = hydrated ? live.price : view.price;
  const pickup = hydrated ? live.pickupDay : view.pickupDay;
  return (
    <Form method="post" noValidate ref={live.form} onInput={live.update} className="with-side">
      <div>
        <ContinueOnEnter />
        <ErrorSummary problem={problem} />
        <TwoWriters seen={view.seen} problem={problem} />
        <StepHeading title="Day and place">Tell us where the dumpster goes and when you want it.</StepHeading>
        <fieldset>
          <legend>Delivery address</legend>
          <Field
            {...answers}
            name="zip"
            accessKey="3"
            label="ZIP code"
            className="short"
            inputMode="numeric"
            autoComplete="postal-code"
            hint={view.county ? `${view.county} County` : undefined}
          />
          <Field {...answers} name="address" label="Street and number" autoComplete="address-line1" />
          <Field {...answers} name="city" label="City" autoComplete="address-level2" />
          <KeptFields of={Standing} names={STANDING} answers={answers} props={{}} />
        </fieldset>
        <fieldset>
          <legend>Delivery day and rental time</legend>
          <Field
            {...answers}
            name="deliveryDate"
            label="Delivery day"
            type="date"
            className="short w-48"
            min={view.firstDay}
            max={view.lastDay}
            hint={view.weekdays}
          />
          <KeptPart
            of={OpenDays}
            props={{
              days: view.days.filter((day) => day.offered),
              chosen: hydrated ? live.day : parseDay(String(view.values.deliveryDate ?? "")),
              choose: live.chooseDay,
            }}
          />
          <Field
            {...answers}
            name="rentalDays"
            label="How many days?"
            type="number"
            inputMode="numeric"
            className="short"
            min={1}
            max={view.maxRentalDays}
            hint={`${view.figures.includedDays} days are in the price. Each further day is ${formatPrice(view.figures.extensionPerDay)} per dumpster.`}
          />
          <p className="notice" role="status">
            Pickup: {pickup ? <b>{formatDay(pickup)}</b> : "after these days."}
          </p>
        </fieldset>
        <KeptPart
          of={DeliveryTime}
          props={{ problem: answers.problem, chosen: valueOf("deliveryTime", answers), windows: live.windows }}
          apart={Boolean(answers.problem)}
        />
        <KeptFields
          of={AnythingElse}
          names={EXTRAS}
          answers={answers}
          props={{ extensionPerDay: view.figures.extensionPerDay, onAccount: view.onAccount }}
        />
        <KeptFields of={Contact} names={CONTACT} answers={answers} props={{}} />
      </div>
      {/* Narrow, the price stands between the day and the button. */}
      <div className="side">
        <PricePanel price={price} figures={view.figures} action={<UpdatePriceHere />} />
      </div>
      <div className="stack">
        <p className="actions">
          <SubmitButton intent="continue" className="button big">
            Continue to the agreement
          </SubmitButton>
        </p>
        <SaveForLater save={view.save} />
      </div>
      {view.seen && !problem?.whose && <OfficeWrote seen={Number(problem?.values["seen"] ?? view.seen)} />}
    </Form>
  );
}

/**
 * The next days with room, each a button that fills in the date: the server does where scripts do not run. Alike in
 * both, so that nothing moves under a finger when React takes over.
 */
function OpenDays({ days, chosen, choose }: { days: DayOffer[]; chosen: Day | null; choose: (day: Day) => void }) {
  if (days.length === 0)
    return (
      <p className="hint">
        No day of the next six weeks has room for the whole order. Choose fewer or another size, or call us.
      </p>
    );
  return (
    <div>
      <p className="hint">Next days with room:</p>
      <ul className="plain row mt-2">
        {days.map(({ day, windows }) => {
          const free = freeWindows(windows).filter((id) => id !== "anytime");
          const press = (event: MouseEvent) => {
            event.preventDefault();
            choose(day);
          };
          return (
            <li key={day}>
              <button name="day" value={day} className="choice" aria-pressed={day === chosen} onClick={press}>
                {formatDay(day, { short: true })}
                {free.length === 1 && <small className="hint">, {free[0]} only</small>}
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function Standing(answers: Answers) {
  return (
    <div>
      <SelectField
        {...answers}
        name="placement"
        label="Where will it stand?"
        className="short w-48"
        options={PLACEMENTS.map((place) => ({ value: place, label: PLACEMENT_LABEL[place] }))}
      />
      {/* The style sheet shows it with the street, also without script. */}
      <div role="status">
        <p className="notice warn street-needs">{STREET_NEEDS}</p>
      </div>
      <Checkbox
        {...answers}
        name="associationApproval"
        label="An association (HOA) has to agree to it. I will have its permission before the delivery day."
      />
    </div>
  );
}

function DeliveryTime({
  problem,
  chosen,
  windows,
}: Pick<Answers, "problem"> & { chosen: string; windows: Partial<Record<DeliveryWindowId, WindowState>> }) {
  const values = { deliveryTime: isFree(windows, chosen) ? chosen : "" };
  return (
    <RadioCards
      problem={problem && { ...problem, values }}
      values={values}
      name="deliveryTime"
      legend="Delivery time"
      choices={DELIVERY_WINDOW_IDS.map((id) => {
        const state = windows[id] ?? "open";
        const { name, hours } = windowChoice(id);
        return {
          value: id,
          label: <b>{name}</b>,
          text: (
            <>
              <span className="num">{hours}</span>
              {STATE_WORDS[state]}
            </>
          ),
          disabled: state !== "open",
        };
      })}
    />
  );
}

function AnythingElse({
  extensionPerDay,
  onAccount,
  ...answers
}: Answers & { extensionPerDay: Cents; onAccount: boolean }) {
  return (
    <fieldset>
      <legend>Anything else?</legend>
      <Checkbox
        {...answers}
        name="flexibleExtension"
        label={
          <>
            <b>Keep it longer if I need to.</b> Extra days are charged at {formatPrice(extensionPerDay)} a day for each
            dumpster to my {onAccount ? "account" : "card"} without asking again. If you leave this unchecked, we pick
            it up on the due day.
          </>
        }
      />
      <Checkbox
        {...answers}
        name="ecoFriendlyOptions"
        label={
          <>
            <b>Recycle where possible.</b> Take it to a recycling facility where the material allows. Costs nothing
            extra.
          </>
        }
      />
      <TextareaField
        {...answers}
        name="specialInstructions"
        label="Notes for the driver (optional)"
        hint="The exact spot, a gate code, a low branch."
        maxLength={1000}
        rows={3}
      />
    </fieldset>
  );
}

function Contact(answers: Answers) {
  return (
    <fieldset>
      <legend>Who should we contact?</legend>
      <div className="pair">
        <Field {...answers} name="firstName" label="First name" autoComplete="given-name" />
        <Field {...answers} name="lastName" label="Last name" autoComplete="family-name" />
      </div>
      <Field
        {...answers}
        name="phone"
        label="Phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        hint="The driver calls this number if something is in the way."
      />
      <Field
        {...answers}
        name="email"
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="email"
        spellCheck={false}
        autoCapitalize="none"
        hint="For the confirmation, the invoice and the agreement."
      />
      <Checkbox
        {...answers}
        name="smsConsent"
        label="Send me text messages about this delivery (optional). Message rates may apply. Reply STOP to end them."
      />
    </fieldset>
  );
}
