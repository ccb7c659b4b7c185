import type { Tx } from "#db/client.server";
import { readDraftData, type DraftData } from "~/domain/booking/draft/data";
import type { Draft } from "~/domain/booking/draft/drafts.server";
import { grantableOrder, NO_RIGHTS, type Right, type Rights } from "~/domain/booking/draft/grants";
import { rightsFor } from "~/domain/booking/draft/grants.server";
import { answerQuestion } from "~/domain/booking/draft/project-buttons";
import { questionOf } from "~/domain/booking/draft/opened";
import type { Meanwhile } from "~/domain/booking/draft/writes.server";
import type { Booking } from "~/domain/booking/order/bookings.server";
import { correctPrepared, holdPrepared, leavesAsItIs } from "~/domain/booking/order/prepared.server";
import { endOfCorrected, quoteDayProblem, quoteEnd } from "~/domain/booking/order/renew.server";
import { checkSchedule, fillSchedule } from "~/domain/booking/order/schedule-check.server";
import { findSameQuote, prepareQuote } from "~/domain/booking/order/place.server";
import type { BookIntent, LineFields, PhoneScheduleFields } from "~/domain/booking/draft/fields";
import type { Deed, StaffActor } from "~/domain/kernel/deed";
import { findNotServed, notServedOf, type NotServed } from "~/domain/customers/serve.server";
import { formatDay, type Day } from "~/domain/kernel/days";
import type { Id } from "~/domain/kernel/ids.server";
import { dayAt, type Instant } from "~/domain/kernel/time.server";
import { questionInWords } from "~/domain/pricing/material-words";
import { sizesOf } from "~/domain/pricing/types";
import { enqueue } from "~/domain/outbox/outbox.server";
import { allowOnAccount, findAccountOf } from "~/domain/payments/account.server";
import { endedSentence } from "~/domain/settings/ended-sentence";
import { refusedWords } from "~/services/booking/on-account.server";
import { releaseCheckout, type Till } from "~/services/payments/checkout.server";
import type { Services } from "~/services.server";

/** What the office types while the caller talks: the project, one to ten lines, and the schedule. */
export interface PhoneOrder extends PhoneScheduleFields {
  projectType: string;
  businessType: "residential" | "commercial";
  wasteTypes: string[];
  lines: LineFields[];
  /** The last New York day of the price; as the setting says without one. */
  quoteUntil?: Day | null;
  /** That day stands there as it came: one that is put right keeps the end that it has when this is saved. */
  isEndLeft?: boolean;
  /** It comes in a window that is full, over several trips if it must. */
  fullWindow?: boolean;
  /** How a new one is paid; null where the form did not ask, as of a caller without terms. */
  payment?: "account" | "card" | null;
  /** Of whose account that was asked (a customer), and whether a person chose it; null where nothing but the choice is known. */
  paymentAsked?: { of: string; isChosen: boolean } | null;
}

/** Staff may fill a window beyond its room when they say so; what they prepare carries the grant for it. */
const FULL_WINDOW: Rights = new Set<Right>(["full_window"]);

export type PrepareResult =
  /**
   * `isNew`: this made it or changed it; else it was so already, and nothing was sent or written. `endedPayment`: its caller
   * stood on the payment page. `isPaid`: how the one that was there is paid, where another way was chosen now.
   */
  | { ok: true; bookingNumber: string; isNew: boolean; endedPayment?: true; isPaid?: "account" | "card" }
  | {
      ok: false;
      fields: Record<string, string>;
      title?: string;
      /** The customer wrote these fields meanwhile, and the draft is at this version. */
      meanwhile?: Meanwhile;
    };

/**
 * Prepares a booking for a caller in `quoted`, holds its dumpsters until the price ends (within the share that quotes may
 * hold) and sends the link for signature and payment, by email where there is one and by SMS where the caller agreed.
 * Refused with messages for the fields, and with the customer's question about the material until the button that was
 * pressed answers it (`materialQuestion`). Staff may price consultation materials this way. Of a customer with terms it is
 * said how it is paid, and goes on account only as it would by a press on its page, so that the one link says it right.
 */
