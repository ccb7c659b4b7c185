import type { ReactNode } from "react";
import { Link } from "@remix-run/react";
import { crmPaths } from "~/crm-paths";
import type { OnClosedDay } from "~/domain/booking/order/closed-day.server";
import { editableOf } from "~/domain/booking/office/edit";
import { placementText } from "~/domain/schedule/placement-rules";
import { deliveryTimeLabel } from "~/domain/schedule/rules";
import { isBeforeItLeaves } from "~/domain/states/job-places";
import { JOB_KIND, JOB_STATE } from "~/domain/states/job-labels";
import { UNIT_STATE_OFFICE } from "~/domain/states/labels";
import type { BookingRecord } from "~/domain/records/office.server";
import { formatDay } from "~/domain/kernel/days";
import { answerInWords } from "~/domain/pricing/material-words";
import { materialLabel } from "~/domain/pricing/materials";
import { PROJECT_TYPES, wasteTypeLabel } from "~/domain/pricing/waste-types";
import { EmailWords } from "../booking/EmailWords";
import { Facts, Panel, plural, ShortDay, When } from "./bits";
import { PlaceShots } from "./PlaceShots";
import { TextsStopped } from "./Texts";
import { byKey } from "./Keys";
import { apartOf, dateNames, isKept } from "~/domain/booking/order/apart";

/** Who, where and when. */
export function CustomerPanel({
  booking,
  customer,
  company,
  phone,
  asked,
  permitWrong,
  textStop,
  notServed,
  places,
  units,
  pickupDay,
  showsMoney,
}: Pick<
  BookingRecord,
  | "booking"
  | "customer"
  | "company"
  | "phone"
  | "asked"
  | "permitWrong"
  | "textStop"
  | "notServed"
  | "places"
  | "units"
  | "pickupDay"
> & { showsMoney: boolean }) {
  const dumpsters = units.map(({ unit }) => unit);
  const names = dateNames(apartOf(dumpsters), isKept(booking, dumpsters));
  const waste = booking.waste_types.map(wasteTypeLabel).join(", ");
  const place = `${booking.address}, ${booking.city}, FL ${booking.zip}`;
  return (
    <>
      <nav className="jumps" aria-label="On this page">
        {JUMPS.filter(([id]) => id !== "money" || showsMoney).map(([id, words]) => (
          <a key={id} href={`#${id}`}>
            {words}
          </a>
        ))}
      </nav>
      <Panel title="Customer and site" id="customer">
        <Facts
          rows={[
            ...(company === null ? [] : [companyRow(customer.id, company)]),
            [
              "Name",
              <span key="n">
                <Link to={crmPaths.customer(customer.id)}>
                  {booking.first_name} {booking.last_name}
                </Link>
                {notServed !== null && (
                  <>
                    {" "}
                    <span className="state bad">Do not serve</span> {notServed}
                  </>
                )}
              </span>,
            ],
            [
              "Phone",
              <a
                key="p"
                href={phone.href}
                data-customer={customer.id}
                data-booking={booking.id}
                {...byKey("c", "Call the customer")}
              >
                {phone.text}
              </a>,
            ],
            [
              "Email",
              booking.email ? (
                <a key="e" href={`mailto:${booking.email}`} {...byKey("m", "Write an email")}>
                  <EmailWords email={booking.email} />
                </a>
              ) : (
                <ByText key="e" receiptEmail={booking.receipt_email} />
              ),
            ],
            [
              "Site",
              <span key="m">
                <a
                  href={`https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(place)}`}
                  target="_blank"
                  rel="noreferrer"
                >
                  {place}
                </a>
                , {booking.county} County
              </span>,
            ],
            [
              "Placement",
              [placementText(booking), ...(permitWrong && booking.permit_number !== null ? [permitWrong] : [])].join(
                ". ",
              ),
            ],
            [
              names.delivery,
              `${formatDay(booking.scheduled_delivery_date, { year: true })}, ${deliveryTimeLabel(booking.delivery_time_window)}`,
            ],
            [
              names.pickup,
              `${formatDay(pickupDay, { year: true })} (ordered for ${plural(booking.rental_duration_days, "day")})`,
            ],
            ["Wishes", wishesOf(booking).join("; ") || "none"],
            [
              "Text messages",
              textStop ? (
                <TextsStopped key="t" stop={textStop} />
              ) : booking.sms_consent ? (
                "Agreed"
              ) : customer.sms_consent_at ? (
                "Not for this booking; agreed for another"
              ) : (
                "No"
              ),
            ],
            [
              "Project",
              `${PROJECT_TYPES.find((type) => type.id === booking.project_type)?.title ?? booking.project_type}, ${booking.business_type}${waste && `: ${waste}`}`,
            ],
            ...(asked ? [["Customer was asked", answerInWords(asked)] as [string, string]] : []),
            ...(booking.gate_code ? [["Gate code", booking.gate_code] as [string, string]] : []),
            ...(booking.special_instructions
              ? [["Instructions", booking.special_instructions] as [string, string]]
              : []),
            ...(places.length > 0
              ? [["Pictures of the place", <PlaceShots key="pl" photos={places} />] as [string, ReactNode]]
              : []),
            ["Came by", booking.source === "staff" ? "Phone" : "Website"],
          ]}
        />
        {editableOf(booking).length > 0 && (
          <p>
            <Link
              to={crmPaths.editBooking(booking.booking_number)}
              {...byKey("r", "Edit contact, placement and notes")}
            >
              Edit contact, placement and notes
            </Link>
          </p>
        )}
      </Panel>
    </>
  );
}

