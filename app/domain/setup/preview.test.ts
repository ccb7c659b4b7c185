import { afterEach, beforeEach, expect, it } from "vitest";
import {
  draftData,
  freshDraft,
  openedCheckout,
  openWorld,
  sign,
  signedBooking,
  STAFF,
  type TestWorld,
} from "../../../tests/support/domain";
import { prepareQuote } from "../booking/order/place.server";
import { day, type Day } from "../kernel/days";
import { DAY, plus } from "../kernel/time.server";
import { readSetup, saveSetup } from "./change.server";
import { fieldsOf, typedOf } from "./fields";
import { GROUPS, type SetupGroup } from "./groups";
import { lookAhead } from "./preview.server";
import { readWishes, type Sent } from "./read";

let world: TestWorld;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 9 } });
});
afterEach(() => world.close());

const [DEC_10, DEC_15] = [day("2026-12-10"), day("2026-12-15")];
const groupOf = (id: string) => GROUPS.find((group) => group.id === id) as SetupGroup;
const read = (id: string) => {
  const setup = readSetup(world.db.orm);
  const fields = fieldsOf(groupOf(id), setup.sizes);
  return { setup, fields, seen: typedOf(setup, fields) };
};
const plan = (sent: Sent, from: Day, id = "sizes") =>
  world.db.write((tx) =>
    saveSetup(tx, world.deed(STAFF), { group: groupOf(id), sent, seen: read(id).seen, why: "fuel", from }),
  );
const look = (sent: Sent, from: Day | null = null, id = "sizes") => {
  const { setup, fields, seen } = read(id);
  return lookAhead(world.db.orm, setup, readWishes(fields, sent, seen).wishes, from, world.clock.at);
};
const order = (seen: ReturnType<typeof look>, size: number) =>
  seen.orders.find(({ what }) => what.startsWith(`1 × ${size}-yard dumpster, General debris, 7`));

it("what is planned until that day counts before, in sums and in words; what is planned for later does not", async () => {
  await plan({ "prices.20": "399.50" }, DEC_10);
  await plan({ "prices.20": "450" }, day("2026-12-24"));
  expect(order(look({ "prices.15": "339" }, DEC_15), 20)).toMatchObject({ before: 43146, after: 43146 });
  const again = look({ "prices.20": "410" }, DEC_15);
  expect(again.changes).toEqual(["Price by size: 20 yards: $399.50 → $410"]);
  expect(order(again, 20)).toMatchObject({ before: 43146, after: 44280 });
  // At once, and a day before the plan: the price of today.
  for (const from of [null, day("2026-12-09")])
    expect(order(look({ "prices.20": "410" }, from), 20)).toMatchObject({ before: 40932, after: 44280 });
});

it("of the same day, another's plan counts, and the value that this one replaces does not", async () => {
  await plan({ "prices.20": "399.50" }, DEC_15);
  await plan({ taxRate: "10" }, DEC_15, "fees");
  expect(order(look({ "prices.20": "410" }, DEC_15), 20)).toMatchObject({ before: 41690, after: 45100 });
});

it("a signed order with a price that the office fixed keeps it until it ends, and is none of those signed again", async () => {
  await signedBooking(world);
  await openedCheckout(world, await signedBooking(world));
  const quoted = await world.db.write((tx) =>
    prepareQuote(
      tx,
      world.deed(STAFF),
      world.settings(),
      draftData({ deliveryDate: "2026-12-08" }),
      plus(world.clock.at, DAY),
    ),
  );
  expect(look({ "prices.20": "389" })).toMatchObject({ quotes: 1, fixed: 0, signed: 1, paying: 1 });
  expect((await sign(world, freshDraft(world, quoted.draft.id))).ok).toBe(true);
  expect(look({ "prices.20": "389" })).toMatchObject({ quotes: 0, fixed: 1, signed: 1, paying: 1 });
  world.db.sqlite.prepare("update grants set ended_at = 1 where right = 'price'").run();
  expect(look({ "prices.20": "389" })).toMatchObject({ fixed: 0, signed: 2 });
});

it("doubts a value of less than half, or of more than double of what it was then", async () => {
  expect(look({ "prices.20": "189.50", "prices.15": "658" }).doubts).toEqual([]);
  expect(look({ "prices.20": "37.90", "prices.15": "658.01" }).doubts).toEqual([
    "Price by size: 15 yards: more than double what it was",
    "Price by size: 20 yards: less than half of what it was",
  ]);
  await plan({ "prices.20": "100" }, DEC_10);
  expect(look({ "prices.20": "378" }, DEC_15).doubts).toHaveLength(1);
});
