import type { Tx } from "#db/client.server";
import { isCodeWanted } from "~/domain/accounts/codes.server";
import { forgetKey, isStillAsked } from "~/domain/accounts/keys.server";
import { findDriverInvitationById, type DriverInvitation } from "~/domain/accounts/driver-invitations.server";
import { forgetLink } from "~/domain/accounts/sign-up.server";
import type { Booking } from "~/domain/booking/order/bookings.server";
import { languageOf } from "~/domain/customers/family.server";
import { accountDaysOf } from "~/domain/documents/sign.server";
import type { Deed } from "~/domain/kernel/deed";
import type { Language } from "~/domain/kernel/language";
import { readPhone } from "~/domain/kernel/phone";
import type { Try } from "~/domain/limits/limits.server";
import { hasTexted } from "~/domain/messages/messages.server";
import { quietUntil } from "~/domain/messages/quiet-hours.server";
import { policyOf } from "~/domain/messages/policy";
import { findTextStop, stopTexts } from "~/domain/messages/stops.server";
import { ifMeant, whatChanged } from "~/domain/messages/templates";
import {
  bookingLinkWords,
  changedWords,
  codeWords,
  drivingWords,
  textWords,
  type BookingText,
  type Said,
  type TextKind,
} from "~/domain/messages/texts";
import type { Task } from "~/domain/outbox/outbox.server";
import { mayGetLink } from "~/domain/voice/booking-link.server";
import { findCall } from "~/domain/voice/calls.server";
import { paths } from "~/paths";
import { NotYet } from "../work/outcome.server";
import { business, links, OVER, statusOf, type Texting } from "./facts.server";
import { countOnce, keep, messageId, notSent, type Effect, type Subject, type Undelivered } from "./send.server";
import { applyEarlyReports } from "./text-reports.server";

/** Why a text is kept as not sent; the office reads it beside the text. */
const WHY = {
  stopped: "this number has stopped our texts",
  unreachable: "no phone that gets texts has this number",
};

interface Sending {
  to: string;
  body: string;
  language?: Language | undefined;
  /** As it is kept, where that is not what was sent. */
  kept?: string;
  /** What it is about, as far as it is known. */
  booking?: Subject;
}

/**
 * A text message to a customer who agreed to them (domain.md, section 6): nothing to one who did not, to a number that
 * has stopped our texts, and over the caps. In the quiet hours it waits for the morning, and everything is looked at
 * again then. `path` is the page of ours that it leads to, `said` what it is about where the status does not say it.
 */
export async function sendText(
  services: Texting,
  deed: Deed,
  work: Task<BookingText>,
  booking: Booking,
  path: string,
  said: Said = "",
): Promise<Effect> {
  if (policyOf(work.kind).free !== "never")
    throw new Error(`${work.kind}: a stranger can cause it, and it is not capped`);
  if (!booking.sms_consent) return notSent(work, "no consent to text messages");
  const to = readPhone(booking.phone)?.e164;
  if (!to) return notSent(work, "no number that a text message could go to");
  const accountDays = accountDaysOf(services.db.orm, booking, deed.now);
  const facts = { business: business(services), booking, accountDays, status: statusOf(services, booking) };
  const spoken = languageOf(services.db.orm, booking.customer_id);
  const isFirst = !hasTexted(services.db.orm, to);
  const words = textWords(work.kind, { ...facts, said, isFirst, url: links(services).url(path) }, spoken);
  const sending = { to, ...words, booking };
  const unsent = stoppedOrAsleep(services, deed, work, sending);
  if (unsent) return unsent;
  const caps: Try[] = [
    { name: "sms-number", target: to },
    { name: "sms-booking", target: booking.id },
  ];
  if (!(await countOnce(services, work, caps))) return notSent(work, "the number or the booking had enough of these");
  return hand(services, deed, work, sending);
}

/** A text of what was found for it, to the booking's page unless `path` is another; nothing where nothing was found. */
export async function textOf<F extends { booking: Booking }>(
  services: Texting,
  deed: Deed,
  work: Task<BookingText>,
  found: F | null,
  say: (found: F) => Said,
  path: (found: F) => string = ({ booking }) => paths.manage.open(booking.capability),
): Promise<Effect> {
  return found ? sendText(services, deed, work, found.booking, path(found), say(found)) : notSent(work, OVER);
}

/**
 * The code that somebody asked for, at any hour and whatever the stop list says. However it ends, its work does not keep
 * the code; its words are never kept (decision 0035).
 */
export async function accountCode(services: Texting, deed: Deed, work: Task<"sms.account-code">): Promise<Effect> {
  const effect = await sendCode(services, deed, work);
  return (tx) => {
    effect(tx);
    forgetKey(tx, work.id);
  };
}

async function sendCode(services: Texting, deed: Deed, work: Task<"sms.account-code">): Promise<Effect> {
  const { to, key } = work.payload;
  if (!(await services.db.write((tx) => isStillAsked(tx, work.id) && isCodeWanted(tx, work.payload))))
    return notSent(work, OVER);
  if (!(await countOnce(services, work, [{ name: "sms-account-code", target: to }])))
    return notSent(work, "the number had enough of these");
  return hand(services, deed, work, { to, body: codeWords(business(services), key), kept: "[code]" });
}

