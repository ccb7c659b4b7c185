import { Form } from "@remix-run/react";
import { formatDay, type Day } from "~/domain/kernel/days";
import { SubmitButton } from "../form";
import { Panel, When } from "./bits";

interface Unit {
  id: string;
  number: number;
  size: number;
  pickup: Day;
  stoppedAt: number | null;
  /** Flag "early pickup" is off, and its day has not come. */
  isTooEarly: boolean;
  /** What asking would take back, in words. */
  falls: string[];
  seenFalls: string;
}

/** The pickup as its customer asks for it on the phone: from that minute no day is charged. */
export function PickupByPhone({ units }: { units: Unit[] }) {
  if (units.length === 0) return null;
  return (
    <Panel title="Pickup" id="pickup" className="apart">
      <ul className="entries">
        {units.map(({ id, number, size, pickup, stoppedAt, isTooEarly, falls, seenFalls }) => (
          <li key={id}>
            <div>
              <span className="strong">Unit {number}</span> · {size} yards · pickup {formatDay(pickup, { short: true })}
              {stoppedAt !== null && (
                <div>
                  Daily charges stopped <When at={stoppedAt} />
                </div>
              )}
              {falls.map((words) => (
                <div key={words} className="hint">
                  {words}
                </div>
              ))}
            </div>
            {isTooEarly ? (
              <p className="hint">Asked for from its day on: early pickup is switched off.</p>
            ) : (
              <Form method="post">
                <input type="hidden" name="unit" value={id} />
                <input type="hidden" name="falls" value={seenFalls} />
                <SubmitButton intent={stoppedAt === null ? "pickup" : "keep"} className="plain-button">
                  {stoppedAt === null ? "They want it picked up now" : "They keep it after all"}
                </SubmitButton>
              </Form>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
