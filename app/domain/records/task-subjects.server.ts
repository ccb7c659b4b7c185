import { describeWhy } from "../events/why-words";
import { cut, withSign } from "../kernel/text";
import { eq, sql } from "drizzle-orm";
import { prepared, type Orm } from "#db/client.server";
import { bookings, customers, disputes, leads, messages, outbox, refunds } from "#db/schema/index";

import { closedHalf } from "../booking/order/closed-half.server";
import { listStandingOn } from "../booking/order/closed-day.server";
import { listUnits } from "../booking/order/bookings.server";
import { findCharge, listQuestions, totalOfCharge } from "../charges/charges.server";
import { chargeTitle } from "../charges/words";
import { listContacts } from "../customers/contacts.server";
import { nameOf } from "../customers/family.server";
import { formatDay } from "../kernel/days";
import { formatCents, type Cents } from "../kernel/money";
import type { Id } from "../kernel/ids.server";
import { formatPhone, phoneView } from "../kernel/phone";
import { LEAD_KIND } from "../leads/labels";
import { listTextedAbout } from "../messages/texted-about.server";
import { permitGap, permitGapText } from "../schedule/placement-rules";
import { answerDue, answerDueWords, DISPUTE_STATE } from "../states/dispute-words";
import { dayAt, type Instant } from "../kernel/time.server";
import { JOB_KIND } from "../states/job-labels";
import { CHARGE_STATE_OFFICE, REFUND_STATE_OFFICE } from "../states/labels";
import { findOverdue } from "../payments/account-tasks.server";
import { isToTakeUp } from "../payments/give-back.server";
import { leftToGive } from "../payments/held-refunds.server";
import { findPayout } from "../payments/payouts.server";
import { failureWords } from "../payments/refund-failure";
import { givenElsewhere } from "../payments/refund-elsewhere.server";
import { isToPayOut } from "../payments/refunds.server";
import { findSurplus } from "../payments/surplus.server";
import { listExcess, type Taken } from "../payments/taken-by-bank.server";
import { dayOfCause } from "../tasks/closed-days.server";
import type { TaskSubject } from "../tasks/kinds";
import type { Task } from "../tasks/tasks.server";
import type { AboutTask } from "./task-about";
import { aboutCall, aboutMany } from "./call-tasks.server";
import { YARD_READERS } from "./yard-tasks.server";

const ID = sql.placeholder("id");
const bookingOf = prepared((orm) =>
  orm
    .select({
      id: bookings.id,
      number: bookings.booking_number,
      first_name: bookings.first_name,
      last_name: bookings.last_name,
      phone: bookings.phone,
      phone_extension: bookings.phone_extension,
      items: bookings.items_summary,
      delivery: bookings.scheduled_delivery_date,
      city: bookings.city,
      onHold: bookings.on_hold_reason,
      placement: bookings.placement,
      permit_number: bookings.permit_number,
      permit_from: bookings.permit_from,
      permit_until: bookings.permit_until,
    })
    .from(bookings)
    .where(eq(bookings.id, ID))
    .prepare(),
);
const leadOf = prepared((orm) => orm.select().from(leads).where(eq(leads.id, ID)).prepare());
const messageOf = prepared((orm) => orm.select().from(messages).where(eq(messages.id, ID)).prepare());
const customerOf = prepared((orm) => orm.select().from(customers).where(eq(customers.id, ID)).prepare());
const refundOf = prepared((orm) => orm.select().from(refunds).where(eq(refunds.id, ID)).prepare());
const disputeOf = prepared((orm) => orm.select().from(disputes).where(eq(disputes.id, ID)).prepare());
const workOf = prepared((orm) =>
  orm.select({ kind: outbox.kind, error: outbox.last_error }).from(outbox).where(eq(outbox.id, ID)).prepare(),
);

const NOBODY: AboutTask = { who: "Nobody we know", detail: "", phone: null, at: null };
/** Enough of what somebody wrote to know what it is about. */
const EXCERPT = 90;
const excerpt = (text: string) => (text.length > EXCERPT ? `${cut(text, EXCERPT).trimEnd()}…` : text);
/** Of why a booking is on hold its first words: all of it stands in its record. */
const HOLD_EXCERPT = 40;
const firstWords = (why: string) =>
  why.length > HOLD_EXCERPT ? `${cut(why, HOLD_EXCERPT).replace(/\s+\S*$/, "")}…` : why;
