import { expect, it } from "vitest";
import { openedChange, pricedDays } from "../../../tests/support/changes";
import { BACK, drive } from "../../../tests/support/charges";
import { confirm, paidBooking, sessionFacts } from "../../../tests/support/domain";
import { errandOn, planByOffice } from "../../../tests/support/errands";
import { setSoundWorld } from "../../../tests/support/sound";
import { standingRental } from "../../../tests/support/standing";
import { getBooking, listUnits } from "../booking/order/bookings.server";
import { paidUntil } from "../booking/order/paid-stay.server";
import { day } from "../kernel/days";
import { previewChange } from "./changes.server";
import { chooseDay } from "./choose-day.server";

/** Nobody pays twice for a day: a pickup may stand before the last one that is paid for. */
const world = setSoundWorld({ fleet: { 20: 2 } });
const { standing, promised, at, ask, unit, move, charged, booking } = standingRental(world);
const preview = (days: number) => {
  const asked = { kind: "extension", days } as const;
  return previewChange(world.db.orm, world.settings(), unit().id, asked, world.clock.at);
};
async function buy(days: number) {
  const change = await pricedDays(world, unit().id, days);
  if (change.total === 0) return;
  const checkout = await openedChange(world, change);
  expect(await confirm(world, sessionFacts(checkout))).toMatchObject({ outcome: "confirmed" });
}

const lastFree = () => paidUntil(world.db.orm, world.settings(), booking(), unit()).lastFree;

/** Seven days from Thursday, December 3, end on Thursday the 10th. */
it.each([
  [1, 0, "2026-12-09", []],
  [2, 0, "2026-12-10", []],
  [3, 2_700, "2026-12-11", ["3 more days, pickup Friday, December 11, 2 of them paid for already"]],
] as const)("moved two days sooner by us, %i more cost %i cents", async (days, total, to, details) => {
  await promised();
  await move("2026-12-08");
  expect(preview(days)).toMatchObject({
    ok: true,
    wish: { days, to },
    price: { total, lines: details.map((detail) => ({ detail })) },
  });
});

it("and those that are bought beyond them end on the day that was said", async () => {
  await promised();
  await move("2026-12-08");
  await buy(3);
  expect(unit().pickup_date).toBe("2026-12-11");
  expect(lastFree()).toBe("2026-12-11");
});

it("taken for nothing they are paid for once: moved sooner again, they are theirs again and no more", async () => {
  await promised();
  await move("2026-12-08");
  await buy(2);
  await move("2026-12-08");
  expect(preview(2)).toMatchObject({ price: { total: 0 } });
  expect(preview(3)).toMatchObject({ price: { total: 2_700 } });
  expect(lastFree()).toBe("2026-12-10");
});

it("sooner than days that were bought, a few of them again leave the rest paid for", async () => {
  await promised();
  await buy(5);
  expect(unit().pickup_date).toBe("2026-12-15");
  await move("2026-12-09");
  expect([preview(2), preview(8)]).toMatchObject([{ price: { total: 0 } }, { price: { total: 5_400 } }]);
  await buy(2);
  expect(unit().pickup_date).toBe("2026-12-11");
  expect(lastFree()).toBe("2026-12-15");
});

it("sooner than a day that was sold beyond a Sunday, fewer days again do not take that day away", async () => {
  // Ten days end on Sunday the 13th, so on Monday; a day more is Tuesday.
  await promised({ rentalDays: 10 });
  await buy(1);
  expect(unit().pickup_date).toBe("2026-12-15");
  await move("2026-12-09");
  await buy(2);
  expect(lastFree()).toBe("2026-12-15");
});

