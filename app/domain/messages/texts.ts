import type { Booking } from "../booking/order/bookings.server";
import { asSentence, type StatusSentence } from "../states/sentence";
import type { MessageKind } from "./policy";

export type TextKind = Extract<MessageKind, `sms.${string}`>;

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
const WORDS: Readonly<Record<TextKind, (facts: TextFacts) => string>> = {
  "sms.booking-confirmed": ({ booking, status, url }) =>
    `booking ${booking.booking_number} is paid. ${asSentence(status)} Manage it: ${url}`,
  "sms.delivery-failed": ({ business, booking, status, url }) =>
    `booking ${booking.booking_number}: ${asSentence(status)} Phone ${business.phone}. ${url}`,
  "sms.sign-request": ({ booking, url }) =>
    `your booking ${booking.booking_number} is ready. Sign and pay here: ${url}`,
};

/** What a text message says. */
export function textWords(kind: TextKind, facts: TextFacts): string {
  return `${facts.business.name}: ${WORDS[kind](facts)}`;
}
