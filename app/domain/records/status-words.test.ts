import { describe, expect, it } from "vitest";
import { day } from "../kernel/days";
import { asSentence } from "../states/sentence";
import { BOOKING_STATUSES, type BookingStatus, type UnitState } from "../states/transitions";
import { shortCard } from "../payments/card-words";
import { statusSentence as sentenceOf, type MoneyBack, type StatusFacts } from "./status-words";
import type { UnitDates } from "./unit-dates";

/** Before any of its days is over, where nothing else is said. */
const statusSentence = (facts: Omit<StatusFacts, "today" | "mayKeep"> & Partial<StatusFacts>) =>
  sentenceOf({ today: day("2026-11-20"), mayKeep: true, ...facts });
const unit = (state: UnitState, changes: Partial<UnitDates> = {}): UnitDates => ({
  state,
  deliveryDay: "2026-11-24",
  window: "morning",
  pickupDay: "2026-12-01",
  ...changes,
});
const BACK: MoneyBack = {
  paid: 31979,
  fee: 0,
  off: null,
  already: 0,
  back: [{ cents: 31979, by: ["card"], card: "Visa 4242", state: "under-way" }],
  inAll: false,
};

/** Each state with a dumpster that is as far; a new state fails to compile here until it has its sentence. */
const SENTENCES: Record<BookingStatus, [UnitState | null, string]> = {
  quoted: [null, "Your price is ready. Sign and pay to book it."],
  pending_payment: [null, "Not paid yet. Nothing is booked until you pay."],
  expired: [null, "Not booked. The time to pay ran out. Nothing was charged, and you can still pay now."],
  paid_pending_scheduling: ["reserved", "Confirmed for Tue, Nov 24, 8AM to 12PM."],
  confirmed: ["reserved", "Confirmed for Tue, Nov 24, 8AM to 12PM."],
  out_for_delivery: ["delivering", "Out for delivery. The truck is on its way to you."],
  on_site: ["on_site", "At your site, paid until Tue, Dec 1. Ask for the pickup whenever you are ready."],
  pickup_requested: ["pickup_requested", "Pickup requested. Daily charges have stopped. We will come and get it."],
  out_for_pickup: ["collecting", "Out for pickup. The truck is on its way to get your dumpster."],
  awaiting_settlement: [
    "off_site",
    "Picked up. The final statement comes when the load is weighed and everything is settled.",
  ],
  completed: ["settled", "Completed. All done and paid. Thank you."],
  balance_due: ["settled", "Balance due. A charge is not paid yet. You can pay it on your booking’s page."],
  delivery_failed: ["delivery_failed", "We could not deliver on Tue, Nov 24. Choose a new day, or call us."],
  pickup_failed: [
    "pickup_failed",
    "We could not pick up the dumpster. Put right what was in the way, then choose a new day, or call us.",
  ],
  cancelled: ["cancelled", "Cancelled. $319.79 goes back to Visa 4242 in 5–10 business days."],
};

describe("the status in a sentence", () => {
  it.each(BOOKING_STATUSES)("%s", (status) => {
    const [state, said] = SENTENCES[status];
    const units = state ? [unit(state), unit(state)] : [];
    expect(
      statusSentence({ status, units, cancelled: status === "cancelled" ? BACK : null, permitMissing: false }),
    ).toBe(said);
  });

  it.each(BOOKING_STATUSES)("%s says nothing of a day that is missing or damaged", (status) => {
    const odd = unit(SENTENCES[status][0] ?? "reserved", { deliveryDay: "2026-13-40", pickupDay: null });
    expect(statusSentence({ status, units: [odd], cancelled: null, permitMissing: false })).not.toMatch(
      /undefined|null|Invalid|for \.|on \./,
    );
  });

  it("says the hours of each window, and one that is not known as it is", () => {
    const said = (window: string) =>
      statusSentence({
        status: "confirmed",
        units: [unit("reserved", { window })],
        cancelled: null,
        permitMissing: false,
      });
    expect([said("afternoon"), said("anytime"), said("dusk")]).toEqual([
      "Confirmed for Tue, Nov 24, 12PM to 5PM.",
      "Confirmed for Tue, Nov 24, 8AM to 5PM.",
      "Confirmed for Tue, Nov 24, dusk.",
    ]);
  });

  it("counts the dumpsters where their days differ or others are further on, and leaves cancelled ones out", () => {
    const later = unit("reserved", { deliveryDay: "2026-11-27", window: "anytime" });
    const said = (...units: UnitDates[]) =>
      statusSentence({ status: "confirmed", units, cancelled: null, permitMissing: false });
    expect([
      said(unit("reserved"), unit("reserved"), later),
      said(unit("on_site"), later),
      said(unit("cancelled"), later),
    ]).toEqual([
      "Confirmed for Tue, Nov 24, 8AM to 12PM (2 of 3) and Fri, Nov 27, 8AM to 5PM (1 of 3).",
      "Confirmed for Fri, Nov 27, 8AM to 5PM (1 of 2).",
      "Confirmed for Fri, Nov 27, 8AM to 5PM.",
    ]);
  });
});

