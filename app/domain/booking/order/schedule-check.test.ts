import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { serviceAreas, zipCodes } from "#db/schema/index";
import { day } from "../../kernel/days";
import { instantAt } from "../../kernel/time.server";
import { changeSetting, draftData, openWorld, paidBooking, type TestWorld } from "../../../../tests/support/domain";
import type { DraftData } from "../draft/data";
import { NO_RIGHTS, type Right, type Rights } from "../draft/grants";
import { checkSchedule, findObstacle, findUndeliverable, findUnserved } from "./schedule-check.server";

let world: TestWorld;
beforeEach(async () => {
  world = await openWorld({ fleet: { 15: 2, 20: 6 } });
});
afterEach(() => world.close());

const check = (changes: Partial<DraftData> = {}, rights: Rights = NO_RIGHTS) =>
  checkSchedule(world.db.orm, world.settings(), draftData(changes), world.clock.at, rights);

describe("checkSchedule", () => {
  it("fills in county, city, pickup day and prices", () => {
    expect(check({ city: "", county: "", rentalDays: 10 })).toMatchObject({
      ok: true,
      data: {
        county: "Orange",
        city: "Orlando",
        pickupDate: "2026-12-14",
        estimatedPrice: 49032,
        extensionPrice: 7500,
      },
    });
    expect(check({ city: "My Town" })).toMatchObject({ ok: true, data: { city: "My Town" } });
  });

  it.each([
    ["outside the area", { zip: "90210" }, "zip", /We serve Orange/, "outside_area"],
    ["no ZIP", { zip: "" }, "zip", /valid 5-digit/, "outside_area"],
    ["a day that has passed", { deliveryDate: "2026-11-30" }, "deliveryDate", /has passed/, undefined],
    ["a Sunday", { deliveryDate: "2026-12-06" }, "deliveryDate", /Sundays/, undefined],
    ["a holiday", { deliveryDate: "2026-12-25" }, "deliveryDate", /holiday/, undefined],
    ["beyond the horizon", { deliveryDate: "2027-06-01" }, "deliveryDate", /90 days ahead/, undefined],
    [
      "a window that has begun",
      { deliveryDate: "2026-12-01", deliveryTime: "morning" },
      "deliveryTime",
      /already begun/,
      undefined,
    ],
    ["no window", { deliveryTime: "midnight" }, "deliveryTime", /Choose a delivery time/, undefined],
    [
      "more than a window holds",
      {
        cart: [
          { dumpsterSize: 20, quantity: 5, materialCategory: "general" },
          { dumpsterSize: 15, quantity: 2, materialCategory: "general" },
        ],
      },
      "deliveryTime",
      /7 dumpsters need more/,
      "large_order",
    ],
  ])("refuses %s", (_name, changes, field, words, offerCallBack) => {
    const refused = check(changes);
    expect(refused).toMatchObject({ ok: false, ...(offerCallBack ? { offerCallBack } : {}) });
    expect(refused.ok ? "" : refused.fields[field]).toMatch(words);
  });

  it("names the day beside a ZIP outside the area, and misses nothing that is not typed yet", () => {
    expect(check({ zip: "90210", deliveryDate: "2026-12-06" })).toMatchObject({
      fields: { zip: expect.stringContaining("We serve Orange"), deliveryDate: expect.stringContaining("Sundays") },
    });
    expect(
      findUnserved(world.db.orm, world.settings(), draftData({ zip: "", deliveryDate: "" }), world.clock.at),
    ).toEqual({});
  });

  it("refuses post-office boxes, small orders and an area that was switched off", async () => {
    const box = world.db.orm.select().from(zipCodes).where(eq(zipCodes.has_street_addresses, false)).get();
    expect(check({ zip: box?.zip })).toMatchObject({
      ok: false,
      fields: { zip: expect.stringContaining("post-office boxes") },
    });
    await world.db.write((tx) => tx.update(serviceAreas).set({ minimum_order: 50_000 }).run());
    expect(check()).toMatchObject({
      ok: false,
      offerCallBack: "minimum_order",
      fields: { zip: expect.stringContaining("$500") },
    });
    await world.db.write((tx) => tx.update(serviceAreas).set({ is_active: false }).run());
    expect(check()).toMatchObject({ ok: false, offerCallBack: "outside_area" });
  });

  it("charges the area's own delivery fee, the newest area first", async () => {
    const {
      area_name: _name,
      id: _id,
      ...area
    } = world.db.orm.select().from(serviceAreas).where(eq(serviceAreas.area_name, "Orange County")).get() ?? {
      area_name: "",
      id: "",
    };
    await world.db.write((tx) =>
      tx
        .insert(serviceAreas)
        .values({
          ...area,
          id: "are_new",
          area_name: "Downtown",
          delivery_fee: 2_500,
          created_at: world.clock.at + 1_000,
        } as never)
        .run(),
    );
    expect(check()).toMatchObject({ ok: true, data: { estimatedPrice: Math.round((37_900 + 2_500) * 1.08) } });
  });

  it("says which windows are left, and which days", async () => {
    await changeSetting(world, "windowCapacity", 1);
    await paidBooking(world);
    expect(check()).toMatchObject({
      ok: false,
      fields: { deliveryTime: expect.stringMatching(/is full on Thursday, December 3.*Afternoon.*or Anytime/) },
    });
    await changeSetting(world, "windowCapacity", 6);
    const refused = check({ cart: [{ dumpsterSize: 15, quantity: 3, materialCategory: "general" }] });
    expect(refused).toMatchObject({
      ok: false,
      fields: { deliveryDate: expect.stringContaining("Only 2 unit(s) available for 15 yard") },
      otherDays: [],
    });
    for (const quantity of [3, 2])
      await paidBooking(world, {
        deliveryTime: quantity === 3 ? "afternoon" : "anytime",
        cart: [{ dumpsterSize: 20, quantity, materialCategory: "general" }],
      });
    expect(check()).toMatchObject({ ok: false, otherDays: expect.arrayContaining([day("2026-12-11")]) });
  });

  it("a fixed price takes away the area's minimum alone: who may fill a window is another right", async () => {
    await world.db.write((tx) => tx.update(serviceAreas).set({ minimum_order: 900_000 }).run());
    const asked = (quantity: number, ...rights: Right[]) =>
      findUndeliverable(
        world.db.orm,
        world.settings(),
        draftData({ cart: [{ dumpsterSize: 20, quantity, materialCategory: "general" }] }),
        world.clock.at,
        new Set(rights),
      );
    await changeSetting(world, "windowCapacity", 4);
    const tooSmall = { code: "obstacle", isTooSmall: true, byPhone: false, fields: { zip: expect.any(String) } };
    expect([asked(5), asked(5, "full_window")]).toMatchObject([tooSmall, tooSmall]);
    expect(asked(5, "price")).toMatchObject({
      ...{ code: "obstacle", isTooSmall: false, byPhone: false },
      fields: { deliveryTime: expect.stringMatching(/^5 dumpsters need more truck trips/) },
    });
    expect([asked(4, "price"), asked(5, "price", "full_window")]).toEqual([null, null]);
  });

  it("lets the office plan what is larger, but not what is not there", () => {
    const six = [
      { dumpsterSize: 20, quantity: 5, materialCategory: "general" },
      { dumpsterSize: 15, quantity: 2, materialCategory: "general" },
    ];
    expect(check({ cart: six }, new Set(["full_window"]))).toMatchObject({ ok: true });
    expect(check({ cart: [...six, ...six] }, new Set(["full_window"]))).toMatchObject({ ok: false });
  });

  it("closes today at noon, by the clock in New York", () => {
    const at = (hour: number, minute: number) =>
      checkSchedule(
        world.db.orm,
        world.settings(),
        draftData({ deliveryDate: "2026-12-01", deliveryTime: "afternoon" }),
        instantAt(day("2026-12-01"), hour, minute),
      );
    expect(at(11, 59)).toMatchObject({ ok: true });
    expect(at(12, 0)).toMatchObject({ ok: false, fields: { deliveryDate: expect.stringContaining("too late") } });
  });
});

describe("before the payment", () => {
  it("asks all that may have changed, but not for the dumpsters that the order itself holds", async () => {
    await paidBooking(world, { cart: [{ dumpsterSize: 20, quantity: 5, materialCategory: "general" }] });
    const order = draftData({
      deliveryTime: "afternoon",
      cart: [{ dumpsterSize: 20, quantity: 5, materialCategory: "general" }],
    });
    const obstacle = () => findObstacle(world.db.orm, world.settings(), order, world.clock.at);
    expect(obstacle()).toBeNull();
    world.clock.at = instantAt(day("2026-12-04"), 9);
    expect(obstacle()?.fields.deliveryDate).toMatch(/has passed/);
    await world.db.write((tx) => tx.update(serviceAreas).set({ is_active: false }).run());
    expect(obstacle()?.fields.zip).toMatch(/don't service/);
  });
});
