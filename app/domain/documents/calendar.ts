import { addDays, type Day } from "../kernel/days";
import { href, tidy } from "./escape";

export interface CalendarDelivery {
  day: Day;
  /** 8 and 12 for the morning. */
  window: { startHour: number; endHour: number };
  windowLabel: string;
}

/** The facts of a booking that go into a calendar. Hours are New York wall time. */
export interface CalendarFacts {
  bookingNumber: string;
  businessName: string;
  phone: string;
  /** "2 × 20-yard dumpster (General waste)" */
  summary: string;
  addressLines: string[];
  /** When a truck brings something, the first one first; each time once. */
  deliveries: readonly CalendarDelivery[];
  /** What is to happen before we can deliver, in a sentence. */
  before?: string;
  /**
   * When a truck takes something away, in order; each day once for each of both. `isKept`: it stays until its customer asks, and the day is the
   * last one that is paid for.
   */
  pickups: readonly { day: Day; isKept: boolean }[];
  manageUrl: string;
  /** Host name for the UIDs; the same for ever, or calendars show the booking twice. */
  uidHost: string;
  /** When this file was made: milliseconds since 1970. */
  madeAt: number;
  /** Goes up by one with each change of the booking, so that calendars replace the older events. */
  sequence: number;
  cancelled?: boolean;
}

/**
 * An RFC 5545 calendar: the delivery window as a timed event, the pickup, or the last paid day, as a whole day.
 * Times are local with their zone, so a clock change between booking and delivery moves nothing.
 */
export function bookingCalendar(facts: CalendarFacts): string {
  const details = `Booking ${facts.bookingNumber}\n${facts.summary}\nManage your booking: ${facts.manageUrl}\nQuestions: ${facts.phone}`;
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    `PRODID:-//${plain(facts.businessName)}//Bookings//EN`,
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    ...NEW_YORK_ZONE,
    ...facts.deliveries.flatMap(({ day, window, windowLabel }, at) =>
      event(facts, uid("delivery", at), [
        `DTSTART;TZID=America/New_York:${local(day, window.startHour)}`,
        `DTEND;TZID=America/New_York:${local(day, window.endHour)}`,
        `SUMMARY:${escapeText(`Dumpster delivery: ${facts.businessName}`)}`,
        `DESCRIPTION:${escapeText(`${[`${windowLabel}.`, facts.before, "Please keep the way to the place clear."].filter(Boolean).join(" ")}\n${details}`)}`,
        "TRANSP:OPAQUE",
      ]),
    ),
    ...facts.pickups.flatMap(({ day, isKept }, at) =>
      event(facts, uid("pickup", at), [
        `DTSTART;VALUE=DATE:${compact(day)}`,
        `DTEND;VALUE=DATE:${compact(addDays(day, 1))}`,
        `SUMMARY:${escapeText(`${isKept ? "Dumpster, last paid day" : "Dumpster pickup"}: ${facts.businessName}`)}`,
        `DESCRIPTION:${escapeText(`${isKept ? "It stays until you ask for the pickup: each day after this one is charged." : "Please keep the way to the dumpster clear."}\n${details}`)}`,
        "TRANSP:TRANSPARENT",
      ]),
    ),
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join("");
}

/** The first one has the name that it had while there was one alone. */
const uid = (kind: "delivery" | "pickup", at: number) => (at === 0 ? kind : `${kind}-${at + 1}`);

function event(facts: CalendarFacts, name: string, content: string[]): string[] {
  const uid = `${facts.bookingNumber}-${name}@${facts.uidHost}`.replace(/[^A-Za-z0-9.@-]/g, "");
  return [
    "BEGIN:VEVENT",
    `UID:${uid}`,
    `DTSTAMP:${new Date(facts.madeAt).toISOString().replace(/[-:]|\.\d+/g, "")}`,
    `SEQUENCE:${facts.sequence}`,
    ...content,
    `LOCATION:${escapeText(facts.addressLines.map(tidy).filter(Boolean).join(", "))}`,
    `STATUS:${facts.cancelled ? "CANCELLED" : "CONFIRMED"}`,
    `URL:${uri(facts.manageUrl)}`,
    "END:VEVENT",
  ];
}

/** United States rules since 2007. */
const NEW_YORK_ZONE = [
  "BEGIN:VTIMEZONE",
  "TZID:America/New_York",
  "BEGIN:DAYLIGHT",
  "DTSTART:20070311T020000",
  "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU",
  "TZOFFSETFROM:-0500",
  "TZOFFSETTO:-0400",
  "TZNAME:EDT",
  "END:DAYLIGHT",
  "BEGIN:STANDARD",
  "DTSTART:20071104T020000",
  "RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU",
  "TZOFFSETFROM:-0400",
  "TZOFFSETTO:-0500",
  "TZNAME:EST",
  "END:STANDARD",
  "END:VTIMEZONE",
];

function compact(on: Day): string {
  return on.replace(/-/g, "");
}

function local(on: Day, hour: number): string {
  return `${compact(on)}T${String(hour).padStart(2, "0")}0000`;
}

/** TEXT values: each line tidied, then backslash, semicolon, comma and line ends escaped (RFC 5545, 3.3.11). */
function escapeText(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => tidy(line).replace(/[\\;,]/g, "\\$&"))
    .join("\\n");
}

function plain(text: string): string {
  return tidy(text).replace(/[/\\;,:]/g, " ");
}

/** A URI is ASCII; anything that is no web address becomes "#". */
function uri(address: string): string {
  return href(address.replace(/[^\x21-\x7E]/g, ""));
}

/** Lines of at most 75 octets, continued by a space; a character is never cut in two (RFC 5545, 3.1). */
function fold(line: string): string {
  const encoder = new TextEncoder();
  let out = "";
  let octets = 0;
  for (const char of line) {
    const size = encoder.encode(char).length;
    if (octets + size > 75) {
      out += "\r\n ";
      octets = 1;
    }
    out += char;
    octets += size;
  }
  return out;
}
