import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { serviceAreas } from "#db/schema/index";
import { draftData, openWorld, STAFF, type TestWorld } from "../../../../tests/support/domain";
import { SCHEDULE } from "../../../../tests/support/typed";
import { checkSent, type Sent } from "../../kernel/sent";
import { plus, DAY } from "../../kernel/time.server";
import type { DraftData } from "../draft/data";
import { findDraft, insertDraft, saveDraft, type Draft } from "../draft/drafts.server";
import { scheduleSchema } from "../draft/fields";
import { grantableOrder } from "../draft/grants";
import { grant } from "../draft/grants.server";
import { findWrong, keepSchedule, saveSchedule, withCityOfZip, type Asked } from "./save-schedule.server";

let world: TestWorld;
let draft: Draft;
beforeEach(async () => {
  world = await openWorld({ fleet: { 15: 2, 20: 8 } });
  draft = await start({ deliveryDate: "", zip: "", address: "" });
});
afterEach(() => world.close());

const LINE = { dumpsterSize: 20, quantity: 1, materialCategory: "general" };
const start = (changes: Partial<DraftData> = {}, steps = ["project", "schedule", "agreement"]) =>
  world.db.write((tx) => insertDraft(tx, draftData(changes), world.clock.at, 30, steps));
const stored = () => {
  const found = findDraft(world.db.orm, draft.id);
  if (!found) throw new Error("the draft is gone");
  return found;
};
const save = (changes: Record<string, string> = {}) => {
  const parsed = checkSent({ ...SCHEDULE, ...changes }, scheduleSchema);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.fields));
  return world.db.write((tx) => saveSchedule(tx, world.deed(), world.settings(), draft, parsed.value));
};

describe("saveSchedule", () => {
  it("keeps day, place and contact, finds county, pickup day and price, and the step is done", async () => {
    expect(await save({ rentalDays: "10", city: "My Town" })).toMatchObject({ ok: true });
    expect(stored()).toMatchObject({
      data: {
        ...{ zip: "32801", county: "Orange", city: "My Town", deliveryDate: "2026-12-03", pickupDate: "2026-12-14" },
        ...{ rentalDays: 10, estimatedPrice: 49_032, extensionPrice: 7_500 },
        contactInfo: { firstName: "Ada", lastName: "Tester", phone: "(407) 555-0133", email: "ada@example.com" },
      },
      stepsDone: ["project", "agreement", "schedule"],
    });
  });

  it("keeps what was typed when it cannot be had, but finds nothing out, and the step is not done any more", async () => {
    expect(await save({ deliveryDate: "2026-12-06", address: "9 New Street" })).toEqual({
      ok: false,
      fields: { deliveryDate: expect.stringContaining("Sundays") as string },
    });
    expect(stored()).toMatchObject({
      data: { deliveryDate: "2026-12-06", address: "9 New Street", estimatedPrice: draft.data.estimatedPrice },
      stepsDone: ["project", "agreement"],
    });
    expect(stored().data.pickupDate).toBe(draft.data.pickupDate);
  });

  it.each([
    [{ zip: "90210" }, "outside_area"],
    [{ deliveryTime: "afternoon" }, "minimum_order"],
  ])("says where a call-back is offered instead: %o", async (changes, offerCallBack) => {
    await world.db.write((tx) => tx.update(serviceAreas).set({ minimum_order: 50_000 }).run());
    expect(await save(changes)).toMatchObject({ ok: false, offerCallBack });
  });

  // The caller waited for the card company with the draft as it was read before.
  it("checks the order as it is now, not as it was read, and puts back nothing of it", async () => {
    const three = [{ ...LINE, dumpsterSize: 15, quantity: 3 }];
    await world.db.write((tx) =>
      saveDraft(tx, world.deed(), draft.id, { data: { ...stored().data, cart: three } }, 30),
    );
    expect(await save()).toMatchObject({
      ok: false,
      fields: { deliveryDate: expect.stringContaining("Only 2 unit(s) available for 15 yard") as string },
    });
    expect(stored().data.cart).toEqual(three);
    const one = [{ ...LINE, dumpsterSize: 15 }];
    await world.db.write((tx) => saveDraft(tx, world.deed(), draft.id, { data: { ...stored().data, cart: one } }, 30));
    const saved = await save();
    expect(saved).toMatchObject({ ok: true, data: { cart: one } });
    expect(stored().data.estimatedPrice).toBe(saved.ok && saved.data.estimatedPrice);
    expect(stored().data.estimatedPrice).toBeLessThan((await priceOf([LINE])) ?? 0);
  });

  it("asks for the rights of this very order, and gives none to another", async () => {
    const seven = [
      { ...LINE, quantity: 4 },
      { ...LINE, quantity: 3 },
    ];
    draft = await start({ cart: seven });
    expect(await save()).toMatchObject({ ok: false, offerCallBack: "large_order" });
    const order = grantableOrder({ ...stored().data, deliveryDate: "2026-12-03", deliveryTime: "morning" });
    await world.db.write((tx) =>
      grant(tx, world.deed(STAFF), draft, "full_window", order, plus(world.clock.at, 7 * DAY)),
    );
    expect(await save()).toMatchObject({ ok: true });
    expect(await save({ deliveryDate: "2026-12-04" })).toMatchObject({ ok: false, offerCallBack: "large_order" });
  });
});

