import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { bookings, dumpsterSizes, events, pricingMatrix, settingPlans } from "#db/schema/index";
import {
  changeSetting,
  draftData,
  openWorld,
  paidBooking,
  signedBooking,
  STAFF,
  startedDraft,
  type TestWorld,
} from "../../../tests/support/domain";
import { createContent } from "../../services/start/content.server";
import { prepareQuote } from "../booking/order/place.server";
import { describeOrder } from "../booking/order/order.server";
import { previewCancellation } from "../changes/cancel.server";
import { day } from "../kernel/days";
import type { StaffActor } from "../kernel/deed";
import { HOUR, instantAt, MINUTE, plus } from "../kernel/time.server";
import { readClaims } from "../pricing/pricing.server";
import { applyDuePlans, readSetup, saveSetup, withdrawPlan, type SetupForm } from "./change.server";
import { fieldsOf, typedOf } from "./fields";
import { findGroup, type SetupGroup } from "./groups";
import { readMatrix, readSetupGroup, readSetupTab } from "./pages.server";
import { listPlans } from "./plans.server";
import { lookAhead } from "./preview.server";
import { readWishes, type Sent } from "./read";

let world: TestWorld;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 9 } });
});
afterEach(() => world.close());

const group = (id: string) => (findGroup("pricing", id) ?? findGroup("settings", id)) as SetupGroup;
const staff = () => world.deed<StaffActor>(STAFF);
const seenNow = (id: string): Sent => {
  const setup = readSetup(world.db.orm);
  return typedOf(setup, fieldsOf(group(id), setup.sizes));
};
const form = (id: string, sent: Sent, more: Partial<SetupForm> = {}): SetupForm => ({
  group: group(id),
  sent,
  seen: seenNow(id),
  why: "the landfill asks more",
  from: null,
  ...more,
});
const save = (id: string, sent: Sent, more: Partial<SetupForm> = {}) => {
  const made = form(id, sent, more);
  return world.db.write((tx) => saveSetup(tx, staff(), made));
};
const priceOf20 = () => ({
  settings: world.settings().prices[20],
  row: world.db.orm.select().from(dumpsterSizes).where(eq(dumpsterSizes.size, 20)).get()?.base_price,
  matrix: world.db.orm.select().from(pricingMatrix).where(eq(pricingMatrix.size_yards, 20)).get()?.base_price,
  charged: world.catalogue().prices[20],
});
const all = (cents: number) => ({ settings: cents, row: cents, matrix: cents, charged: cents });
const told = () =>
  world.db.orm
    .select()
    .from(events)
    .all()
    .filter(({ subject_kind }) => subject_kind === "setting");
const DECEMBER_10 = day("2026-12-10");

