import { daysSoFarWords } from "~/domain/charges/days-so-far.server";
import { addDays, daysBetween, formatDay } from "~/domain/kernel/days";
import { taxOn } from "~/domain/kernel/money";
import type { MessageKind } from "~/domain/messages/policy";
import * as templates from "~/domain/messages/templates";
import { visitTold } from "./samples-days.server";
import { DUMPSTER, type MadeUp, type Samples } from "./sample-facts.server";

type Name =
  | "pickup-requested"
  | "pickup-kept"
  | "extended"
  | "extra-planned"
  | "extra-failed"
  | "extra-withdrawn"
  | "new-card";
type Kinds = Extract<MessageKind, `${"mail" | "sms"}.${Name}`>;

const CARD = "Visa 4242";

/** On the planned day, or on one after the paid ones. */
function asked({ facts, workday, settings }: MadeUp, isPast = false) {
  const on = isPast ? workday(facts.pickupDay, 2) : facts.pickupDay;
  const days = daysBetween(facts.pickupDay, on);
  const net = days * settings.extensionPerDay;
  const tax = taxOn(net, settings.taxRate);
  return {
    dumpster: DUMPSTER,
    since: `${formatDay(on)}, 10:42 am`,
    day: isPast ? workday(on, 1) : on,
    accrued: isPast ? daysSoFarWords({ days, tax, total: net + tax }, true) : null,
  };
}
/** With its days over, and with "keep it longer if I need to". */
const KEPT = [
  { label: "Within its days", isPast: false, mayKeep: false },
  { label: "Within its days, may be kept longer", isPast: false, mayKeep: true },
  { label: "After its days", isPast: true, mayKeep: false },
  { label: "After its days, may be kept longer", isPast: true, mayKeep: true },
];
const kept = ({ facts, settings }: MadeUp, { isPast, mayKeep }: { isPast: boolean; mayKeep: boolean }) => ({
  dumpster: DUMPSTER,
  pickup: facts.pickupDay,
  today: addDays(facts.pickupDay, isPast ? 2 : -2),
  days: { mayKeep, perDay: settings.extensionPerDay, isExempt: false, onAccount: false },
});
const inVain = ({ facts }: MadeUp, what: templates.Extra["what"], isPaid: boolean): templates.ExtraInVain => ({
  ...{ what, isPaid, dumpster: DUMPSTER, isOne: true, day: facts.deliveryDay, reason: "Something blocks the place" },
});
const longer = ({ facts, workday }: MadeUp): templates.Extended => ({
  dumpster: DUMPSTER,
  days: 3,
  pickup: workday(facts.pickupDay, 3),
  total: 8100,
  lines: [
    ["Extra days: 3 days × $25", 7500],
    ["Tax (8%)", 600],
  ],
});
const HAUL: templates.Extra["lines"][number] = ["Haul: one trip to the disposal facility", 9500];
const LINES: Readonly<Record<templates.Extra["what"], templates.Extra["lines"]>> = {
  haul: [HAUL, ["Tax (8%)", 760]],
  swap: [["25-yard dumpster, General debris", 43_900], HAUL, ["Tax (8%)", 4272]],
  move: [],
};
const extra = ({ facts, workday }: MadeUp, what: templates.Extra["what"]): templates.Extra => ({
  what,
  dumpster: DUMPSTER,
  was: null,
  comes: what === "swap" ? "25-yard dumpster" : null,
  day: facts.pickupDay,
  hours: "8AM to 12PM",
  urgent: null,
  pickup: what === "swap" ? workday(facts.pickupDay, 7) : null,
  isPaidBefore: false,
  costs: what === "move" ? "nothing" : "paid",
  total: { haul: 10_260, swap: 57_672, move: 0 }[what],
  lines: LINES[what],
});
const agreed = (made: MadeUp): templates.Extra => ({ ...extra(made, "haul"), costs: "agreed" });
const again = (made: MadeUp): templates.Extra => ({
  ...extra(made, "haul"),
  isPaidBefore: true,
  total: 0,
  lines: [],
});
const emergency = (made: MadeUp): templates.Extra => ({
  ...{ ...extra(made, "haul"), day: made.today },
  urgent: { today: made.today },
});
const withdrawn = { what: "haul", back: 10_260, card: CARD, isDisputed: false, goes: null } as const;
const swapWithdrawn = ({ facts }: MadeUp) => ({
  ...withdrawn,
  what: "swap" as const,
  back: 57_672,
  goes: `We pick it up on ${formatDay(facts.pickupDay)}.`,
});