const said = (...parts: (string | null | undefined | false)[]) => parts.filter(Boolean).join(" · ");
/** "may be about DMP-2026-000007 or DMP-2026-000004", where a number has several; else null. */
const inDoubt = (orm: Orm, phone: string | null, thread: Id<"booking"> | null) => {
  const about = phone === null ? [] : listTextedAbout(orm, phone, thread);
  return about.length > 1 && `may be about ${about.map(({ number }) => number).join(" or ")}`;
};
/** Why a payout did not arrive: the bank's sentence, or its code ("account_closed") as it is said. */
const inWords = (why: string | null) => describeWhy(why)?.replaceAll("_", " ");

/** The booking that a task belongs to: whom it is about, and how it is read where nothing else says more. */
function aboutBooking(
  orm: Orm,
  id: string | null,
  closed: string | null = null,
  { saysHold = false }: { saysHold?: boolean } = {},
): AboutTask {
  const booking = id === null ? undefined : bookingOf(orm).get({ id });
  if (!booking) return NOBODY;
  const gap = booking.placement === "street" ? permitGap(booking, listUnits(orm, booking.id)) : null;
  return {
    who: `${booking.first_name} ${booking.last_name}`,
    detail: said(
      saysHold && booking.onHold !== null && `on hold: ${firstWords(booking.onHold)}`,
      withSign(booking.items).replaceAll("-yard dumpster", " yd"),
      closed ?? (gap ? permitGapText(booking, gap) : `delivery ${formatDay(booking.delivery, { short: true })}`),
      booking.city,
    ),
    phone: phoneView(booking),
    at: { kind: "booking", id: booking.number },
  };
}

const STANDS_THERE = {
  ahead: "when no truck goes out",
  out: "a closed day: a truck is on its way",
  tried: "a closed day: a truck was there in vain",
  over: "a closed day, and nobody came",
};

/** "$409.32 to give back", of the task about what was paid too much; "$54.00 went back twice", of its other side. */
function whatIsTooMuch(orm: Orm, { kind, booking_id }: Task): string | null {
  if (booking_id === null) return null;
  if (kind === "surplus") return `${formatCents(findSurplus(orm, booking_id).cents)} to give back`;
  return kind === "excess" ? `${formatCents(sumOf(listExcess(orm, booking_id)))} went back twice` : null;
}

const sumOf = (taken: readonly Taken[]): Cents => taken.reduce((sum, { open }) => sum + open, 0);

/** "pickup on Mon, Nov 30, when no truck goes out", of the task about a closed day. */
function whatIsClosed(orm: Orm, { kind, cause, booking_id }: Task, now: Instant): string | null {
  const day = kind === "closed_day" ? dayOfCause(cause) : null;
  if (day === null || booking_id === null) return null;
  const found = listStandingOn(orm, booking_id, now, day);
  // What somebody has to see to goes first, and is all that is said then.
  const is = (["ahead", "over", "out", "tried"] as const).find((one) => found.some((standing) => standing.is === one));
  const what = found
    .filter((one) => one.is === is)
    .map((one) => (one.what === "order" ? "delivery" : JOB_KIND[one.what].toLowerCase()));
  const half = is === "ahead" ? closedHalf(orm, day) : null;
  const stands = `${is ? STANDS_THERE[is] : "a closed day"}${half ? ` in the ${half}` : ""}`;
  return `${what.join(" and ")} on ${formatDay(day, { short: true })}, ${stands}`.trim();
}