/** What stands screens below on a phone. */
const JUMPS = [
  ["units", "Dumpsters"],
  ["actions", "Actions"],
  ["money", "Money"],
  ["timeline", "Timeline"],
] as const;

function wishesOf(booking: BookingRecord["booking"]): string[] {
  return [
    ...(booking.flexible_extension ? ["keep it longer: extra days are charged without asking"] : []),
    ...(booking.eco_friendly_options ? ["recycle where the material allows"] : []),
  ];
}

/** Of an order without an address, and where its papers went. */
function ByText({ receiptEmail }: { receiptEmail: string | null }) {
  return (
    <>
      None: everything goes by text message
      {receiptEmail && (
        <>
          . Papers and receipts go to <span className="break-words">{receiptEmail}</span>, typed when paying
        </>
      )}
    </>
  );
}

/** `closed`: "that day", or the half of it that is closed. */
export type ClosedDay = OnClosedDay & { closed: string };

/** The dumpsters, each with its truck tasks. */
export function UnitsPanel({
  booking,
  items,
  units,
  jobs,
  closedDays,
}: Pick<BookingRecord, "booking" | "items" | "units" | "jobs"> & { closedDays: readonly ClosedDay[] }) {
  return (
    <Panel title="Dumpsters and jobs" id="units">
      {closedDays.map(({ day, what, goesOut, closed }) => (
        <p key={`${day} ${what}`} className="notice warn">
          {what === "order" ? "Delivery" : JOB_KIND[what]} on <ShortDay day={day} />:{" "}
          {goesOut ? (
            `${closed} is closed, and a truck goes out all the same, as somebody has said.`
          ) : (
            <>
              no truck goes out {closed}. Agree on <a href="#actions">another day</a> with the customer.
            </>
          )}
        </p>
      ))}
      <ul className="lines">
        {items.map((item) => (
          <li key={item.id}>
            {item.quantity} × {item.size_yards} yards, {materialLabel(item.material_category)}
          </li>
        ))}
      </ul>
      {units.length === 0 && <p className="empty">Its dumpsters stand here once it is booked.</p>}
      <ul className="entries">
        {units.map(({ unit, dumpster }) => (
          <li key={unit.id}>
            <div>
              <span className="strong">Unit {unit.unit_number}</span> · {unit.size_yards} yards ·{" "}
              {UNIT_STATE_OFFICE[unit.state]}
              {dumpster && (
                <>
                  {" "}
                  · dumpster{" "}
                  <Link to={crmPaths.dumpster(dumpster)} className="num">
                    {dumpster}
                  </Link>
                </>
              )}
              {unit.pickup_asked_at !== null && (
                <div>
                  Daily charges stopped <When at={unit.pickup_asked_at} />
                </div>
              )}
              {(unit.state === "on_site" || unit.state === "pickup_requested") && (
                <div>
                  <Link to={crmPaths.extra(booking.booking_number, { unit: unit.id })}>
                    What does the customer need?
                  </Link>
                </div>
              )}
              <ul className="lines">
                {jobs
                  .filter(({ job }) => job.unit_id === unit.id)
                  .map(({ job, driver }) => (
                    <li key={job.id} className="hint">
                      {JOB_KIND[job.kind]}
                      {job.attempt > 1 && ` (try ${job.attempt})`}: {JOB_STATE[job.state]}, <ShortDay day={job.day} />
                      {driver && `, ${driver}`}
                      {job.change_id && ", paid by the customer"}
                      {job.failure_reason && `: ${job.failure_reason}`}
                      {isBeforeItLeaves(job.state) && (
                        <>
                          {" "}
                          · <a href={crmPaths.dispatch(job.day, job.id)}>On the board</a>
                        </>
                      )}
                    </li>
                  ))}
              </ul>
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const companyRow = (customer: string, company: string): [string, ReactNode] => [
  "Company",
  <Link key="c" to={crmPaths.customer(customer)}>
    {company}
  </Link>,
];
