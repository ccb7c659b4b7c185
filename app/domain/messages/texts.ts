import type { Booking } from "../booking/order/bookings.server";
import { OUR_LANGUAGE, type Language } from "../kernel/language";
import { formatEnd } from "../kernel/full-dates";
import { asSentence, type StatusSentence } from "../states/sentence";
import type { MessageKind } from "./policy";
import { inPlainLetters } from "./segments";

export type TextKind = Extract<MessageKind, `sms.${string}`>;

/** Those about a booking, to who agreed to texts. A code goes to who asks for it, a notice to an account's own number. */
export type BookingText = Exclude<TextKind, `sms.account-${string}` | "sms.invitation" | "sms.booking-link">;

export interface TextFacts {
  /** The company's name and number, as printed. */
  business: { name: string; phone: string };
  booking: Pick<Booking, "booking_number" | "quote_expires_at">;
  /** Days to pay an order that goes on the customer's account when it is signed; null: it is paid by card. */
  accountDays: number | null;
  /** As the booking's page says it. */
  status: StatusSentence;
  /** What it is about, as sentences, where the status does not say it. */
  said: string;
  /** Absolute: where the customer goes on from here. */
  url: string;
  /** Nothing of ours has gone to that number yet: the carriers want the first text to say how they are ended. */
  isFirst?: boolean;
}

type Words = Readonly<Record<BookingText, (facts: TextFacts) => string>>;
/** Another language's. They are not given the status: it is a sentence, and an English one. */
type OtherWords = Readonly<Partial<Record<BookingText, (facts: Omit<TextFacts, "status">) => string>>>;

/** What a text is about, in English and in the languages in which it can be said; a plain one is English. */
export type Said = string | (Readonly<Partial<Record<Language, string>>> & { readonly en: string });

/** Every text message the company sends. Its name stands before the words, so they begin in lower case. */
const ENGLISH: Words = {
  "sms.booking-confirmed": ({ booking, accountDays, status, url }) =>
    `booking ${booking.booking_number} is ${accountDays === null ? "paid" : "on your account"}. ${asSentence(status)} Manage it: ${url}`,
  "sms.cancelled": ({ booking, said, url }) => `booking ${booking.booking_number}: ${said} ${url}`,
  "sms.refund": ({ booking, said, url }) => `booking ${booking.booking_number}: ${said} ${url}`,
  "sms.late-payment": ({ booking, said, url }) => `booking ${booking.booking_number}: ${said} ${url}`,
  "sms.delivery-failed": ({ business, booking, said, url }) =>
    `booking ${booking.booking_number}: ${said} Phone ${business.phone}. ${url}`,
  "sms.on-the-way": ({ said, url }) => `${said} Follow it here: ${url}`,
  "sms.called-back": ({ said, url }) => `${said} ${url}`,
  "sms.delivered": ({ business, said, url }) => `${said} Questions? Phone ${business.phone}. ${url}`,
  "sms.access-blocked": ({ said, url }) => `${said} Answer here: ${url}`,
  "sms.picked-up": ({ said, url }) => `${said} ${url}`,
  "sms.pickup-requested": ({ booking, said, url }) => `booking ${booking.booking_number}: ${said} ${url}`,
  "sms.pickup-kept": ({ booking, said, url }) => `booking ${booking.booking_number}: ${said} ${url}`,
  "sms.extended": ({ booking, said, url }) => `booking ${booking.booking_number}: ${said} ${url}`,
  "sms.extra-planned": ({ booking, said, url }) => `booking ${booking.booking_number}: ${said} ${url}`,
  "sms.extra-failed": ({ booking, said, url }) => `booking ${booking.booking_number}: ${said} ${url}`,
  "sms.extra-withdrawn": ({ booking, said, url }) => `booking ${booking.booking_number}: ${said} ${url}`,
  "sms.moved": ({ booking, said, url }) => `booking ${booking.booking_number}: ${said} ${url}`,
  "sms.scheduled": ({ booking, said, url }) => `booking ${booking.booking_number}: ${said} ${url}`,
  "sms.pickup-failed": ({ business, booking, said, url }) =>
    `booking ${booking.booking_number}: ${said} Phone ${business.phone}. ${url}`,
  "sms.day-before": ({ said, url }) => `${said} Please keep the way clear. ${url}`,
  "sms.due-soon": ({ said, url }) => `${said} ${url}`,
  "sms.due-today": ({ said, url }) => `${said} ${url}`,
  "sms.overdue": ({ said, url }) => `${said} ${url}`,
  "sms.delivery-late": ({ booking, said, url }) => `booking ${booking.booking_number}: ${said} ${url}`,
  "sms.errand-late": ({ booking, said, url }) => `booking ${booking.booking_number}: ${said} ${url}`,
  "sms.charge-notice": ({ booking, said, url }) =>
    `booking ${booking.booking_number}: ${said} How we worked it out, and the proof: ${url}`,
  "sms.balance-due": ({ booking, said, url }) => `booking ${booking.booking_number}: ${said} Pay here: ${url}`,
  // `said` of an order that was signed before: what has become of it.
  "sms.sign-request": ({ booking, accountDays, said, url }) =>
    `your booking ${booking.booking_number} ${said || "is ready."}${booking.quote_expires_at === null ? "" : ` Its price is good ${formatEnd(booking.quote_expires_at, { short: true })}.`} ${accountDays !== null ? "It goes on your account. Sign" : said ? "Go on" : "Sign and pay"} here: ${url}`,
};

