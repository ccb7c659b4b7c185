import { Form, Link } from "@remix-run/react";
import { crmPaths } from "~/crm-paths";
import type { DriverRow } from "~/domain/fleet/drivers.server";
import { addDays, type Day } from "~/domain/kernel/days";
import type { Problem } from "~/http/answers/forms.server";
import { Field, SubmitButton } from "../form";
import { Panel, ShortDay, When } from "./bits";
import { CallLink } from "./CallLink";

/** A license that ends within the month is told before it has ended. */
const SOON_DAYS = 30;

/** Everybody who drives, with today's load; a table where there is room, cards on a phone. */
export function DriverTable({ drivers, today }: { drivers: DriverRow[]; today: Day }) {
  return (
    <table className="list drivers-list apart">
      <caption className="unseen">Drivers</caption>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Today</th>
          <th scope="col">Truck</th>
          <th scope="col">Phone</th>
          <th scope="col">Last seen</th>
        </tr>
      </thead>
      <tbody>
        {drivers.map((driver) => (
          <tr key={driver.id}>
            <th scope="row">
              <Link to={crmPaths.driver(driver.id)}>{driver.name}</Link> <Licence driver={driver} today={today} />
            </th>
            <td>
              <Load driver={driver} />
            </td>
            <td>
              {driver.truck ?? "No truck"}
              {driver.isTruckOff && (
                <>
                  {" "}
                  <span className="state bad">Not in use any more</span>
                </>
              )}
            </td>
            <td className="num">{driver.phone && <CallLink text={driver.phoneText} />}</td>
            <td>
              {driver.lastSeen === null ? (
                "Never seen"
              ) : (
                <>
                  <span className="in-block">Seen </span>
                  <When at={driver.lastSeen} />
                </>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Load({ driver: { is_active, isOff, stops, done, inVain } }: { driver: DriverRow }) {
  if (!is_active) return <span className="state done">Does not drive any more</span>;
  const failed = inVain === 0 ? "" : `, ${inVain} not possible`;
  const words = stops === 0 ? "No stops" : `${done} of ${stops} ${stops === 1 ? "stop" : "stops"} done${failed}`;
  if (!isOff) return words;
  return (
    <>
      <span className={`state ${stops > 0 ? "bad" : "wait"}`}>Off today</span> {stops > 0 && words}
    </>
  );
}

function Licence({ driver: { is_active, licence_until }, today }: { driver: DriverRow; today: Day }) {
  if (!is_active || licence_until === null || licence_until > addDays(today, SOON_DAYS)) return null;
  const isOver = licence_until < today;
  return (
    <span className={`state ${isOver ? "bad" : "wait"}`}>
      License {isOver ? "ended" : "ends"} <ShortDay day={licence_until} />
    </span>
  );
}

/** By mail or by text; and who has not accepted yet. */
export function InviteDriver({
  invitations,
  problem,
}: {
  invitations: { id: string; name: string; to: string; over: boolean; expiresAt: number }[];
  problem?: Problem | null;
}) {
  return (
    <div className="two apart">
      <Panel title="Invite a driver" id="invite">
        <Form method="post" className="stack" key={invitations.length}>
          <Field name="driverName" label="Name" maxLength={80} autoComplete="off" problem={problem} />
          <Field
            name="to"
            label="Email address or cell phone"
            hint="A link goes there. Whoever accepts it has the driver’s pages, and nothing of the office."
            maxLength={254}
            autoComplete="off"
            autoCapitalize="none"
            problem={problem}
          />
          <SubmitButton intent="invite">Send the invitation</SubmitButton>
        </Form>
      </Panel>
      <Panel title="Invited, but not here yet" id="invited">
        {invitations.length === 0 && <p className="empty">Nobody.</p>}
        <ul className="entries">
          {invitations.map(({ id, name, to, over, expiresAt }) => (
            <li key={id}>
              <div>
                <span className="strong">{name}</span>{" "}
                <span className="breakable">
                  <CallLink text={to} />
                </span>
                <div className="hint">
                  {over ? (
                    "The link works no more. Invite them again."
                  ) : (
                    <>
                      The link works until <When at={expiresAt} />
                    </>
                  )}
                </div>
              </div>
              <Form method="post">
                <input type="hidden" name="invitation" value={id} />
                <SubmitButton intent="withdraw" className="plain-button">
                  Withdraw
                </SubmitButton>
              </Form>
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  );
}
