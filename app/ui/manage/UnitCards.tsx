import type { CustomerUnit, UnitAction } from "~/domain/records/customer-views";
import { formatCents } from "~/domain/kernel/money";
import { managePaths } from "~/manage-paths";
import { SubmitButton } from "../form";
import { Unbroken } from "../Unbroken";
import { cancelAddress, manageAddress } from "./addresses";

const ACTIONS: Readonly<Record<UnitAction, { label: string; url: (booking: string, unit: string) => string }>> = {
  reschedule: { label: "Another delivery day", url: (booking, unit) => managePaths.reschedule({ booking, unit }) },
  pickup: { label: "Ask for the pickup", url: (booking, unit) => managePaths.pickup({ booking, unit }) },
  keep: { label: "Keep it after all", url: (booking, unit) => managePaths.pickup({ booking, unit }) },
  extend: { label: "Keep it longer", url: (booking, unit) => managePaths.extend({ booking, unit }) },
  haul: { label: "Empty it and bring it back", url: (booking, unit) => managePaths.haul({ booking, unit }) },
  swap: { label: "Swap it for an empty one", url: (booking, unit) => managePaths.swap({ booking, unit }) },
  relocate: { label: "It is in the way", url: (booking, unit) => managePaths.relocate({ booking, unit }) },
};

/** Each dumpster with what happens next and what can be done about it now. */
export function UnitCards({
  number,
  units,
  mayCancelAll,
}: {
  number: string;
  units: CustomerUnit[];
  /** Then the only one that can be cancelled is the booking. */
  mayCancelAll: boolean;
}) {
  const several = units.length > 1 && (!mayCancelAll || units.filter((unit) => unit.mayCancel).length > 1);
  return (
    <>
      <h2>{units.length === 1 ? "Your dumpster" : "Your dumpsters"}</h2>
      <ul className="plain stack">
        {units.map((unit) => (
          <li key={unit.id} className="card stack">
            <h3>
              {units.length > 1 && <span className="soft">{unit.number}. </span>}
              {unit.label}
            </h3>
            <p>
              <span className="tag">{unit.state}</span> {unit.dates && <span className="soft">{unit.dates}</span>}
            </p>
            {unit.stoppedAt && (
              <p className="notice good">
                <b>Daily charges stopped on {unit.stoppedAt}.</b>
              </p>
            )}
            {unit.next && (
              <p>
                <Unbroken text={unit.next} />
              </p>
            )}
            {unit.planned && (
              <p>
                <b>{unit.planned.what}:</b> <Unbroken text={`${unit.planned.when}.`} />{" "}
                {unit.planned.mayEnd && (
                  <a className="inline-block py-2" href={managePaths.withdraw(number, unit.planned.jobId)}>
                    Take it back<span className="unseen">: {unit.planned.what}</span>
                  </a>
                )}
              </p>
            )}
            {unit.planned && (
              <p className="small soft">
                Until this is done, no other emptying, swap or move can be chosen here: call us if it cannot wait.
              </p>
            )}
            {unit.planned?.note && <p className="soft whitespace-pre-line">You wrote: {unit.planned.note}</p>}
            {unit.unpaid && <Unpaid number={number} unit={unit.id} unpaid={unit.unpaid} />}
            {(unit.actions.length > 0 || (several && unit.mayCancel)) && (
              <ul className="plain row gap-y-0" aria-label={`What you can do with dumpster ${unit.number}`}>
                {unit.actions.map((action) => (
                  <li key={action}>
                    <a className="inline-block py-2" href={ACTIONS[action].url(number, unit.id)}>
                      {ACTIONS[action].label}
                      {units.length > 1 && <span className="unseen">: dumpster {unit.number}</span>}
                    </a>
                  </li>
                ))}
                {several && unit.mayCancel && (
                  <li>
                    <a className="inline-block py-2" href={cancelAddress(number, unit.id)}>
                      Cancel this one<span className="unseen">: dumpster {unit.number}</span>
                    </a>
                  </li>
                )}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

/** What was begun to be bought: on to the payment, or not any more. */
function Unpaid({
  number,
  unit,
  unpaid,
}: {
  number: string;
  unit: string;
  unpaid: NonNullable<CustomerUnit["unpaid"]>;
}) {
  if (unpaid.over && unpaid.again)
    return (
      <div className="notice warn stack">
        <p>
          <b>Not paid:</b> {unpaid.what}, {formatCents(unpaid.total)}.{" "}
          {unpaid.over === "moved"
            ? "Your dates have changed since you chose it."
            : `The price held until ${unpaid.until}.`}{" "}
          Nothing was charged.
        </p>
        <form method="post" action={manageAddress(number)} className="actions">
          <input type="hidden" name="change" value={unpaid.changeId} />
          <a className="button" href={ACTIONS[unpaid.again].url(number, unit)}>
            Choose again
          </a>{" "}
          <SubmitButton intent="drop-change" className="button secondary">
            Do not buy it
          </SubmitButton>
        </form>
      </div>
    );
  return (
    <div className="notice warn stack">
      <p>
        <b>Not paid yet:</b> {unpaid.what}, {formatCents(unpaid.total)}. The price holds until {unpaid.until}.
      </p>
      <form method="post" action={manageAddress(number)} className="actions">
        <input type="hidden" name="change" value={unpaid.changeId} />
        <SubmitButton intent="pay-change">Pay {formatCents(unpaid.total)}</SubmitButton>{" "}
        <SubmitButton intent="drop-change" className="button secondary">
          Do not buy it
        </SubmitButton>
      </form>
    </div>
  );
}
