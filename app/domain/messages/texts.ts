import type { Booking } from "../booking/order/bookings.server";
import { formatEnd } from "../kernel/moments";
import { asSentence, type StatusSentence } from "../states/sentence";
import type { MessageKind } from "./policy";

export type TextKind = Extract<MessageKind, `sms.${string}`>;

/** Those about a booking, to who agreed to texts. A code goes to who asks for it. */
export type BookingText = Exclude<TextKind, "sms.account-code">;

export interface TextFacts {
  /** The company's name and number, as printed. */
  business: { name: string; phone: string };
  booking: Booking;
  /** As the booking's page says it. */
  status: StatusSentence;
  /** Absolute: where the customer goes on from here. */
  url: string;
}

/** Every text message the company sends. Its name stands before the words, so they begin in lower case. */
const WORDS: Readonly<Record<BookingText, (facts: TextFacts) => string>> = {
  "sms.booking-confirmed": ({ booking, status, url }) =>
    `booking ${booking.booking_number} is paid. ${asSentence(status)} Manage it: ${url}`,
  "sms.delivery-failed": ({ business, booking, status, url }) =>
    `booking ${booking.booking_number}: ${asSentence(status)} Phone ${business.phone}. ${url}`,
  "sms.sign-request": ({ booking, url }) =>
    `your booking ${booking.booking_number} is ready.${booking.quote_expires_at === null ? "" : ` Its price is good ${formatEnd(booking.quote_expires_at, { short: true })}.`} Sign and pay here: ${url}`,
};

/** What a text message says. */
export function textWords(kind: BookingText, facts: TextFacts): string {
  return `${facts.business.name}: ${WORDS[kind](facts)}`;
}

/** The one-time code. It comes last, where phones find it; what it is for stands before it. */
export function codeWords(business: { name: string }, code: string): string {
  return `${business.name}: your code, for 10 minutes. Tell it to nobody, we never ask for it. ${code}`;
}

/** What STOP, START and HELP are answered with. */
export function stoppedWords(business: { name: string }): string {
  return `${business.name}: you get no more texts from us. Reply START to get them again.`;
}

export function allowedWords(business: { name: string }): string {
  return `${business.name}: you get our texts again. Reply STOP to end them.`;
}

export function helpWords(business: { name: string; phone: string }): string {
  return `${business.name}: texts about your dumpster. Phone ${business.phone} and we help you. Reply STOP to get no more texts.`;
}