describe("a price", () => {
  it("is written to its three places at once, with who, from, to and why, and renews the public pages", async () => {
    const before = world.contentVersion();
    expect(await save("sizes", { "prices.20": "389.50" })).toEqual({ ok: true });
    expect(priceOf20()).toEqual(all(38950));
    expect(readClaims(world.db.orm, world.settings()).mismatches.filter(({ subject }) => subject === "price")).toEqual(
      [],
    );
    expect(world.contentVersion()).not.toBe(before);
    expect(told()).toMatchObject([
      {
        action: "setting_changed",
        subject_id: "sizes",
        actor_label: STAFF.label,
        why: "the landfill asks more",
        data: { changes: [{ field: "prices.20", was: 37900, is: 38950 }] },
      },
    ]);
    expect(readSetupGroup(world.db.orm, group("sizes")).changes).toMatchObject([
      { who: STAFF.label, why: "the landfill asks more", words: "Price by size: 20 yards: $379 → $389.50" },
    ]);
  });

  it("shows what is charged, and mends a place that somebody changed by hand", async () => {
    world.db.sqlite.prepare("update pricing_matrix set base_price = 40000 where size_yards = 20").run();
    expect(seenNow("sizes")["prices.20"]).toBe("400");
    expect(readMatrix(world.db.orm).mismatches).toHaveLength(1);
    await save("sizes", { "prices.15": "330" });
    expect(priceOf20()).toEqual(all(40000));
    expect(readMatrix(world.db.orm).mismatches).toEqual([]);
  });

  it("of an extra day, a ton and the most tons stands in the sizes' rows too", async () => {
    await save("fees", { extensionPerDay: "30" });
    await save("weight", { overagePerTon: "75", maxTons: "4" });
    const row = world.db.orm.select().from(dumpsterSizes).where(eq(dumpsterSizes.size, 20)).get();
    expect(row).toMatchObject({ extension_rate: 3000, overage_rate: 7500, weight_limit_tons: 4 });
  });

  it("by the material follows its factor, credit and fee", async () => {
    await save("materials", { "materials.roofing.multiplier": "1.5", "materials.roofing.handlingFee": "30" });
    await save("materials", { "materials.metal.creditRate": "10" });
    const { rows } = readMatrix(world.db.orm);
    // 379 × 1.5 + 30; 379 × 0.5 − 37.90.
    expect(rows.find(({ id }) => id === "roofing")?.prices[1]).toBe(59850);
    expect(rows.find(({ id }) => id === "metal")?.prices[1]).toBe(15160);
    const data = draftData({ cart: [{ dumpsterSize: 20, quantity: 1, materialCategory: "roofing" }] as never });
    expect(describeOrder(world.db.orm, world.settings(), data).price.subtotal).toBe(59850);
  });

  it("is saved once when it is pressed twice, and nothing is told of what stayed", async () => {
    const twice = form("sizes", { "prices.20": "389" });
    for (let i = 0; i < 2; i++)
      expect(await world.db.write((tx) => saveSetup(tx, staff(), twice))).toEqual({ ok: true });
    expect(await save("sizes", { "prices.20": "389.00" })).toEqual({ ok: true });
    expect(told()).toHaveLength(1);
  });
});

describe("two admins at once", () => {
  it("the second is told what the first changed, keeps what was typed, and takes over the rest", async () => {
    const second = form("fees", { deliveryFee: "40", dryRunFee: "150", taxRate: "8" });
    await save("fees", { dryRunFee: "175" });
    const done = await world.db.write((tx) => saveSetup(tx, staff(), second));
    expect(done).toMatchObject({
      ok: false,
      code: "changed",
      meanwhile: [{ field: "dryRunFee", was: "150", is: "175" }],
      values: { deliveryFee: "40", dryRunFee: "175" },
    });
    expect(world.settings().deliveryFee).toBe(0);
    // Saved again as the page shows it then.
    if (done.ok || done.code !== "changed") throw new Error("was not refused");
    expect(await save("fees", done.values)).toEqual({ ok: true });
    expect(world.settings()).toMatchObject({ deliveryFee: 4000, dryRunFee: 17500 });
  });

  it("both may change other groups", async () => {
    const second = form("weight", { landfillPerTon: "36" });
    await save("fees", { dryRunFee: "175" });
    expect(await world.db.write((tx) => saveSetup(tx, staff(), second))).toEqual({ ok: true });
  });
});