/**
 * Tells the owner of an account without an email address that something was changed. It is no code: a number that has
 * stopped our texts gets none, and nobody is woken by it.
 */
export async function accountChangedText(
  services: Texting,
  deed: Deed,
  work: Task<"sms.account-changed">,
): Promise<Effect> {
  const { to, changed } = work.payload;
  const sending = { to, body: changedWords(business(services), whatChanged(changed), ifMeant(changed)) };
  return (
    stoppedOrAsleep(services, deed, work, sending) ??
    ((await countOnce(services, work, [{ name: "sms-number", target: to }]))
      ? hand(services, deed, work, sending)
      : notSent(work, "the number had enough of these"))
  );
}

/** The booking link, to who asked for it by a key while they called; not to a number that has stopped our texts since. */
export async function bookingLinkText(services: Texting, deed: Deed, work: Task<"sms.booking-link">): Promise<Effect> {
  const call = findCall(services.db.orm, work.payload.callId);
  if (!call || !mayGetLink(services.db.orm, call)) return notSent(work, OVER);
  const to = call.other_number;
  const body = bookingLinkWords(business(services), links(services).url(paths.book.project()));
  const booking = { id: call.booking_id, customer_id: call.customer_id };
  const sending = { to, body, booking };
  return (
    stoppedOrAsleep(services, deed, work, sending) ??
    ((await countOnce(services, work, [
      { name: "sms-booking-link", target: to },
      { name: "sms-number", target: to },
    ]))
      ? hand(services, deed, work, sending)
      : notSent(work, "the number had enough of these"))
  );
}

/** Invites a driver, while the invitation is open. However it ends, its work does not keep the link. */
export async function drivingText(services: Texting, deed: Deed, work: Task<"sms.invitation">): Promise<Effect> {
  const invitation = findDriverInvitationById(services.db.orm, work.payload.invitationId);
  const effect = await sendDrivingText(services, deed, work, invitation);
  return (tx) => {
    effect(tx);
    forgetLink(tx, work.id);
  };
}

async function sendDrivingText(
  services: Texting,
  deed: Deed,
  work: Task<"sms.invitation">,
  invitation: DriverInvitation | null,
): Promise<Effect> {
  if (!invitation?.phone) return notSent(work, OVER);
  const words = (url: string) => drivingWords(business(services), invitation.invited_by, url);
  const sending = {
    to: invitation.phone,
    body: words(links(services).url(work.payload.confirmPath)),
    kept: words("[link]"),
  };
  return (
    stoppedOrAsleep(services, deed, work, sending) ??
    ((await countOnce(services, work, [{ name: "sms-number", target: sending.to }]))
      ? hand(services, deed, work, sending)
      : notSent(work, "the number had enough of these"))
  );
}

/** The end of a text to a number that has stopped them; throws NotYet while it would wake somebody; null: it may leave. */
function stoppedOrAsleep(services: Texting, deed: Deed, work: Task<TextKind>, sending: Sending): Effect | null {
  if (findTextStop(services.db.orm, sending.to))
    return keepFailed(services, deed, work, sending, { state: "stopped", why: WHY.stopped });
  const quiet = quietUntil(work.kind, deed.now);
  if (quiet !== null) throw new NotYet(quiet - deed.now, () => false);
  return null;
}

/** Hands a text to the phone network, and keeps what it said. */
async function hand(services: Texting, deed: Deed, work: Task<TextKind>, sending: Sending): Promise<Effect> {
  const { to, body, booking } = sending;
  const answer = await services.sms.send({ messageId: messageId(services, work), to, body });
  if (answer.ok) {
    const { providerId } = answer;
    const effect = keep(services, deed, work, booking, { ...rowOf(services, sending), providerId });
    return (tx) => {
      effect(tx);
      applyEarlyReports(tx, deed, providerId);
    };
  }
  if (answer.code === "later") throw new NotYet(answer.ms, () => false);
  const effect = keepFailed(services, deed, work, sending, {
    state: answer.code === "stopped" ? "stopped" : "failed",
    why: `${WHY[answer.code]} (${answer.why})`,
  });
  if (answer.code !== "stopped") return effect;
  return (tx) => {
    effect(tx);
    stopTexts(tx, deed, to, "network");
  };
}

/** Keeps a text that will never leave, with the reason. */
function keepFailed(
  services: Texting,
  deed: Deed,
  work: Task<TextKind>,
  sending: Sending,
  missed: Undelivered,
): Effect {
  const row = { ...rowOf(services, sending), providerId: null };
  const kept = keep(services, deed, work, sending.booking, row, missed);
  const noted = notSent(work, missed.why);
  return (tx: Tx) => {
    kept(tx);
    noted(tx);
  };
}

function rowOf(services: Texting, { to, body, kept, language }: Sending) {
  const { from: sender } = services.sms;
  return { channel: "sms" as const, sender, recipient: to, subject: "", body: kept ?? body, language };
}