/** What a customer asks for after the payment. */
export const CHANGED_SAMPLES: Samples<Kinds> = {
  "mail.pickup-requested": (made) => [
    {
      label: "Daily charges stopped",
      mail: templates.pickupRequested({ ...made.in("pickup_requested"), asked: asked(made) }),
    },
    {
      label: "Kept longer than its paid days",
      mail: templates.pickupRequested({ ...made.in("pickup_requested"), asked: asked(made, true) }),
    },
  ],
  "sms.pickup-requested": (made) => [
    {
      label: "Daily charges stopped",
      text: made.text("sms.pickup-requested", templates.pickupRequestedWords(asked(made)), made.facts.status),
    },
    {
      label: "Kept longer than its paid days",
      text: made.text("sms.pickup-requested", templates.pickupRequestedWords(asked(made, true)), made.facts.status),
    },
  ],
  "mail.pickup-kept": (made) =>
    KEPT.map((one) => ({
      label: one.label,
      mail: templates.pickupKept({ ...made.in("on_site"), kept: kept(made, one) }),
    })),
  "sms.pickup-kept": (made) =>
    KEPT.map((one) => ({
      label: one.label,
      text: made.text("sms.pickup-kept", templates.pickupKeptWords(kept(made, one)), made.facts.status),
    })),
  "mail.extended": (made) => [
    {
      label: "Three more days",
      mail: templates.extended({ ...made.in("on_site"), extended: longer(made), papers: [made.papers.invoice] }),
    },
  ],
  "sms.extended": (made) => [
    {
      label: "Three more days",
      text: made.text("sms.extended", templates.extendedWords(longer(made), made.facts.keep), made.facts.status),
    },
  ],
  "mail.extra-planned": (made) => [
    {
      label: "An emptying",
      mail: templates.extraPlanned({
        ...made.in("on_site"),
        extra: extra(made, "haul"),
        papers: [made.papers.invoice],
      }),
    },
    {
      label: "An emergency",
      mail: templates.extraPlanned({
        ...made.in("on_site"),
        extra: emergency(made),
        papers: [made.papers.invoice],
      }),
    },
    {
      label: "A swap",
      mail: templates.extraPlanned({
        ...made.in("on_site"),
        extra: extra(made, "swap"),
        papers: [made.papers.invoice],
      }),
    },
    {
      label: "An emptying that the office agreed",
      mail: templates.extraPlanned({ ...made.in("on_site"), extra: agreed(made), papers: [] }),
    },
    {
      label: "An emptying, again after one in vain",
      mail: templates.extraPlanned({ ...made.in("on_site"), extra: again(made), papers: [] }),
    },
    {
      label: "Another place",
      mail: templates.extraPlanned({ ...made.in("on_site"), extra: extra(made, "move"), papers: [] }),
    },
  ],
  "sms.extra-planned": (made) => [
    {
      label: "An emptying",
      text: made.text("sms.extra-planned", templates.extraPlannedWords(extra(made, "haul")), made.facts.status),
    },
    {
      label: "An emergency",
      text: made.text("sms.extra-planned", templates.extraPlannedWords(emergency(made)), made.facts.status),
    },
    {
      label: "A swap",
      text: made.text("sms.extra-planned", templates.extraPlannedWords(extra(made, "swap")), made.facts.status),
    },
    {
      label: "An emptying that the office agreed",
      text: made.text("sms.extra-planned", templates.extraPlannedWords(agreed(made)), made.facts.status),
    },
    {
      label: "An emptying, again after one in vain",
      text: made.text("sms.extra-planned", templates.extraPlannedWords(again(made)), made.facts.status),
    },
  ],
  "mail.extra-failed": (made) => [
    {
      label: "A swap that was paid",
      mail: templates.extraFailed({
        ...made.in("on_site"),
        inVain: inVain(made, "swap", true),
        ...visitTold(made),
      }),
    },
  ],
  "sms.extra-failed": (made) => [
    {
      label: "An emptying",
      text: made.text("sms.extra-failed", templates.extraFailedWords(inVain(made, "haul", false)), made.facts.status),
    },
  ],
  "mail.extra-withdrawn": (made) => [
    {
      label: "An emptying",
      mail: templates.extraWithdrawn({ ...made.in("on_site"), withdrawn, papers: [made.papers.creditNote] }),
    },
    {
      label: "A swap",
      mail: templates.extraWithdrawn({
        ...made.in("on_site"),
        withdrawn: swapWithdrawn(made),
        papers: [made.papers.creditNote],
      }),
    },
  ],
  "sms.extra-withdrawn": (made) => [
    {
      label: "An emptying",
      text: made.text("sms.extra-withdrawn", templates.extraWithdrawnWords(withdrawn), made.facts.status),
    },
  ],
  "mail.new-card": (made) => [
    { label: "Another card", mail: templates.newCard({ ...made.facts, card: "Visa ending in 4242" }) },
  ],
};
