/** What is said while dumpsters stand at their customer's and no truck is out. Pure. */
import { ON_ITS_DAY } from "../charges/extra-days";
import { formatDay, type Day } from "../kernel/days";
import { BEFORE_A_TRUCK, BOOKING_STATUS } from "../states/labels";
import { joined, type StatusSentence } from "../states/sentence";
import { lateErrandWords, latePickupWords } from "./late-words";
import { datesOf, isOver, sayDay, sayWhen, STANDS, type UnitDates } from "./unit-dates";

/**
 * What stands there: until when, whether its days are over, or which swap is to come. `onHold`: the paid days alone, where
 * they are for its customer to end; no truck is promised.
 */
export function onSiteWords(
  units: readonly UnitDates[],
  today: Day,
  { mayKeep, asksEarly, onHold }: Record<"mayKeep" | "asksEarly" | "onHold", boolean>,
): StatusSentence {
  const { label, meaning } = BOOKING_STATUS.on_site;
  if (onHold) {
    const isTheirs = units.some(({ state, takenBySwap }) => state === "on_site" && !takenBySwap);
    if (!mayKeep || !isTheirs) return { headline: label, more: BEFORE_A_TRUCK };
    const standing = units.filter(({ comesBySwap, state }) => state !== "reserved" || !comesBySwap);
    const { headline, more } = onSiteWords(standing, today, { mayKeep, asksEarly, onHold: false });
    return { headline, more: joined(more, BEFORE_A_TRUCK) };
  }
  const coming = units.filter(({ state, comesBySwap }) => state === "reserved" && comesBySwap);
  const there = units.filter((unit) => !coming.includes(unit));
  const swap = swapDates(coming, today);
  if (!there.some(({ state, takenBySwap }) => state === "on_site" && !takenBySwap)) {
    const planned = swap.ahead && `The other swap is planned for ${swap.ahead}.`;
    if (swap.late) {
      const { headline, more } = lateErrandWords([{ kind: "swap", when: swap.late }]);
      return { headline, more: joined(more, planned) };
    }
    if (swap.shut) return { headline: `We cannot come for the swap on ${swap.shut}`, more: joined(SWAP_SHUT, planned) };
    if (swap.ahead)
      return {
        headline: `${label}, swap on ${swap.ahead}`,
        more: "We bring an empty one and take the full one along.",
      };
  }
  const isOfTwo = there.filter(({ state }) => STANDS.includes(state)).length === 2;
  const takes = swap.count > 1 ? `${swap.count} of them` : isOfTwo ? "the other one" : "one of them";
  const swaps = joined(
    swap.late && lateSwapWords(swap.late),
    swap.shut && swapShutWords(swap.shut),
    swap.ahead &&
      (swap.count > 1 ? `The swaps on ${swap.ahead}, take ${takes}.` : `The swap on ${swap.ahead}, takes ${takes}.`),
  );
  // What a swap takes has its day for a pickup's: neither paid until then, nor to be asked for.
  const stays = (say: (unit: UnitDates) => string | null) =>
    datesOf(there, "on_site", (unit) => (unit.takenBySwap ? null : say(unit)));
  const until = stays(({ pickupDay, isPickupShut }) =>
    isOver(pickupDay, today) || isPickupShut ? null : sayDay(pickupDay),
  );
  const shut = stays(({ pickupDay, isPickupShut }) =>
    isPickupShut && !isOver(pickupDay, today) ? sayDay(pickupDay) : null,
  );
  const over = stays(({ pickupDay }) => (isOver(pickupDay, today) ? sayDay(pickupDay) : null));
  const stands = `${label}${mayKeep ? ", paid" : ""} until ${until}`;
  const asked = askedWords(there);
  if (!over) {
    const isDue = there.some(({ state, pickupDay }) => state === "on_site" && pickupDay !== null && pickupDay <= today);
    const ours = there.filter(({ state, takenBySwap }) => state === "on_site" && !takenBySwap);
    // As the reminder of that morning says it.
    const isToday = !mayKeep && ours.every(({ pickupDay }) => pickupDay === today);
    const asks = isToday
      ? "We pick it up today."
      : asksEarly || isDue || !until
        ? meaning
        : mayKeep
          ? "From then on you can ask for the pickup."
          : ON_ITS_DAY;
    return {
      headline: until ? stands : label,
      more: joined(shut ? shutPickupWords(shut) : asks, asked, swaps),
    };
  }
  // As the reminder that is sent then says it (`overdueWords`).
  const late = latePickupWords(over);
  const more = joined(
    mayKeep ? `The paid days ended on ${over}. ${meaning}` : late.more,
    shut && shutPickupWords(shut),
    asked,
    swaps,
  );
  if (until) return { headline: stands, more };
  return { headline: mayKeep ? "Past your paid days" : late.headline, more };
}

/** Of those whose pickup was asked for while others stay: "Pickup requested (15-yard)." */
function askedWords(there: readonly UnitDates[]): string {
  const asked = datesOf(there, "pickup_requested", () => BOOKING_STATUS.pickup_requested.label);
  return asked && `${asked}.`;
}

/** Of a pickup whose day we have closed since. */
const shutPickupWords = (when: string): string =>
  `The pickup was planned for ${when}, and we are closed then: you hear from us with another one, and our delay costs you nothing.`;

/** When those that swaps bring come, and how many, were to come, or cannot, as that day is closed by now. */
function swapDates(coming: readonly UnitDates[], today: Day) {
  const isOf = ({ deliveryDay, isClosed = false }: UnitDates) =>
    isOver(deliveryDay, today) ? "late" : isClosed ? "shut" : "ahead";
  const dates = (of: ReturnType<typeof isOf>) =>
    datesOf(coming, "reserved", (unit) =>
      isOf(unit) === of ? (of === "shut" ? sayDay(unit.deliveryDay) : sayWhen(unit.deliveryDay, unit.window)) : null,
    );
  const count = coming.filter((unit) => isOf(unit) === "ahead").length;
  return { late: dates("late"), shut: dates("shut"), ahead: dates("ahead"), count };
}

/**
 * Of a dumpster that a planned swap takes. It was asked for with the swap, so nothing is counted by the day since then,
 * however late we are (`charges/facts.server.ts`); ended without success, our delay is added to the paid days
 * (`dispatch/swap.server.ts`).
 */
export const swapTakesWords = (swapDay: Day, today: Day): string =>
  swapDay < today ? lateSwapWords(formatDay(swapDay)) : `The swap on ${formatDay(swapDay)}, takes it.`;

const lateSwapWords = (when: string): string =>
  `We planned the swap for ${when}, and are late: our delay costs you nothing.`;

const SWAP_SHUT = "We are closed then, and we are sorry: you hear from us with another day.";
export const swapShutWords = (when: string): string =>
  `We planned the swap for ${when}, and are closed then: you hear from us with another one.`;