/** Each subject in the office's words; the type refuses a subject without a reader. */
const READERS: { readonly [S in TaskSubject]: (orm: Orm, task: Task, now: Instant) => AboutTask } = {
  booking: (orm, task, now) =>
    aboutBooking(orm, task.subject_id, whatIsTooMuch(orm, task) ?? whatIsClosed(orm, task, now), {
      saysHold: task.kind === "to_schedule",
    }),
  ...YARD_READERS(aboutBooking),
  customer: (orm, { subject_id }, now) => {
    const customer = customerOf(orm).get({ id: subject_id });
    if (!customer) return NOBODY;
    const due = findOverdue(orm, customer.id, now);
    const phone = listContacts(orm, [customer.id]).find((one) => one.kind === "phone" && one.ended_at === null);
    return {
      who: nameOf(customer),
      detail: said(due && `${formatCents(due.cents)} to be paid since ${formatDay(due.day, { short: true })}`),
      phone: phone ? phoneView({ phone: phone.value, phone_extension: phone.extension }) : null,
      at: { kind: "customer", id: customer.id },
    };
  },
  lead: (orm, { subject_id }) => {
    const lead = leadOf(orm).get({ id: subject_id });
    if (!lead) return NOBODY;
    return {
      who: lead.name,
      detail: said(LEAD_KIND[lead.kind], lead.zip && `ZIP ${lead.zip}`, excerpt(lead.message)),
      phone: phoneView(lead),
      at: { kind: "lead", id: lead.id },
    };
  },
  message: (orm, task) => {
    const { subject_id, booking_id } = task;
    if (task.kind === "strangers") return aboutMany(task);
    const message = messageOf(orm).get({ id: subject_id });
    const booking = aboutBooking(orm, booking_id);
    if (!message) return booking;
    const customer = message.customer_id && customerOf(orm).get({ id: message.customer_id });
    const other = (message.direction === "in" ? message.sender : message.recipient) ?? "";
    const person: AboutTask = customer
      ? { ...NOBODY, who: nameOf(customer), at: { kind: "customer", id: customer.id } }
      : { ...NOBODY, who: formatPhone(other), at: message.direction === "in" ? { kind: "texts", id: "" } : null };
    const known = booking.at ? booking : person;
    return message.direction === "in"
      ? {
          ...known,
          detail: said(`“${excerpt(message.body.trim())}”`, inDoubt(orm, message.sender, booking_id)),
          phone: other ? phoneView({ phone: other, phone_extension: null }) : known.phone,
        }
      : {
          ...known,
          detail: said(message.subject, `to ${formatPhone(other)}`, message.error && excerpt(message.error)),
        };
  },
  call: aboutCall(aboutBooking),
  refund: (orm, { subject_id, booking_id, kind }) => {
    const refund = refundOf(orm).get({ id: subject_id });
    const booking = aboutBooking(orm, booking_id);
    // What a person is to give may be what somebody gave past us.
    const elsewhere = refund && (isToPayOut(refund) || isToTakeUp(refund)) ? givenElsewhere(orm, refund) : 0;
    return refund
      ? {
          ...booking,
          detail: said(
            formatCents(leftToGive(orm, refund)),
            REFUND_STATE_OFFICE[refund.state],
            failureWords(refund.failure_reason),
            elsewhere > 0 && `${formatCents(elsewhere)} went back in Stripe’s dashboard since`,
          ),
          // Nothing is left to do with one that went past us: what it was for stands with the booking.
          at: kind === "refund_elsewhere" ? booking.at : { kind: "refund", id: subject_id },
        }
      : booking;
  },
  dispute: (orm, { subject_id, booking_id }, now) => {
    const dispute = disputeOf(orm).get({ id: subject_id });
    const booking = aboutBooking(orm, booking_id);
    const due = dispute ? answerDue(dispute, now) : null;
    const until = due && `${answerDueWords(due)} ${formatDay(dayAt(due.at), { short: true })}`;
    return dispute
      ? {
          ...booking,
          detail: said(formatCents(dispute.amount), DISPUTE_STATE[dispute.state], until),
          at: { kind: "dispute", id: subject_id },
        }
      : booking;
  },
  payout: (orm, { subject_id }) => {
    const payout = findPayout(orm, subject_id);
    return payout
      ? {
          ...NOBODY,
          who: "The bank",
          detail: said(formatCents(payout.amount), inWords(payout.failure_reason)),
          at: { kind: "payout", id: dayAt(payout.made_at) },
        }
      : NOBODY;
  },
  charge: (orm, { subject_id, booking_id, kind }) => {
    const charge = findCharge(orm, { id: subject_id });
    const booking = aboutBooking(orm, booking_id);
    if (!charge) return booking;
    const [asked] = charge.state === "questioned" ? listQuestions(orm, charge.id) : [];
    return {
      ...booking,
      detail: said(
        chargeTitle(charge),
        formatCents(totalOfCharge(charge)),
        asked ? `“${excerpt(asked.message)}”` : CHARGE_STATE_OFFICE[charge.state],
      ),
      // Money is given back from the booking.
      at: kind === "crossing_charged" ? booking.at : { kind: "charge", id: charge.id },
    };
  },
  work: (orm, { subject_id, booking_id }) => {
    const work = workOf(orm).get({ id: subject_id });
    const booking = booking_id ? aboutBooking(orm, booking_id) : { ...NOBODY, who: "The program" };
    return work ? { ...booking, detail: said(work.kind, work.error && excerpt(work.error)) } : booking;
  },
};

/** Whom and what a task is about, as it is now. */
export function aboutTask(orm: Orm, task: Task, now: Instant): AboutTask {
  return READERS[task.subject_kind](orm, task, now);
}