it("says which of several dumpsters is late", () => {
  const late = unit("reserved", { size: 20, isLate: true });
  const said = (...units: UnitDates[]) =>
    statusSentence({ status: "confirmed", units, cancelled: null, permitMissing: false });
  const ahead = unit("reserved", { size: 15, deliveryDay: "2026-12-10" });
  expect(said(late, ahead)).toContain("It was planned for Tue, Nov 24, 8AM to 12PM (20-yard), and our truck has not");
  expect(said(late, { ...ahead, size: 20 })).toContain("8AM to 12PM (1 of 2), and our truck");
  expect(said(late, late)).toContain("8AM to 12PM, and our truck");
});

it("says the first day first, with the sizes where they tell the dumpsters apart", () => {
  const later = unit("reserved", { size: 20, deliveryDay: "2026-12-10" });
  const said = (...units: UnitDates[]) =>
    statusSentence({ status: "confirmed", units, cancelled: null, permitMissing: false });
  expect([
    said(later, unit("reserved", { size: 15 })),
    said(later, unit("reserved", { size: 15 }), unit("reserved", { size: 15 })),
    said(later, unit("reserved", { size: 20, window: "afternoon" }), unit("reserved", { size: 20 })),
    said(unit("on_site", { size: 15 }), later),
  ]).toEqual([
    "Confirmed for Tue, Nov 24, 8AM to 12PM (15-yard) and Thu, Dec 10, 8AM to 12PM (20-yard).",
    "Confirmed for Tue, Nov 24, 8AM to 12PM (2 × 15-yard) and Thu, Dec 10, 8AM to 12PM (20-yard).",
    "Confirmed for Tue, Nov 24, 8AM to 12PM (1 of 3) and Tue, Nov 24, 12PM to 5PM (1 of 3) and Thu, Dec 10, 8AM to 12PM (1 of 3).",
    "Confirmed for Thu, Dec 10, 8AM to 12PM (20-yard).",
  ]);
});

it("is late where a delivery's time is over and no truck has left: never a day that has passed as one to come", () => {
  const late = unit("reserved", { isLate: true });
  const said = (permitMissing: boolean, ...units: UnitDates[]) =>
    statusSentence({ status: "confirmed", units, cancelled: null, permitMissing, cancelsFree: units.length === 1 });
  const words = "and our truck has not been there yet. We come as soon as we can. Another day costs you nothing";
  const later = unit("reserved", { deliveryDay: "2026-11-27" });
  expect([said(false, late), said(false, late, later), said(true, late)]).toEqual([
    `We are late with your delivery. It was planned for Tue, Nov 24, 8AM to 12PM, ${words}, and so does cancelling.`,
    `We are late with your delivery. It was planned for Tue, Nov 24, 8AM to 12PM (1 of 2), ${words}.`,
    "We are waiting for the street permit. Your delivery was planned for Tue, Nov 24, 8AM to 12PM. We come once we have the permit. Another day costs you nothing, and so does cancelling.",
  ]);
});

