import { and, desc, eq, gte, inArray, isNotNull, isNull, sql, type SQL } from "drizzle-orm";
import type { Orm, Tx } from "#db/client.server";
import { bookings, messages } from "#db/schema/index";
import { findByReach } from "../customers/contacts.server";
import { familyOf } from "../customers/family.server";
import { recordEvent } from "../events/events.server";
import type { Deed } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import { formatPhone } from "../kernel/phone";
import { cut } from "../kernel/text";
import type { Instant } from "../kernel/time.server";
import { saysCancel, type TextWord } from "./incoming";
import { keepMessage } from "./messages.server";
import { allowTexts, findTextStop, stopTexts } from "./stops.server";
import { askAboutCancel, listTextedAbout } from "./texted-about.server";

/** How much of a text the timeline says; all of it stands beside it. */
const SAID = 80;

/** A text that came to us, as the phone network tells it. */
export interface IncomingText {
  /** Their name for it. */
  providerId: string;
  /** E.164 or, rarely, a short code. */
  from: string;
  to: string;
  body: string;
}

/** What a text turned out to be: a word that has its effect, or something for a person. */
export type TextTaken = Exclude<TextWord, "yes"> | "message";

/**
 * Takes a text in, once: its word takes effect, and it joins its thread. "YES" of a number that has stopped nothing is
 * an answer for a person. Returns what it was; null for one that is known already.
 */
export function takeText(
  tx: Tx,
  deed: Deed,
  publicUrl: string,
  text: IncomingText,
  word: TextWord | null,
): TextTaken | null {
  const again = word === "yes" && findTextStop(tx, text.from) !== null ? "start" : null;
  const meant = word === "yes" ? again : word;
  const thread = threadOf(tx, text.from);
  const id = keepMessage(
    tx,
    deed,
    publicUrl,
    {
      cause: `text:${text.providerId}`,
      direction: "in",
      channel: "sms",
      template: meant && `in.${meant}`,
      sender: text.from,
      recipient: text.to,
      subject: "",
      body: text.body,
      ...thread,
      providerId: text.providerId,
    },
    "received",
  );
  if (id === null) return null;
  if (meant === "stop") stopTexts(tx, deed, text.from, "customer");
  if (meant === "start") allowTexts(tx, deed, text.from);
  if (saysCancel(text.body)) askAboutCancel(tx, deed, { id, from: text.from }, thread.bookingId);
  const others = listTextedAbout(tx, text.from, thread.bookingId).filter((one) => one.id !== thread.bookingId);
  recordEvent(tx, deed, {
    subject: { kind: "message", id },
    action: "text_received",
    to: "received",
    bookingId: thread.bookingId,
    data: {
      ...(meant && { word: meant }),
      said: cut(text.body.trim(), SAID),
      ...(others.length > 0 && { others: others.map(({ number }) => number) }),
    },
  });
  return meant ?? "message";
}

/** STOP of a number whose texts are too many to be kept: it is heard, and CANCEL is asked about, all the same. */
export function hearStop(tx: Tx, deed: Deed, { from, body }: Pick<IncomingText, "from" | "body">): void {
  stopTexts(tx, deed, from, "customer");
  if (saysCancel(body)) askAboutCancel(tx, deed, { from }, threadOf(tx, from).bookingId);
}

/**
 * Whom a number's text belongs to: the booking and customer that we wrote to there last, unless another alone has the number
 * by now; else the one customer who has the number, with their newest booking. Nobody where several have it: that is for a person to see.
 */
function threadOf(orm: Orm, phone: string): { bookingId: Id<"booking"> | null; customerId: Id<"customer"> | null } {
  const last = orm
    .select({ bookingId: messages.booking_id, customerId: messages.customer_id })
    .from(messages)
    // A code that was asked for is nobody's thread.
    .where(and(eq(messages.recipient, phone), eq(messages.direction, "out"), isNotNull(messages.customer_id)))
    .orderBy(desc(messages.created_at))
    .limit(1)
    .get();
  const [customer, another] = findByReach(orm, [phone]);
  // Whoever has the number now: the one we wrote to may have given it up since, and it is somebody else's.
  const isPassedOn = customer && !another && last?.customerId && !familyOf(orm, customer.id).includes(last.customerId);
  if (last?.customerId && !isPassedOn) return last;
  if (!customer || another) return { bookingId: null, customerId: null };
  const booking = orm
    .select({ id: bookings.id })
    .from(bookings)
    .where(eq(bookings.customer_id, customer.id))
    .orderBy(desc(bookings.created_at), desc(bookings.id))
    .limit(1)
    .get();
  return { bookingId: booking?.id ?? null, customerId: customer.id };
}

const LINE = {
  id: messages.id,
  direction: messages.direction,
  template: messages.template,
  body: messages.body,
  sender: messages.sender,
  recipient: messages.recipient,
  state: messages.state,
  error: messages.error,
  at: messages.created_at,
  number: bookings.booking_number,
  customerId: messages.customer_id,
};

function linesWhere(orm: Orm, where: SQL | undefined, most: number) {
  return orm
    .select(LINE)
    .from(messages)
    .leftJoin(bookings, eq(bookings.id, messages.booking_id))
    .where(where)
    .orderBy(desc(messages.created_at))
    .limit(most)
    .all()
    .map((line) => ({ ...line, with: formatPhone((line.direction === "in" ? line.sender : null) ?? line.recipient) }));
}

/** All texts with a customer's family, newest first. */
export function listTexts(orm: Orm, family: readonly Id<"customer">[], most = 50) {
  return linesWhere(orm, and(inArray(messages.customer_id, [...family]), eq(messages.channel, "sms")), most);
}
export type TextLine = ReturnType<typeof listTexts>[number];

/** What numbers wrote that are no customer's record's, and a person reads; newest first. */
export function listStrangeTexts(orm: Orm, most = 100): TextLine[] {
  return linesWhere(
    orm,
    and(isNull(messages.customer_id), sql`${messages.direction} = 'in'`, isNull(messages.template)),
    most,
  );
}

/**
 * What customers wrote and a person reads (no STOP, START or HELP), newest first; `since` leaves out what is older. The
 * direction is written out, so that SQLite uses the partial index.
 */
export function listTextsToRead(orm: Orm, since: Instant, most = 50): TextLine[] {
  return linesWhere(
    orm,
    and(sql`${messages.direction} = 'in'`, isNull(messages.template), gte(messages.created_at, since)),
    most,
  );
}
