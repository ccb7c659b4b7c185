import { expect, it } from "vitest";
import { day } from "../kernel/days";
import type { BookingStatus } from "../states/transitions";
import { statusSentence, type StatusFacts } from "./status-words";
import type { UnitDates } from "./unit-dates";

/** Of an order that the office has stopped: no truck is promised, none is late, and what is their own to end stays said. */
const WAITS = "We will call or write to you before a truck comes.";
const unit = (changes: Partial<UnitDates>): UnitDates => ({
  ...{ state: "reserved", deliveryDay: "2026-11-24", window: "morning", pickupDay: "2026-12-01" },
  ...changes,
});
const there = (changes: Partial<UnitDates> = {}) => unit({ state: "on_site", ...changes });
const swap = [there({ takenBySwap: true }), unit({ comesBySwap: true })];
const said = (status: BookingStatus, units: UnitDates[], facts: Partial<StatusFacts> = {}) =>
  statusSentence({
    ...{ status, units, cancelled: null, permitMissing: false, today: day("2026-11-20"), mayKeep: false },
    ...{ onHold: true, cancelsFree: true },
    ...facts,
  });

it.each<[string, UnitDates]>([
  ["that is to come", unit({})],
  ["that is late", unit({ isLate: true })],
  ["whose day is closed", unit({ isClosed: true })],
])("of a delivery %s: that it waits", (_, one) => {
  for (const status of ["paid_pending_scheduling", "confirmed"] as const)
    expect(said(status, [one])).toBe(`Your order is waiting. ${WAITS}`);
});

interface Row {
  what: string;
  is: string;
  status?: BookingStatus;
  units?: UnitDates[];
  facts?: Partial<StatusFacts>;
}
const ASK = "Ask for the pickup whenever you are ready.";
const [MAY_KEEP, PAST] = [{ mayKeep: true }, { today: day("2026-12-02") }];
it.each<Row>([
  { what: "stands until we come", is: `At your site. ${WAITS}` },
  { what: "is past that day", is: `At your site. ${WAITS}`, facts: PAST },
  { what: "stays until they ask", is: `At your site, paid until Tue, Dec 1. ${ASK} ${WAITS}`, facts: MAY_KEEP },
  {
    what: "is past its paid days",
    is: `Past your paid days. The paid days ended on Tue, Dec 1. ${ASK} ${WAITS}`,
    facts: { ...MAY_KEEP, ...PAST },
  },
  { what: "is to be swapped", is: `At your site. ${WAITS}`, units: swap, facts: MAY_KEEP },
  {
    what: "stands beside one that is to be swapped",
    is: `At your site, paid until Tue, Dec 1 (1 of 2). ${ASK} ${WAITS}`,
    units: [there(), ...swap],
    facts: MAY_KEEP,
  },
  {
    what: "is to be picked up",
    is: `Pickup requested. Daily charges have stopped. ${WAITS}`,
    status: "pickup_requested",
    units: [unit({ state: "pickup_requested" })],
  },
  {
    what: "could not be delivered",
    is: `We could not deliver on Tue, Nov 24. ${WAITS}`,
    status: "delivery_failed",
    units: [unit({ state: "delivery_failed" })],
  },
  {
    what: "could not be picked up",
    is: `We could not pick up the dumpster. Put right what was in the way, then choose a new day, or call us. ${WAITS}`,
    status: "pickup_failed",
    units: [unit({ state: "pickup_failed" })],
  },
])("of one that $what", ({ is, status = "on_site", units = [there()], facts }) => {
  expect(said(status, units, facts)).toBe(is);
});

it("a truck that left before is told as it is, and who has not paid reads what to do", () => {
  expect(said("confirmed", [unit({})], { truck: { is: "there" } })).toBe("The truck is at your site.");
  expect(said("quoted", [unit({})])).toBe("Your price is ready. Sign and pay to book it.");
});
