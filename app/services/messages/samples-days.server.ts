import { dryRunShort, dryRunWords, earlyWords } from "~/domain/charges/visit-fee.server";
import { formatDay, type Day } from "~/domain/kernel/days";
import { formatPrice } from "~/domain/kernel/money";
import type { MessageKind } from "~/domain/messages/policy";
import * as templates from "~/domain/messages/templates";
import { lateErrandWords } from "~/domain/records/late-words";
import { asSentence } from "~/domain/states/sentence";
import { TASK_KINDS } from "~/domain/tasks/kinds";
import { crmPaths } from "~/crm-paths";
import { DUMPSTER, type MadeUp, type Samples } from "./sample-facts.server";

type Name =
  | "scheduled"
  | "day-before"
  | "on-the-way"
  | "called-back"
  | "delivered"
  | "access-blocked"
  | "delivery-failed"
  | "delivery-late"
  | "errand-late"
  | "picked-up"
  | "pickup-failed"
  | "office-digest";
type Kinds = Extract<MessageKind, `${"mail" | "sms"}.${Name}`>;

const HOURS = "8AM to 12PM";

const truck = { kind: "delivery", dumpster: DUMPSTER, driver: "Dana", hours: HOURS, day: null } as const;
const access = { kind: "delivery", reason: "A parked car blocks the driveway", until: "10:57 am" } as const;
const OVERLOADED = "The load is too high or too heavy";
const missed = (day: Day, reason: string): templates.InVain => ({ dumpster: DUMPSTER, isOne: true, day, reason });
const notPickedUp = ({ facts }: MadeUp) => [
  { label: "Left there", missed: missed(facts.pickupDay, OVERLOADED) },
  { label: "Another truck of ours had it", missed: { ...missed(facts.pickupDay, ""), isCrossed: true } },
];
const coming = ({ facts }: MadeUp) =>
  [{ kind: "delivery", dumpster: DUMPSTER, day: facts.deliveryDay, hours: HOURS }] as const;
const planned = ({ facts }: MadeUp) => [{ dumpster: DUMPSTER, day: facts.deliveryDay, hours: HOURS }];
const lateErrands = ({ facts }: MadeUp) =>
  (
    [
      ["A swap", "swap"],
      ["An emptying", "dump_and_return"],
      ["A move", "relocate"],
    ] as const
  ).map(([label, kind]) => ({
    label,
    late: lateErrandWords([{ kind, when: `${formatDay(facts.deliveryDay, { short: true })}, ${HOURS}` }]),
  }));
/** What a visit in vain says of itself in a sample. */
export const visitTold = ({ settings }: MadeUp): templates.VisitTold => ({
  fee: `Our last visit costs the dry-run fee of your agreement, ${formatPrice(settings.dryRunFee)}. Nothing is charged yet: you get the proof and a notice ${settings.noticeHours} hours before, and you can question it.`,
  hasPhoto: true,
});