export async function prepareBooking(
  services: Pick<Services, "db" | "settings" | "catalogue">,
  order: PhoneOrder,
  deed: Deed<StaffActor>,
  pressed: BookIntent = { kind: "continue" },
): Promise<PrepareResult> {
  const settings = services.settings();
  const looked = lookAt(services, order, deed, pressed);
  if (!looked.ok) return looked;
  const prepare = (tx: Tx): PrepareResult => {
    const same = findSameQuote(tx, deed, fillSchedule(tx, settings, looked.data));
    if (same) return asItWasSaved(tx, same, order, deed.now);
    const checked = checkSchedule(tx, settings, looked.data, deed.now, rightsOf(order));
    if (!checked.ok) return { ok: false, fields: checked.fields };
    const question = askHowPaid(tx, order, checked.data) ?? askAbout(checked.data);
    if (question) return question;
    const { booking } = prepareQuote(
      tx,
      deed,
      settings,
      checked.data,
      quoteEnd(order, settings, deed.now, order.quoteUntil),
    );
    holdPrepared(tx, deed, settings, booking);
    if (order.payment === "account") {
      const allowed = allowOnAccount(tx, deed, settings, booking);
      if (!allowed.ok) throw new NotOnAccount(allowed.code === "no_account" ? "" : "payment", refusedWords(allowed));
    }
    sendLink(tx, booking);
    return { ok: true, bookingNumber: booking.booking_number, isNew: true };
  };
  return services.db.write(prepare).catch((error: unknown): PrepareResult => {
    if (error instanceof NotOnAccount) return { ok: false, fields: { [error.field]: error.message } };
    throw error;
  });
}

/** Saved a moment ago: how it is paid then is no part of what tells two orders apart, so that another choice is told. */
function asItWasSaved(
  tx: Tx,
  { draft, booking }: { draft: Draft; booking: Booking },
  { payment }: PhoneOrder,
  now: Instant,
): PrepareResult {
  const isPaid = rightsFor(tx, draft.id, grantableOrder(draft.data), now).has("on_account") ? "account" : "card";
  const isOther = payment && payment !== isPaid;
  return { ok: true, bookingNumber: booking.booking_number, isNew: false, ...(isOther && { isPaid }) };
}

/** It cannot go on account: thrown, so that nothing of the order is kept. `field`: the choice, where the form has one. */
class NotOnAccount extends Error {
  override name = "NotOnAccount";
  constructor(
    readonly field: "payment" | "",
    message: string,
  ) {
    super(message);
  }
}

/**
 * Whoever has terms is not told of a card because nobody looked them up, nor of their account because it stood in the form
 * before where the link goes was typed over: the form comes back once, with the choice as it is now.
 */
function askHowPaid(tx: Tx, order: PhoneOrder, { contactInfo, smsConsent }: DraftData): PrepareResult | null {
  const account = findAccountOf(tx, { ...contactInfo, smsConsent });
  return !account || isSaid(order, account)
    ? null
    : { ok: false, fields: { payment: "This caller has terms. Look at how it is paid, then save again." } };
}

function isSaid(
  { payment, paymentAsked: asked }: PhoneOrder,
  account: NonNullable<ReturnType<typeof findAccountOf>>,
): boolean {
  if (!payment) return false;
  if (!asked) return true;
  return asked.of === account.id && (asked.isChosen || payment === "card" || account.isConfirmed);
}

/**
 * Puts an order that was prepared right, in the draft that its caller may have open; refused like a new one, and with
 * `meanwhile` where the customer wrote the same fields since version `seen`. An open payment page ends first,
 * unless it is for the driver alone.
 */