it("says the swap's day while one is planned, and counts what stands there alone", () => {
  const comes = unit("reserved", { comesBySwap: true, deliveryDay: "2026-11-28", window: "morning" });
  const said = (...units: UnitDates[]) =>
    statusSentence({ status: "on_site", units, cancelled: null, permitMissing: false });
  const taken = unit("on_site", { takenBySwap: true, pickupDay: "2026-11-28" });
  const later = { ...comes, deliveryDay: "2026-11-27" };
  const stays = "Ask for the pickup whenever you are ready. The swap";
  expect([
    said(taken, comes),
    said(taken, unit("on_site"), comes),
    said(taken, unit("on_site"), unit("on_site"), comes),
    said(taken, taken, unit("on_site"), later, comes),
    // Who waits for a pickup and has it swapped instead does not ask for one.
    said({ ...taken, state: "pickup_requested" }, unit("on_site"), comes),
  ]).toEqual([
    "At your site, swap on Sat, Nov 28, 8AM to 12PM. We bring an empty one and take the full one along.",
    `At your site, paid until Tue, Dec 1 (1 of 2). ${stays} on Sat, Nov 28, 8AM to 12PM, takes the other one.`,
    `At your site, paid until Tue, Dec 1 (2 of 3). ${stays} on Sat, Nov 28, 8AM to 12PM, takes one of them.`,
    `At your site, paid until Tue, Dec 1 (1 of 3). ${stays}s on Fri, Nov 27, 8AM to 12PM (1 of 2) and Sat, Nov 28, 8AM to 12PM (1 of 2), take 2 of them.`,
    `At your site, paid until Tue, Dec 1 (1 of 2). ${stays.replace(" The swap", " Pickup requested (1 of 2). The swap")} on Sat, Nov 28, 8AM to 12PM, takes the other one.`,
  ]);
});

describe("once a day is over", () => {
  const at = (today: string, mayKeep: boolean, ...units: UnitDates[]) =>
    statusSentence({ status: "on_site", units, cancelled: null, permitMissing: false, today: day(today), mayKeep });

  it("says so to who keeps it, and that we are late to who does not", () => {
    const there = unit("on_site");
    expect([at("2026-12-01", true, there), at("2026-12-02", true, there), at("2026-12-02", false, there)]).toEqual([
      "At your site, paid until Tue, Dec 1. Ask for the pickup whenever you are ready.",
      "Past your paid days. The paid days ended on Tue, Dec 1. Ask for the pickup whenever you are ready.",
      "We are late with your pickup. The pickup was planned for Tue, Dec 1. You need not do anything, and our delay costs you nothing.",
    ]);
  });

  it("asks nobody to ask where the flag “early pickup” is off, before the day", () => {
    const off = (today: string, mayKeep: boolean) =>
      statusSentence({
        ...{ status: "on_site", units: [unit("on_site")], cancelled: null, permitMissing: false },
        ...{ today: day(today), mayKeep, asksEarly: false },
      });
    expect([off("2026-11-28", true), off("2026-11-28", false), off("2026-12-01", true)]).toEqual([
      "At your site, paid until Tue, Dec 1. From then on you can ask for the pickup.",
      "At your site until Tue, Dec 1. We pick it up on its day.",
      "At your site, paid until Tue, Dec 1. Ask for the pickup whenever you are ready.",
    ]);
  });

  it("says it beside the day of the others", () => {
    const both = [unit("on_site"), unit("on_site", { pickupDay: "2026-12-08" })];
    expect([at("2026-12-05", true, ...both), at("2026-12-05", false, ...both)]).toEqual([
      "At your site, paid until Tue, Dec 8 (1 of 2). The paid days ended on Tue, Dec 1 (1 of 2). Ask for the pickup whenever you are ready.",
      "At your site until Tue, Dec 8 (1 of 2). The pickup was planned for Tue, Dec 1 (1 of 2). You need not do anything, and our delay costs you nothing.",
    ]);
  });

  it("does not promise a swap on it", () => {
    const comes = unit("reserved", { comesBySwap: true, deliveryDay: "2026-11-28" });
    const taken = unit("on_site", { takenBySwap: true, pickupDay: "2026-11-28" });
    const late = "We are late with your swap. It was planned for Sat, Nov 28, 8AM to 12PM";
    const soon = "and we have not been there yet. We come as soon as we can, and our delay costs you nothing.";
    expect([
      at("2026-11-28", true, taken, comes),
      at("2026-11-29", true, taken, comes),
      at("2026-11-29", true, taken, comes, taken, { ...comes, deliveryDay: "2026-12-02" }),
    ]).toEqual([
      "At your site, swap on Sat, Nov 28, 8AM to 12PM. We bring an empty one and take the full one along.",
      `${late}, ${soon}`,
      `${late} (1 of 2), ${soon} The other swap is planned for Wed, Dec 2, 8AM to 12PM (1 of 2).`,
    ]);
  });
});

