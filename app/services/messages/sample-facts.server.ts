import { nextOpenDay } from "~/domain/schedule/rules";
import { addDays, type Day } from "~/domain/kernel/days";
import { formatEnd } from "~/domain/kernel/full-dates";
import { dayAt, instantAt } from "~/domain/kernel/time.server";
import type { MailContent, PaperLine } from "~/domain/messages/layout";
import type { SampleKind } from "~/domain/messages/catalogue";
import type { BookingMailFacts } from "~/domain/messages/templates";
import { textWords, type BookingText } from "~/domain/messages/texts";
import { statusWords } from "~/domain/records/status-words";
import type { Settings } from "~/domain/settings/schema";
import type { StatusSentence } from "~/domain/states/sentence";
import { managePaths } from "~/manage-paths";
import { paths } from "~/paths";
import type { Services } from "~/services.server";
import { business } from "./facts.server";

/** What the samples say of the one that stands there. */
export const DUMPSTER = "20-yard dumpster";

/** What the samples are made of: one order that nobody made, on days that are to come, and the company as it stands. */
export interface MadeUp {
  settings: Settings;
  facts: BookingMailFacts;
  /** The same while the booking stands elsewhere. */
  in: (status: Parameters<typeof statusWords>[0]["status"]) => BookingMailFacts;
  /** A delivery whose time is over. */
  late: StatusSentence;
  today: Day;
  /** When a link to an order and its price end, before the day of its delivery; and when a key does, tomorrow. */
  ends: { order: string; key: string };
  /** So many days after a day, or the next one on which trucks go out. */
  workday: (from: Day, days: number) => Day;
  url: (path: string) => string;
  manage: string;
  access: string;
  reschedule: string;
  /** Where a reminder leads straight to. */
  stands: { extendUrl: string; pickupUrl: string };
  /** What a purchase is invoiced by, and what takes it back. */
  papers: Record<"invoice" | "creditNote", PaperLine>;
  text: (kind: BookingText, said: string, status: StatusSentence) => string;
}

export type MailSample = { label: string; mail: MailContent };
export type TextSample = { label: string; text: string };
/** Of one kind: at least one, each with what it shows. */
export type Samples<K extends SampleKind> = {
  readonly [P in K]: (made: MadeUp) => readonly (P extends `mail.${string}` ? MailSample : TextSample)[];
};

/** As long as a real one. */
const KEY = "this-link-opens-nothing0";
const NUMBER = "DMP-2026-000123";

/** The facts of all samples, by the company's settings and the day as they are now. */
export function madeUp(services: Pick<Services, "clock" | "config" | "flags" | "settings">): MadeUp {
  const settings = services.settings();
  const asksEarly = services.flags().early_pickup;
  const today = dayAt(services.clock.now());
  const url = (path: string) => `${services.config.publicUrl}${path}`;
  const workday = (from: Day, days: number) => nextOpenDay(addDays(from, days), settings);
  const deliveryDay = workday(today, 3);
  const pickupDay = workday(deliveryDay, 7);
  const unit = { deliveryDay, window: "morning", pickupDay };
  const manage = url(paths.manage.open(KEY));
  const facts: BookingMailFacts = {
    business: business(services),
    firstName: "Maria",
    bookingNumber: NUMBER,
    status: { headline: "", more: "" },
    permitMissing: false,
    associationApproval: false,
    itemsSummary: "1 × 20-yard dumpster (General debris)",
    addressLines: ["100 Lake Ivanhoe Drive", "Orlando, FL 32801"],
    placement: "On the driveway",
    deliveryDay,
    windowLabel: "Morning (8AM - 12PM)",
    pickupDay,
    apart: {},
    isKept: false,
    keep: { mayKeep: false, perDay: settings.extensionPerDay, isExempt: false, onAccount: false },
    dumpsters: 1,
    asksEarly,
    rentalDays: 7,
    total: 40932,
    manageUrl: manage,
  };
  const inStatus = (status: Parameters<MadeUp["in"]>[0], isLate = false) => ({
    ...facts,
    status: statusWords({
      status,
      units: [
        {
          ...unit,
          isLate,
          state:
            status === "delivery_failed" || status === "pickup_failed"
              ? status
              : status === "on_site"
                ? "on_site"
                : "reserved",
        },
      ],
      cancelled: null,
      permitMissing: false,
      today,
      mayKeep: false,
      asksEarly,
      cancelsFree: isLate,
    }),
  });
  return {
    settings,
    ends: {
      order: formatEnd(instantAt(deliveryDay, 0)),
      key: formatEnd(instantAt(addDays(today, 1), 15, 42)),
    },
    facts: inStatus("confirmed"),
    in: inStatus,
    late: inStatus("confirmed", true).status,
    today,
    workday,
    url,
    manage,
    access: url(managePaths.access({ key: KEY })),
    reschedule: url(managePaths.reschedule({ key: KEY })),
    papers: {
      invoice: ["Invoice INV-2026-000124", url(paths.print(KEY))],
      creditNote: ["Credit note CRN-2026-000007", url(paths.print(KEY))],
    },
    stands: { extendUrl: url(managePaths.extend({ key: KEY })), pickupUrl: url(managePaths.pickup({ key: KEY })) },
    text: (kind, said, status) =>
      textWords(
        kind,
        {
          business: facts.business,
          booking: { booking_number: NUMBER, quote_expires_at: null },
          accountDays: null,
          status,
          said,
          // What a customer gets first.
          isFirst: kind === "sms.booking-confirmed" || kind === "sms.sign-request",
          url: kind === "sms.access-blocked" ? url(managePaths.access({ key: KEY })) : manage,
        },
        "en",
      ).body,
  };
}