async function priceOf(cart: DraftData["cart"]): Promise<number | null> {
  const mine = draft;
  draft = await start({ cart });
  const saved = await save();
  draft = mine;
  return saved.ok ? saved.data.estimatedPrice : null;
}

describe("a form that is not finished", () => {
  it("keeps the fields that fit, and the step is not done any more", async () => {
    await save();
    const sent = { ...SCHEDULE, address: "9 New Street", rentalDays: "500", email: "other@example.com" };
    await world.db.write((tx) => keepSchedule(tx, world.deed(), world.settings(), draft, sent));
    expect(stored()).toMatchObject({
      data: { address: "9 New Street", rentalDays: 7, contactInfo: { email: "other@example.com" } },
      stepsDone: ["project", "agreement"],
    });
  });

  it("keeps the former email address where the new one came too often, as it is now", async () => {
    await save({ email: "now@example.com" });
    const sent = { ...SCHEDULE, city: "Winter Park", email: "other@example.com" };
    const kept = await world.db.write((tx) =>
      keepSchedule(tx, world.deed(), world.settings(), draft, sent, { formerEmail: true }),
    );
    expect(kept).toMatchObject({ city: "Winter Park", contactInfo: { email: "now@example.com" } });
    expect(stored().data).toEqual(kept);
  });

  const wrongOf = (sent: Sent, asked: Asked, kept: Partial<DraftData>) => {
    const parsed = checkSent(sent, scheduleSchema);
    const ill = parsed.ok ? {} : parsed.fields;
    return findWrong(world.db.orm, world.settings(), { kept: draftData(kept), sent, ill }, asked, world.clock.at);
  };
  it.each<[Asked, string[]]>([
    [
      "everything",
      ["address", "deliveryDate", "rentalDays", "deliveryTime", "firstName", "lastName", "phone", "email"],
    ],
    ["what was typed", ["deliveryDate", "rentalDays"]],
    ["the email address", ["rentalDays", "email"]],
  ])("says of %s what is wrong, in the order of the page", (asked, names) => {
    const sent = { zip: "32801", city: "Orlando", rentalDays: "500", address: "", email: "" };
    const wrong = wrongOf(sent, asked, { zip: "32801", deliveryDate: "2026-12-06" });
    expect(Object.keys(wrong?.fields ?? {})).toEqual(names);
    expect(wrong?.isOutside).toBe(false);
  });

  it("offers a call-back for a place outside the area only where that is what is said of the ZIP", () => {
    const kept = { zip: "90210" };
    expect(wrongOf({ zip: "90210" }, "what was typed", kept)).toMatchObject({
      isOutside: true,
      fields: { zip: expect.stringContaining("We serve Orange") as string },
    });
    expect(wrongOf({ zip: "9" }, "what was typed", kept)).toMatchObject({
      isOutside: false,
      fields: { zip: expect.stringContaining("5-digit") as string },
    });
    expect(wrongOf({ zip: "90210", email: "ada@example.com" }, "the email address", kept)).toBeNull();
  });
});

it("the city comes from the ZIP, goes with the ZIP that it came from, and stays where it was typed", () => {
  const city = (zipBefore: string, sent: Sent) => withCityOfZip(world.db.orm, zipBefore, sent).city;
  expect(city("", { zip: "32801", city: " " })).toBe("Orlando");
  expect(city("32801", { zip: "32789", city: "Orlando" })).toBe("Winter Park");
  expect(city("32801", { zip: "32789", city: "My Town" })).toBe("My Town");
  expect(city("32801", { zip: "00000", city: "" })).toBe("");
});