it("a truck that comes for one of several says so, whatever the status is", () => {
  const said = (status: StatusFacts["status"], truck: StatusFacts["truck"], ...units: UnitDates[]) =>
    statusSentence({ status, units, cancelled: null, permitMissing: false, truck });
  const both = [unit("on_site"), unit("pickup_requested")];
  expect([
    said("pickup_requested", { is: "away" }, ...both),
    said("confirmed", { is: "coming", for: "relocate" }, unit("on_site"), unit("reserved")),
    said("on_site", { is: "coming", for: "dump_and_return" }, ...both),
  ]).toEqual([
    "One of your dumpsters is away to be emptied. We bring it back empty.",
    "The truck is on its way to you. It moves your dumpster to another place on your site.",
    "The truck is on its way to you. It takes one of your dumpsters to be emptied and brings it back.",
  ]);
});

describe("a dumpster that a truck could not bring or take, beside another one's truck", () => {
  const said = (status: "delivery_failed" | "pickup_failed", truck: StatusFacts["truck"]) =>
    statusSentence({ status, units: [unit(status), unit("on_site")], cancelled: null, permitMissing: false, truck });
  const NOT_BROUGHT = "We could not deliver on Tue, Nov 24 (1 of 2). Choose a new day, or call us.";
  const NOT_TAKEN =
    "We could not pick up the dumpster. Put right what was in the way, then choose a new day, or call us.";

  it("has nothing to clear only where another truck of ours had each of them that was not picked up", () => {
    const of = (...crossed: boolean[]) => {
      const units = [...crossed.map((isCrossed) => ({ ...unit("pickup_failed"), isCrossed })), unit("on_site")];
      return statusSentence({ status: "pickup_failed", units, cancelled: null, permitMissing: false });
    };
    expect(of(true)).toBe(
      "We could not pick up the dumpster. Another truck of ours had it then, so there is no fee. Choose a new day, or call us.",
    );
    expect([of(true, false), of(false)]).toEqual([NOT_TAKEN, NOT_TAKEN]);
  });

  it("shows first while that truck comes or is away: its customer has to choose a day", () => {
    const comes = { is: "coming", for: "relocate" } as const;
    expect([
      said("delivery_failed", { is: "away" }),
      said("delivery_failed", comes),
      said("pickup_failed", { is: "away" }),
      said("pickup_failed", comes),
    ]).toEqual([
      `${NOT_BROUGHT} Your dumpster is away to be emptied. We bring it back empty.`,
      `${NOT_BROUGHT} The truck is on its way to you. It moves your dumpster to another place on your site.`,
      `${NOT_TAKEN} One of your dumpsters is away to be emptied. We bring it back empty.`,
      `${NOT_TAKEN} The truck is on its way to you. It moves one of your dumpsters to another place on your site.`,
    ]);
  });

  it("comes after a truck that is there, or that waits for them", () => {
    expect([
      said("delivery_failed", { is: "there" }),
      said("pickup_failed", { is: "waiting", until: "10:57 am", isOver: false, clearing: false }),
      said("pickup_failed", { is: "waiting", until: "10:57 am", isOver: false, clearing: true }),
      said("pickup_failed", { is: "waiting", until: "10:57 am", isOver: true, clearing: true }),
    ]).toEqual([
      `The truck is at your site. Also, w${NOT_BROUGHT.slice(1)}`,
      `Our driver cannot get in. They wait until 10:57 am. Please answer now. Also, w${NOT_TAKEN.slice(1)}`,
      `The driver waits for you. They know that you are clearing the way, and wait until 10:57 am. Also, w${NOT_TAKEN.slice(1)}`,
      `The driver may leave any minute. They waited until 10:57 am. Please answer now. Also, w${NOT_TAKEN.slice(1)}`,
    ]);
  });
});

it("says that the street's permit comes first, until the truck is on its way", () => {
  const said = (status: StatusFacts["status"]) =>
    statusSentence({ status, units: [unit("reserved")], cancelled: null, permitMissing: true });
  expect(said("confirmed")).toBe("Confirmed for Tue, Nov 24, 8AM to 12PM, once we have the street permit.");
  expect(said("out_for_delivery")).not.toContain("permit");
});

it("cancelled without any money says so", () => {
  expect(statusSentence({ status: "cancelled", units: [], cancelled: null, permitMissing: false })).toBe(
    "Cancelled. Nothing was charged.",
  );
  expect(asSentence({ headline: "Confirmed", more: "" })).toBe("Confirmed.");
});

it("names a card as people do", () => {
  expect(shortCard({ card_brand: "visa", card_last4: "4242" })).toBe("Visa 4242");
  expect(shortCard({ card_brand: "visa", card_last4: null })).toBeNull();
});