export async function correctBooking(
  services: Till & Pick<Services, "catalogue">,
  booking: Booking,
  order: PhoneOrder,
  seen: number,
  deed: Deed<StaffActor>,
  pressed: BookIntent = { kind: "continue" },
): Promise<PrepareResult> {
  const settings = services.settings();
  // Whose order it was, too: a caller may have typed another number since.
  const notServed = notServedOf(services.db.orm, booking);
  if (notServed) return { ok: false, fields: { phone: notServedText(notServed) } };
  const looked = lookAt(services, order, deed, pressed);
  if (!looked.ok) return looked;
  const question = askAbout(looked.data);
  if (question) return question;
  const correction = {
    mine: looked.data,
    seen,
    endOf: endOfCorrected(settings, deed.now, order.isEndLeft ? "as it is" : (order.quoteUntil ?? null)),
    rights: rightsOf(order),
  };
  if (leavesAsItIs(services.db.orm, settings, booking, correction, deed.now))
    return { ok: true, bookingNumber: booking.booking_number, isNew: false };
  const correct = () =>
    services.db.write((tx) => correctPrepared(tx, deed, settings, booking.draft_id as Id<"draft">, correction));
  let result = await correct();
  const endsPayment = !result.ok && "code" in result && result.code === "being_paid";
  if (endsPayment) {
    const released = await releaseCheckout(services, deed, booking.id, "office_put_right");
    if (released === "paid") return refusedWith("The customer has paid this very moment. Look at the booking again.");
    if (released === "unreachable")
      return refusedWith(
        "The customer’s payment page cannot be ended just now, so nothing was changed. Try again in a minute.",
      );
    result = await correct();
  }
  if (result.ok)
    return {
      ok: true,
      bookingNumber: booking.booking_number,
      isNew: result.changed,
      ...(endsPayment && { endedPayment: true }),
    };
  if ("code" in result)
    return result.code === "refused"
      ? { ok: false, fields: result.fields }
      : refusedWith(
          result.code === "not_open"
            ? "This order is not open any more. Look at the booking again."
            : "The customer opened the payment page this very moment. Try again.",
        );
  return { ok: false, fields: {}, meanwhile: result };
}

function refusedWith(message: string): PrepareResult {
  return { ok: false, fields: { "": message } };
}

/** What is said of an order before it is saved; the dumpsters are counted when it is. */
function lookAt(
  services: Pick<Services, "db" | "settings" | "catalogue">,
  order: PhoneOrder,
  deed: Deed<StaffActor>,
  pressed: BookIntent,
): { ok: true; data: DraftData } | Extract<PrepareResult, { ok: false }> {
  const settings = services.settings();
  const data = answerQuestion(toDraftData(order), pressed, sizesOf(services.catalogue().prices));
  const notServed = findNotServed(services.db.orm, data.contactInfo);
  const endsBefore = quoteDayProblem(order.quoteUntil, deed.now);
  const fields = {
    ...(notServed && { phone: notServedText(notServed) }),
    ...(endsBefore && { quoteUntil: endsBefore }),
  };
  // All mistakes at once: what the schedule says stands beside these.
  if (Object.keys(fields).length === 0) return { ok: true, data };
  const checked = checkSchedule(services.db.orm, settings, data, deed.now, rightsOf(order));
  // What a customer reads who is not served says nothing; staff are told why.
  const { "": _neutral, ...said } = checked.ok ? {} : checked.fields;
  return { ok: false, fields: { ...(notServed ? said : checked.ok ? {} : checked.fields), ...fields } };
}

/** Last, so that its answer is not asked for again because of something else. */
function askAbout(data: DraftData): Extract<PrepareResult, { ok: false }> | null {
  const question = questionOf(data);
  return (
    question && {
      ok: false,
      fields: { materialQuestion: questionInWords(question) },
      title: "One question before you save",
    }
  );
}

const rightsOf = (order: PhoneOrder): Rights => (order.fullWindow ? FULL_WINDOW : NO_RIGHTS);

function sendLink(tx: Tx, booking: Booking): void {
  const { id: bookingId } = booking;
  const payload = { bookingId };
  if (booking.email)
    enqueue(tx, { kind: "mail.sign-request", cause: `mail.sign-request:${bookingId}`, bookingId, payload });
  if (booking.sms_consent)
    enqueue(tx, { kind: "sms.sign-request", cause: `sms.sign-request:${bookingId}`, bookingId, payload });
}

/** For staff alone: who was decided not to be served, and why. */
export function notServedText({ reason, since, by }: NotServed): string {
  return `Do not serve since ${formatDay(dayAt(since), { year: true })}${by ? `, by ${by}` : ""}: ${endedSentence(reason)} Whoever knows better lifts it in the customer’s record first.`;
}

function toDraftData(order: PhoneOrder): DraftData {
  const {
    firstName,
    lastName,
    phone,
    email,
    lines,
    quoteUntil: _end,
    isEndLeft: _left,
    fullWindow: _full,
    payment: _how,
    paymentAsked: _asked,
    ...rest
  } = order;
  const cart = lines.map((line) => ({
    dumpsterSize: line.dumpsterSize,
    quantity: line.quantity,
    materialCategory: line.materialCategory,
  }));
  return readDraftData({ ...rest, cart, dumpsterSize: null, contactInfo: { firstName, lastName, phone, email } });
}