/** What the trucks do, and what the days bring. */
export const DAY_SAMPLES: Samples<Kinds> = {
  "mail.scheduled": (made) => [
    { label: "Planned", mail: templates.scheduled({ ...made.facts, units: planned(made), isReminded: true }) },
  ],
  "sms.scheduled": (made) => [
    { label: "Planned", text: made.text("sms.scheduled", templates.scheduledWords(planned(made)), made.facts.status) },
  ],
  "mail.day-before": (made) => [
    { label: "A delivery", mail: templates.dayBefore({ ...made.facts, coming: coming(made) }) },
    {
      label: "A swap",
      mail: templates.dayBefore({
        ...made.in("on_site"),
        coming: coming(made).map((one) => ({ ...one, kind: "swap" })),
      }),
    },
  ],
  "sms.day-before": (made) => [
    {
      label: "A delivery",
      text: made.text("sms.day-before", templates.dayBeforeWords(coming(made)), made.facts.status),
    },
  ],
  "mail.on-the-way": ({ facts }) => [
    { label: "A delivery", mail: templates.onTheWay({ ...facts, truck }) },
    { label: "A pickup", mail: templates.onTheWay({ ...facts, truck: { ...truck, kind: "pickup" } }) },
  ],
  "sms.on-the-way": ({ text, facts }) => [
    { label: "A delivery", text: text("sms.on-the-way", templates.onTheWayWords(truck), facts.status) },
  ],
  "mail.called-back": ({ facts }) => [{ label: "A delivery", mail: templates.calledBack({ ...facts, truck }) }],
  "sms.called-back": ({ text, facts }) => [
    { label: "A delivery", text: text("sms.called-back", templates.calledBackWords(truck), facts.status) },
  ],
  "mail.delivered": (made) => [
    {
      label: "With the driver’s photo",
      mail: templates.delivered({
        ...made.in("on_site"),
        dumpster: DUMPSTER,
        at: "10:42 am",
        pickup: made.facts.pickupDay,
        took: null,
        lateDays: 0,
        hasPhoto: true,
      }),
    },
    {
      label: "A swap",
      mail: templates.delivered({
        ...made.in("on_site"),
        dumpster: DUMPSTER,
        at: "10:42 am",
        pickup: made.facts.pickupDay,
        took: DUMPSTER,
        lateDays: 0,
        hasPhoto: true,
      }),
    },
    {
      label: "A day late",
      mail: templates.delivered({
        ...made.in("on_site"),
        dumpster: DUMPSTER,
        at: "10:42 am",
        pickup: made.facts.pickupDay,
        took: null,
        lateDays: 1,
        hasPhoto: true,
      }),
    },
  ],
  "sms.delivered": (made) => [
    {
      label: "Set down",
      text: made.text(
        "sms.delivered",
        templates.deliveredWords({
          dumpster: DUMPSTER,
          at: "10:42 am",
          pickupDay: made.facts.pickupDay,
          keep: made.facts.keep,
          took: null,
          lateDays: 0,
        }),
        made.facts.status,
      ),
    },
  ],
  "mail.access-blocked": (made) => [
    {
      label: "A delivery",
      mail: templates.accessBlocked({
        ...made.in("out_for_delivery"),
        access,
        mayCost: dryRunWords(made.settings.dryRunFee, made.settings.noticeHours),
        accessUrl: made.access,
        hasPhoto: true,
      }),
    },
  ],
  "sms.access-blocked": ({ text, facts, settings }) => [
    {
      label: "A delivery",
      text: text(
        "sms.access-blocked",
        `${templates.accessWords(access)} ${dryRunShort(settings.dryRunFee)}`,
        facts.status,
      ),
    },
    {
      label: "Before the promised time",
      text: text("sms.access-blocked", `${templates.accessWords(access)} ${earlyWords("12PM to 5PM")}`, facts.status),
    },
  ],
  "mail.delivery-failed": (made) => [
    {
      label: "Not set down",
      mail: templates.deliveryFailed({
        ...made.in("delivery_failed"),
        missed: missed(made.facts.deliveryDay, "Nobody lets us in"),
        chooseUrl: made.reschedule,
        ...visitTold(made),
      }),
    },
  ],
  "sms.delivery-failed": (made) => [
    {
      label: "Not set down",
      text: made.text(
        "sms.delivery-failed",
        templates.deliveryFailedWords(missed(made.facts.deliveryDay, "Nobody lets us in")),
        made.in("delivery_failed").status,
      ),
    },
  ],
  "mail.delivery-late": (made) => [
    {
      label: "Our delay",
      mail: templates.deliveryLate({ ...made.facts, late: made.late, chooseUrl: made.reschedule }),
    },
  ],
  "sms.delivery-late": (made) => [
    { label: "Our delay", text: made.text("sms.delivery-late", asSentence(made.late), made.late) },
  ],
  "mail.errand-late": (made) =>
    lateErrands(made).map(({ label, late }) => ({
      label,
      mail: templates.errandLate({ ...made.in("on_site"), late }),
    })),
  "sms.errand-late": (made) =>
    lateErrands(made).map(({ label, late }) => ({ label, text: made.text("sms.errand-late", asSentence(late), late) })),
  "mail.picked-up": (made) => [
    {
      label: "On the truck",
      mail: templates.pickedUp({ ...made.in("awaiting_settlement"), dumpster: DUMPSTER, at: "2:10 pm" }),
    },
  ],
  "sms.picked-up": ({ text, facts }) => [
    { label: "On the truck", text: text("sms.picked-up", templates.pickedUpWords(DUMPSTER), facts.status) },
  ],
  "mail.pickup-failed": (made) =>
    notPickedUp(made).map(({ label, missed }) => ({
      label,
      mail: templates.pickupFailed({
        ...made.in("pickup_failed"),
        missed,
        chooseUrl: made.reschedule,
        ...visitTold(made),
      }),
    })),
  "sms.pickup-failed": (made) =>
    notPickedUp(made).map(({ label, missed }) => ({
      label,
      text: made.text("sms.pickup-failed", templates.pickupFailedWords(missed), made.in("pickup_failed").status),
    })),
  "mail.office-digest": ({ facts, url }) => [
    {
      label: "What waits",
      mail: templates.officeDigest({
        business: facts.business,
        waiting: [
          { label: TASK_KINDS.refund_failed.label, count: 1, numbers: [facts.bookingNumber] },
          { label: TASK_KINDS.reconcile.label, count: 2, numbers: [facts.bookingNumber, "DMP-2026-000117"] },
        ],
        url: url(crmPaths.overview()),
      }),
    },
  ],
};
