import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { bookings, holds, outbox } from "#db/schema/index";
import { findDraft } from "~/domain/booking/draft/drafts.server";
import type { BookIntent } from "~/domain/booking/draft/fields";
import { day } from "~/domain/kernel/days";
import { DAY, instantAt, plus } from "~/domain/kernel/time.server";
import { changeSetting, draftData, openWorld, STAFF, type TestWorld } from "../../../tests/support/domain";
import { fakeServices } from "../../../tests/support/visit";
import { correctBooking, prepareBooking } from "./prepare.server";

let world: TestWorld;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 9 } });
});
afterEach(() => world.close());

async function save(changes: object = {}, pressed?: BookIntent): Promise<string> {
  const { contactInfo, cart, ...rest } = draftData();
  const order = { ...rest, ...contactInfo, lines: cart, ...changes } as never;
  const made = await prepareBooking(fakeServices(world), order, world.deed(STAFF), pressed);
  if (!made.ok) throw new Error(JSON.stringify(made.fields));
  return made.bookingNumber;
}
const all = () => world.db.orm.select().from(bookings).all();
const links = () =>
  world.db.orm
    .select()
    .from(outbox)
    .all()
    .filter(({ kind }) => kind === "mail.sign-request");

it("an order that is saved with a double click is one booking, with one link to its caller", async () => {
  const pressed = await Promise.all([save(), save()]);
  expect(new Set(pressed).size).toBe(1);
  expect(all()).toHaveLength(1);
  expect(links()).toHaveLength(1);
});

it.each([
  ["the last free dumpster", {}, { 20: 1 }, 8],
  ["the last room of a window", {}, { 20: 9 }, 1],
  ["a full window, to which it is said yes", { fullWindow: true }, { 20: 1 }, 0],
])(
  "saved twice at %s it is the same order, not sold out; another caller hears that it is",
  async (_what, more, fleet, room) => {
    world.close();
    world = await openWorld({ fleet });
    await changeSetting(world, "windowCapacity", room);
    const first = await save(more);
    expect(await save(more)).toBe(first);
    expect([all().length, links().length]).toEqual([1, 1]);
    await expect(save({ ...more, email: "another@example.com" })).rejects.toThrow(/Only 0 unit|is full/);
  },
);

it("an order that is put right twice with one form stands as the first put it right, on the last free dumpster", async () => {
  world.close();
  world = await openWorld({ fleet: { 20: 1, 15: 1 } });
  const { contactInfo, cart, ...rest } = draftData();
  const made = await prepareBooking(
    fakeServices(world),
    { ...rest, ...contactInfo, lines: cart } as never,
    world.deed(STAFF),
  );
  expect(made).toMatchObject({ ok: true });
  const booking = () => all()[0] ?? expect.fail("no booking");
  const form = { ...rest, ...contactInfo, lines: cart.map((line) => ({ ...line, dumpsterSize: 15 })) } as never;
  const seen = findDraft(world.db.orm, booking().draft_id ?? "")?.version ?? 0;
  const services = fakeServices(world);
  const press = () => correctBooking(services, booking(), form, seen, world.deed(STAFF));
  const pressed = await Promise.all([press(), press()]);
  expect(pressed.map(({ ok }) => ok)).toEqual([true, true]);
  expect(await press()).toMatchObject({ ok: true });
  expect(booking().items_summary).toContain("15-yard");
  expect(world.db.orm.select().from(holds).where(eq(holds.state, "live")).all()).toHaveLength(1);
});

it("another order for the same caller, the same after a minute, or in place of a cancelled one is its own", async () => {
  const first = await save();
  expect(await save({ specialInstructions: "And a second one beside it" })).not.toBe(first);
  world.clock.at = plus(world.clock.at, 60_000);
  const later = await save();
  world.db.sqlite.prepare("update bookings set status = 'cancelled' where booking_number = ?").run(later);
  expect(await save()).not.toBe(later);
  expect(all()).toHaveLength(4);
  expect(links()).toHaveLength(4);
});

it("a price of the office ends when the delivery that it was made for begins, however many days it would hold", async () => {
  const soon = day("2026-12-02");
  await save({ deliveryDate: soon, deliveryTime: "morning" });
  expect(all()[0]?.quote_expires_at).toBe(instantAt(soon, 8));
  await save({ deliveryDate: "2026-12-28" });
  const later = all().find(({ scheduled_delivery_date }) => scheduled_delivery_date === "2026-12-28");
  expect(later?.quote_expires_at).toBe(plus(world.clock.at, world.settings().quoteDays * DAY));
});

it("is not saved before the question about the material is answered, by the button that answers it", async () => {
  const roof = { wasteTypes: ["roofing"] };
  await expect(save(roof)).rejects.toThrow(/You checked Roofing/);
  await save(roof, { kind: "keep" });
  expect(all()).toHaveLength(1);
});

it("a caller is texted when they agreed to it, and not otherwise", async () => {
  const texts = () =>
    world.db.orm
      .select()
      .from(outbox)
      .all()
      .filter(({ kind }) => kind === "sms.sign-request");
  await save({ smsConsent: false });
  expect(texts()).toHaveLength(0);
  await save({ smsConsent: true });
  expect(texts()).toHaveLength(1);
});

it("a gate code that the caller says goes with the booking, apart from the note", async () => {
  await save({ gateCode: "#4711", specialInstructions: "Ring first" });
  expect(all()).toMatchObject([{ gate_code: "#4711", special_instructions: "Ring first" }]);
});