describe("a price for a day to come", () => {
  it("holds from that New York day's first minute, for every process, in all its places", async () => {
    expect(await save("sizes", { "prices.20": "399" }, { from: DECEMBER_10 })).toEqual({ ok: true });
    // Another process, which has read everything before.
    const other = createContent(world.db, world.clock);
    expect(priceOf20()).toEqual(all(37900));
    world.clock.at = plus(instantAt(DECEMBER_10, 0), -MINUTE);
    expect(await world.db.write((tx) => applyDuePlans(tx, world.clock.at))).toBe(0);
    const before = other.contentVersion();
    expect(priceOf20()).toEqual(all(37900));
    world.clock.at = instantAt(DECEMBER_10, 0);
    expect(other.contentVersion()).not.toBe(before);
    expect(other.catalogue().prices[20]).toBe(39900);
    expect(priceOf20()).toEqual(all(39900));
    expect(listPlans(world.db.orm)).toEqual([]);
    expect(told().map(({ action, actor_kind }) => [action, actor_kind])).toEqual([
      ["setting_planned", "staff"],
      ["setting_changed", "system"],
    ]);
    expect(readSetupGroup(world.db.orm, group("sizes")).changes[0]?.words).toBe(
      `Price by size: 20 yards: $379 → $399 (planned by ${STAFF.label})`,
    );
    // Once.
    const version = world.contentVersion();
    expect(world.contentVersion()).toBe(version);
  });

  it("waits while somebody else writes, and comes with the next who asks", async () => {
    await save("sizes", { "prices.20": "399" }, { from: DECEMBER_10 });
    world.clock.at = instantAt(DECEMBER_10, 8);
    await world.db.write(() => expect(world.catalogue().prices[20]).toBe(37900));
    expect(world.catalogue().prices[20]).toBe(39900);
  });

  it("is one for each field and day, shown until then, and can be taken back", async () => {
    await save("sizes", { "prices.20": "399" }, { from: DECEMBER_10 });
    await save("sizes", { "prices.20": "399" }, { from: DECEMBER_10 });
    expect(told()).toHaveLength(1);
    await save("sizes", { "prices.20": "405" }, { from: DECEMBER_10 });
    await save("sizes", { "prices.15": "335" }, { from: day("2026-12-05") });
    const { plans } = readSetupTab(world.db.orm, "pricing");
    expect(plans.map(({ on, what }) => [on, what])).toEqual([
      ["Saturday, December 5, 2026", "Price by size: 15 yards: $329 → $335"],
      ["Thursday, December 10, 2026", "Price by size: 20 yards: $379 → $405"],
    ]);
    const id = plans[1]?.id ?? 0;
    expect(await world.db.write((tx) => withdrawPlan(tx, staff(), id))).toBe(true);
    expect(await world.db.write((tx) => withdrawPlan(tx, staff(), id))).toBe(false);
    world.clock.at = instantAt(DECEMBER_10, 12);
    expect(world.catalogue().prices).toMatchObject({ 15: 33500, 20: 37900 });
    expect(await world.db.write((tx) => withdrawPlan(tx, staff(), plans[0]?.id ?? 0))).toBe(false);
  });

  it("keeps what another form set meanwhile", async () => {
    await save("sizes", { "prices.20": "399" }, { from: DECEMBER_10 });
    await save("sizes", { "prices.15": "340" });
    world.clock.at = instantAt(DECEMBER_10, 0);
    expect(world.catalogue().prices).toMatchObject({ 15: 34000, 20: 39900 });
  });

  it("that another admin planned for that day meanwhile is told before it is replaced", async () => {
    const shown = (): Sent => JSON.parse(readSetupGroup(world.db.orm, group("sizes")).seen) as Sent;
    const [mine, theirs] = [shown(), shown()];
    const plan = (price: string, seen: Sent, from = DECEMBER_10) =>
      save("sizes", { "prices.20": price }, { seen, from });
    expect(await plan("400", theirs)).toEqual({ ok: true });
    expect(await plan("500", mine)).toEqual({
      ok: false,
      code: "planned",
      meanwhile: [{ field: "prices.20", was: 37900, is: 40000 }],
    });
    // The same value, another day, and what the form has shown are no quarrel.
    expect(await plan("400", mine)).toEqual({ ok: true });
    expect(await plan("500", mine, day("2026-12-11"))).toEqual({ ok: true });
    expect(listPlans(world.db.orm).map(({ value }) => value)).toEqual([40000, 50000]);
    expect(await plan("450", shown())).toEqual({ ok: true });
    expect(listPlans(world.db.orm).map(({ value }) => value)).toEqual([45000, 50000]);
  });

  it("that goes with others of its form holds with all of them or not at all, and the history says so", async () => {
    const tiers = { "cancellation.freeHours": "72", "cancellation.lateHours": "60" };
    await save("cancelling", tiers, { from: DECEMBER_10 });
    await save("weight", { includedTons: "2.5" }, { from: DECEMBER_10 });
    await changeSetting(world, "maxTons", 2);
    world.clock.at = instantAt(DECEMBER_10, 0);
    expect(world.settings()).toMatchObject({ cancellation: { freeHours: 72, lateHours: 60 }, includedTons: 1 });
    expect(
      world.db.orm
        .select()
        .from(settingPlans)
        .all()
        .map(({ state }) => state),
    ).toEqual(["applied", "applied", "refused"]);
    expect(readSetupGroup(world.db.orm, group("weight")).changes[0]?.words).toMatch(
      /not possible .*: Included tons: 1 → 2.5/,
    );
    expect(await world.db.write((tx) => applyDuePlans(tx, world.clock.at))).toBe(0);
  });
});