/** The other languages' words, as far as there are any: a text without them goes in English. */
const OTHERS: Readonly<Record<Exclude<Language, "en">, OtherWords>> = {};

/** How the first text to a number ends: the carriers' rule (CTIA, 5.1.3), in their own words. */
const FIRST: Readonly<Record<Language, string>> = { en: "Reply STOP to opt out, HELP for help." };

/**
 * What a text message says in a language, and in which it says so: whole in the one or whole in English, never Spanish
 * words around an English sentence.
 */
export function textWords(
  kind: BookingText,
  facts: Omit<TextFacts, "said"> & { said: Said },
  language: Language,
  others: Readonly<Record<string, OtherWords>> = OTHERS,
): { body: string; language: Language } {
  const words = others[language]?.[kind];
  const said = saidIn(facts.said, language);
  const own = words && said !== null ? words({ ...facts, said }) : null;
  const body = own ?? ENGLISH[kind]({ ...facts, said: saidIn(facts.said, OUR_LANGUAGE) ?? "" });
  const spoken = own === null ? OUR_LANGUAGE : language;
  const whole = `${facts.business.name}: ${body}${facts.isFirst ? ` ${FIRST[spoken]}` : ""}`;
  return { body: inPlainLetters(whole), language: spoken };
}

/** Null: it cannot be said in that language. To say nothing needs none. */
function saidIn(said: Said, language: Language): string | null {
  if (typeof said !== "string") return said[language] ?? null;
  return said === "" || language === OUR_LANGUAGE ? said : null;
}

/** The one-time code. It comes last, where phones find it; what it is for stands before it. */
export function codeWords(business: { name: string }, code: string): string {
  return `${business.name}: your code, for 10 minutes. Tell it to nobody, we never ask for it. ${code}`;
}

/** Tells an account's owner that something was changed: `what` as a sentence, `meant` as the words for a change of theirs. */
export function changedWords(business: { name: string; phone: string }, what: string, meant: string): string {
  return `${business.name}: ${what}. ${meant}, all is well. If not, phone ${business.phone} at once.`;
}

/** Invites somebody to drive for us. */
export function drivingWords(business: { name: string }, invitedBy: string, url: string): string {
  return `${business.name}: ${invitedBy} invites you to drive with us. Accept within 7 days: ${url}`;
}

/** What a caller asked for by a key. */
export function bookingLinkWords(business: { name: string }, url: string): string {
  return `${business.name}: you called us and asked for this link. Book a dumpster here at any time: ${url} Reply STOP to get no more texts.`;
}

/** What STOP, START and HELP are answered with. */
export const ANSWER_KINDS = ["sms.stop-answer", "sms.start-answer", "sms.help-answer"] as const;
export type AnswerKind = (typeof ANSWER_KINDS)[number];

export function stoppedWords(business: { name: string; phone: string }): string {
  return `${business.name}: you get no more texts from us. A booking stays as it is: to change it, phone ${business.phone}. Reply START to get texts again.`;
}

export function allowedWords(business: { name: string }): string {
  return `${business.name}: you get our texts again. Reply STOP to end them.`;
}

export function helpWords(business: { name: string; phone: string }): string {
  return `${business.name}: texts about your dumpster. Phone ${business.phone} and we help you. Reply STOP to get no more texts.`;
}