it("who keeps it until they ask has no day before the last one that is paid for", async () => {
  const soon = (on: string) => ({
    ok: false,
    code: "bad_day",
    message: `They keep it until they ask, and have paid until ${on}: that day cannot be sooner. If they want it gone before, ask for its pickup on the booking once it stands there.`,
  });
  await standing();
  expect(await move("2026-12-09")).toEqual(soon("Thursday, December 10"));
  await buy(5);
  expect(await move("2026-12-14")).toEqual(soon("Tuesday, December 15"));
  expect(unit().pickup_date).toBe("2026-12-15");
  // Days that we gave can be taken back, as far as to what was bought.
  expect(await move("2026-12-17")).toMatchObject({ ok: true });
  expect([await move("2026-12-14"), await move("2026-12-15")]).toMatchObject([{ ok: false }, { ok: true }]);
  expect(await charged("2026-12-16")).toEqual([[1, "2026-12-15"]]);
});

it("once they have asked its truck can come sooner", async () => {
  await standing();
  at("2026-12-05");
  await ask();
  expect(await move("2026-12-09")).toMatchObject({ ok: true });
});

it("what came with a swap has days of its own: those of the order are none that were paid for it", async () => {
  await standing("2026-12-03", { rentalDays: 10 });
  at("2026-12-04");
  await planByOffice(world, unit().id, errandOn("swap", "2026-12-08"));
  at("2026-12-08");
  await drive(world, booking(), "swap", BACK(1800));
  const came = listUnits(world.db.orm, booking().id).at(-1)!;
  const asked = { kind: "extension", days: 1 } as const;
  expect(came.pickup_date).toBe("2026-12-15");
  expect(previewChange(world.db.orm, world.settings(), came.id, asked, world.clock.at)).toMatchObject({
    wish: { to: "2026-12-16" },
    price: { total: 2_700 },
  });
});

/** A booking of so many days, with more of them bought; and its delivery moved, by its customer. */
async function bought(was: string, rentalDays: number, days: number) {
  at("2026-12-01");
  const { id } = await paidBooking(world, { deliveryDate: was, rentalDays });
  const dumpster = () => listUnits(world.db.orm, id)[0]!;
  const open = async () => openedChange(world, await pricedDays(world, dumpster().id, days));
  const toDay = (on: string) =>
    world.db.write((tx) =>
      chooseDay(tx, world.deed(), world.settings(), dumpster().id, { day: day(on), window: "anytime", seen: null }),
    );
  /** The pickup, and the last day without a charge: they are one. */
  const stands = () => [
    dumpster().pickup_date,
    paidUntil(world.db.orm, world.settings(), getBooking(world.db.orm, id), dumpster()).lastFree,
  ];
  return { open, toDay, stands };
}

it.each([
  // From the 17th to the 18th with a day more; three days sooner, to the 15th.
  ["2026-12-10", 7, 1, [["2026-12-07", "2026-12-15"]]],
  // Ten days end on Sunday the 13th, so on Monday; a day more is Tuesday. Eleven from another day end by themselves.
  [
    "2026-12-03",
    10,
    1,
    [
      ["2026-12-04", "2026-12-15"],
      ["2026-12-08", "2026-12-19"],
      ["2026-12-09", "2026-12-21"],
      ["2026-12-03", "2026-12-15"],
    ],
  ],
  // Three more end on a Sunday; from a day later on they end on that Monday.
  ["2026-12-03", 7, 3, [["2026-12-04", "2026-12-14"]]],
] as const)("delivered %s for %i days and %i more: wherever it is moved, what is told is paid for", async (...of) => {
  const [was, rentalDays, days, moves] = of;
  const { open, toDay, stands } = await bought(was, rentalDays, days);
  expect(await confirm(world, sessionFacts(await open()))).toMatchObject({ outcome: "confirmed" });
  for (const [to, until] of moves) {
    expect(await toDay(to)).toMatchObject({ ok: true });
    expect([to, ...stands()]).toEqual([to, until, until]);
  }
});

it("paid after its delivery was moved they go back, also where the pickup stays on its Monday", async () => {
  const { open, toDay, stands } = await bought("2026-12-04", 10, 1);
  const checkout = await open();
  expect(await toDay("2026-12-03")).toMatchObject({ ok: true });
  expect(await confirm(world, sessionFacts(checkout))).toMatchObject({ outcome: "refunded_refused" });
  expect(stands()).toEqual(["2026-12-14", "2026-12-14"]);
});
