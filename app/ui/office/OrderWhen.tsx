import { cloneElement, type ComponentProps, type HTMLAttributes, type ReactElement } from "react";
import { DELIVERY_WINDOW_IDS, DELIVERY_WINDOWS } from "~/domain/schedule/rules";
import { Checkbox, Field, SelectField, useHydrated, type Answers, type Values } from "~/ui/form";
import type { WindowState } from "../booking/views";
import { rowValue, type DayView } from "./phone-order";

const WHY: Record<WindowState, string> = { open: "", full: ", full", started: ", has begun" };

interface Props extends Answers {
  typed: Values;
  days: DayView[];
  firstDay: string;
  lastDay: string;
  chooseDay: (day: string) => void;
  /** Why the day that stands there cannot be. */
  dayProblem: string | null;
}

/** The next days with room for this order, and the windows of the chosen one. */
export function OrderWhen({ typed, days, firstDay, lastDay, chooseDay, dayProblem, ...answers }: Props) {
  const hydrated = useHydrated();
  const day = rowValue(typed, "deliveryDate", 0);
  const windows = days.find((one) => one.day === day)?.windows;
  const overfill = rowValue(typed, "fullWindow", 0) === "on";
  const chosen = rowValue(typed, "deliveryTime", 0);
  const offered = days.filter((one) => one.offered);
  return (
    <fieldset>
      <legend>When</legend>
      <div className="quad when">
        <AnsweredField
          answer="day-answer"
          name="deliveryDate"
          type="date"
          label="Delivery date"
          min={firstDay}
          max={lastDay}
          required
          {...answers}
        />
        <SelectField
          name="deliveryTime"
          label="Delivery time"
          options={DELIVERY_WINDOW_IDS.map((id) => {
            const state = windows?.[id] ?? "open";
            return {
              value: id,
              label: DELIVERY_WINDOWS[id].label + WHY[state],
              // The one that is chosen is sent, so that its day and what is wrong with it are named.
              disabled: id !== chosen && (state === "started" || (state === "full" && !overfill)),
            };
          })}
          {...answers}
        />
        <Field
          name="rentalDays"
          type="number"
          label="Days"
          min={1}
          max={30}
          inputMode="numeric"
          required
          {...answers}
        />
      </div>
      <div id="day-answer" role="status">
        {/* A refused save says it at the field. */}
        {dayProblem && dayProblem !== answers.problem?.fields["deliveryDate"] && (
          <p className="notice warn">{dayProblem}</p>
        )}
        {offered.length === 0 && (
          <p className="notice warn">No day of the next six weeks has room for the whole order.</p>
        )}
        {offered.length > 0 && hydrated && windows && !offered.some((one) => one.day === day) && day !== "" && (
          <p className="notice warn">This day has no room for the order.</p>
        )}
      </div>
      {offered.length > 0 && (
        <ul className="plain row days" aria-label="Next days with room">
          {offered.map((one) => (
            <li key={one.day}>
              <button
                type={hydrated ? "button" : "submit"}
                name="day"
                value={one.day}
                className="choice"
                aria-pressed={one.day === day}
                formNoValidate
                onClick={hydrated ? () => chooseDay(one.day) : undefined}
              >
                {one.label}
              </button>
            </li>
          ))}
        </ul>
      )}
      <Checkbox name="fullWindow" label="Take it also into a full window" {...answers} />
    </fieldset>
  );
}

type Input = ReactElement<HTMLAttributes<HTMLInputElement>>;

/**
 * A field that the page answers while it is typed: the answer's element (`answer`, its id) describes it, beside its hint and
 * what is wrong with it. Made of the form's own field, which the public pages load: there every byte is counted. In a file of
 * its own it would give their shared names other letters, which pack worse by 80 bytes.
 */
export function AnsweredField({ answer, ...props }: ComponentProps<typeof Field> & { answer: string }) {
  const labelled = Field(props) as ReactElement<{ children: Input }>;
  const input = labelled.props.children;
  const described = [input.props["aria-describedby"], answer].filter(Boolean).join(" ");
  return cloneElement(labelled, undefined, cloneElement(input, { "aria-describedby": described }));
}