describe("what has its price keeps it", () => {
  const newPrice = () => save("sizes", { "prices.20": "499" });

  it("a signed and paid booking, and a quote of the office until it ends", async () => {
    const paid = await paidBooking(world);
    const quoted = await world.db.write(
      (tx) =>
        prepareQuote(
          tx,
          staff(),
          world.settings(),
          draftData({ deliveryDate: "2026-12-08" }),
          plus(world.clock.at, 72 * HOUR),
        ).booking,
    );
    await newPrice();
    const total = (id: typeof paid.id) =>
      world.db.orm.select().from(bookings).where(eq(bookings.id, id)).get()?.total_amount;
    expect([total(paid.id), total(quoted.id)]).toEqual([40932, 40932]);
  });

  it("the fees for cancelling are those that were signed", async () => {
    const booking = await paidBooking(world, { deliveryDate: "2026-12-03" });
    const hours30 = plus(instantAt(day("2026-12-03"), 8), -30 * HOUR);
    const fee = () => {
      const preview = previewCancellation(world.db.orm, world.settings(), booking.id, null, hours30);
      return preview.ok && preview.fee;
    };
    expect(fee()).toBe(4093);
    await save("cancelling", { "cancellation.latePercent": "50", "cancellation.lastPercent": "100" });
    expect(world.settings().cancellation.latePercent).toBe(50);
    expect(fee()).toBe(4093);
    // In a row of before its shape had a version, too.
    const kept = world.db.sqlite.prepare("select signed_terms from rental_agreements").pluck();
    expect(JSON.parse(String(kept.get()))).toMatchObject({ v: 1, cancellation: { latePercent: 10 } });
    world.db.sqlite.prepare("update rental_agreements set signed_terms = json_remove(signed_terms, '$.v')").run();
    expect(fee()).toBe(4093);
    // Signed before the terms were kept: those of now.
    world.db.sqlite.prepare("update rental_agreements set signed_terms = null").run();
    expect(fee()).toBe(20466);
  });

  it("and a look ahead counts them", async () => {
    await signedBooking(world);
    await startedDraft(world);
    await world.db.write((tx) => prepareQuote(tx, staff(), world.settings(), draftData(), plus(world.clock.at, HOUR)));
    const setup = readSetup(world.db.orm);
    const { wishes } = readWishes(fieldsOf(group("sizes"), setup.sizes), { "prices.20": "389" }, seenNow("sizes"));
    const look = lookAhead(world.db.orm, setup, wishes, DECEMBER_10, world.clock.at);
    expect(look).toMatchObject({ quotes: 1, paying: 0, signed: 1, drafts: 1, from: DECEMBER_10 });
    expect(look.changes).toEqual(["Price by size: 20 yards: $379 → $389"]);
    expect(look.orders.find(({ what }) => what.startsWith("1 × 20-yard dumpster, General debris, 7"))).toMatchObject({
      before: 40932,
      after: 42012,
    });
    expect(look.orders.find(({ what }) => what.startsWith("1 × 15-yard"))).toMatchObject({
      before: 35532,
      after: 35532,
    });
    expect(lookAhead(world.db.orm, setup, wishes, null, plus(world.clock.at, 2 * HOUR)).quotes).toBe(0);
  });
});

it("asks about what stands on a day that is closed, a weekday that is taken away too, and no more once it is open", async () => {
  await paidBooking(world, { deliveryDate: "2026-12-15" });
  const asked = () =>
    world.db.sqlite
      .prepare("select state from tasks where kind = 'closed_day'")
      .all()
      .map((row) => (row as { state: string }).state);
  const days = ["Monday", "Wednesday", "Thursday", "Friday", "Saturday"];
  expect(await save("days", { ...seenNow("days"), deliveryWeekdays: days })).toEqual({ ok: true });
  // Its delivery and its pickup: a question each.
  expect(asked()).toEqual(["open", "open"]);
  expect(await save("days", { ...seenNow("days"), deliveryWeekdays: [...days, "Tuesday"] })).toEqual({ ok: true });
  expect(asked()).toEqual(["closed", "closed"]);
});
