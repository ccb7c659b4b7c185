import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { eq } from "drizzle-orm";
import { bookingDrafts, draftWrites, liveSignals } from "#db/schema/index";
import { changeSetting, CUSTOMER, draftData, openWorld, STAFF, type TestWorld } from "../../../../tests/support/domain";
import type { StaffActor } from "../../kernel/deed";
import { DAY, instantAt, plus } from "../../kernel/time.server";
import { findLiveHold } from "../../inventory/holds.server";
import { countAvailable } from "../../inventory/availability.server";
import { day } from "../../kernel/days";
import { dayAt } from "../../kernel/time.server";
import type { DraftData } from "../draft/data";
import { findDraft, saveDraft } from "../draft/drafts.server";
import { orderToSign } from "../../documents/sign.server";
import { NO_RIGHTS } from "../draft/grants";
import { grantableOrder } from "../draft/grants";
import { rightsFor } from "../draft/grants.server";
import { KEPT_WRITES } from "../draft/writes";
import { listLastWrites } from "../draft/writes.server";
import { getBooking, listItems } from "./bookings.server";
import { prepareQuote } from "./place.server";
import { correctPrepared, holdPrepared } from "./prepared.server";
import { keepSchedule, saveSchedule } from "./save-schedule.server";

let world: TestWorld;
let id: ReturnType<typeof prepareQuote>["draft"]["id"];
let bookingId: ReturnType<typeof prepareQuote>["booking"]["id"];
const until = () => plus(world.clock.at, DAY);
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 4, 15: 4 } });
  const made = await world.db.write((tx) => {
    const quote = prepareQuote(tx, world.deed(STAFF), world.settings(), draftData(), until());
    holdPrepared(tx, world.deed(STAFF), world.settings(), quote.booking);
    return quote;
  });
  id = made.draft.id;
  bookingId = made.booking.id;
});
afterEach(() => world.close());

const draft = () => findDraft(world.db.orm, id) ?? expect.fail("no draft");
const booking = () => getBooking(world.db.orm, bookingId);
const held = () => findLiveHold(world.db.orm, bookingId);
const correct = (changes: Partial<DraftData>, seen = draft().version, by: StaffActor = STAFF, expiresAt = until()) =>
  world.db.write((tx) =>
    correctPrepared(tx, world.deed(by), world.settings(), id, {
      mine: { ...draftData(), ...changes },
      seen,
      endOf: () => expiresAt,
      rights: NO_RIGHTS,
    }),
  );
/** As the customer's schedule step saves: every field of its form, from the version that it was made from. */
const customer = (changes: Partial<DraftData>, seen = draft().version, from = draft().data) => {
  const { contactInfo, ...data } = { ...from, ...changes };
  return world.db.write((tx) =>
    saveSchedule(tx, world.deed(CUSTOMER), world.settings(), draft(), { ...data, ...contactInfo } as never, seen),
  );
};

describe("office and caller write the same order", () => {
  it("each other's fields stay, and each keeps who wrote it last", async () => {
    const [seen, from] = [draft().version, draft().data];
    expect(await correct({ address: "9 Office Road" })).toEqual({ ok: true, changed: true });
    expect(await customer({ specialInstructions: "Gate 12" }, seen, from)).toMatchObject({ ok: true });
    expect(draft().data).toMatchObject({ address: "9 Office Road", specialInstructions: "Gate 12" });
    expect(listLastWrites(world.db.orm, id)).toMatchObject([
      { field: "address", was: "123 Main Street", now: "9 Office Road", by: { kind: "staff", label: "Sam Staff" } },
      { field: "specialInstructions", was: "", now: "Gate 12", by: { kind: "customer" } },
    ]);
  });

  it("what both wrote is told to the second with both values, and nothing of theirs is saved; sent again it is meant", async () => {
    const [seen, from] = [draft().version, draft().data];
    await correct({ address: "9 Office Road" });
    const mine = { address: "7 Caller Street", specialInstructions: "Gate 12" };
    const told = await customer(mine, seen, from);
    expect(told).toMatchObject({
      ok: false,
      meanwhile: {
        conflicts: [{ field: "address", was: "123 Main Street", now: "9 Office Road", mine: "7 Caller Street" }],
      },
    });
    expect(draft().data).toMatchObject({ address: "9 Office Road", specialInstructions: "" });
    expect(await customer(mine, draft().version, from)).toMatchObject({ ok: true });
    expect(draft().data).toMatchObject(mine);
  });

  it("the office is told the same of the caller, of another of the office, and of a second page of their own", async () => {
    const seen = draft().version;
    await customer({ address: "7 Caller Street" });
    expect(await correct({ address: "9 Office Road" }, seen)).toMatchObject({
      ok: false,
      conflicts: [{ field: "address", by: { kind: "customer" }, mine: "9 Office Road" }],
    });
    expect(await correct({ address: "9 Office Road" })).toMatchObject({ ok: true });
    const other = { ...STAFF, id: "acc_other", label: "Otto" } as unknown as StaffActor;
    for (const by of [STAFF, other])
      expect(await correct({ address: "10 Office Road" }, seen, by)).toMatchObject({
        ok: false,
        conflicts: [{ now: "9 Office Road", by: { label: "Sam Staff" } }],
      });
    // A double click sends the same twice.
    expect(await correct({ address: "9 Office Road" }, seen)).toEqual({ ok: true, changed: false });
  });

  it("of two pages of one person the second undoes nothing that it never touched", async () => {
    const seen = draft().version;
    await correct({ gateCode: "5678" }, seen);
    expect(await correct({ address: "9 Office Road" }, seen)).toEqual({ ok: true, changed: true });
    expect(draft().data).toMatchObject({ gateCode: "5678", address: "9 Office Road" });
    expect(await correct({ address: "9 Office Road" }, seen)).toEqual({ ok: true, changed: false });
  });

  it("a form that says a version which is not there yet has seen nothing: the other's text does not go", async () => {
    const from = draft().data;
    await correct({ address: "9 Office Road" });
    for (const seen of [draft().version + 1, 999_999_999])
      expect(await customer({ address: "7 Caller Street" }, seen, from), String(seen)).toMatchObject({
        meanwhile: { conflicts: [{ now: "9 Office Road", mine: "7 Caller Street" }] },
      });
    expect(draft().data.address).toBe("9 Office Road");
    await customer({ address: "7 Caller Street" });
    expect(await correct({ address: "10 Office Road" }, 999_999_999)).toMatchObject({ ok: false });
  });

  it("a form that says no version has seen nothing, and a half-typed one takes nothing back", async () => {
    const from = draft().data;
    await correct({ address: "9 Office Road" });
    expect(await customer({ address: "7 Caller Street" }, 0, from)).toMatchObject({ ok: false });
    await world.db.write((tx) =>
      keepSchedule(tx, world.deed(CUSTOMER), world.settings(), draft(), {
        address: "123 Main Street",
        city: "Winter Park",
        seen: "1",
      }),
    );
    expect(draft().data).toMatchObject({ address: "9 Office Road", city: "Winter Park" });
    await world.db.write((tx) =>
      keepSchedule(tx, world.deed(CUSTOMER), world.settings(), draft(), { address: "123 Main Street" }),
    );
    expect(draft().data.address).toBe("9 Office Road");
  });

  it("a save that changes nothing is none; each that does tells the office, and the last ones are kept", async () => {
    const signals = () =>
      world.db.orm
        .select()
        .from(liveSignals)
        .all()
        .filter(({ kind, subject_id, topic }) => kind === "draft_written" && subject_id === id && topic === "office");
    await customer({});
    expect([draft().version, signals()]).toMatchObject([1, []]);
    for (let i = 0; i < KEPT_WRITES + 5; i++) await customer({ specialInstructions: `Gate ${i}` });
    expect(signals()).toHaveLength(KEPT_WRITES + 5);
    expect(draft().version).toBe(KEPT_WRITES + 6);
    const kept = world.db.orm.select().from(draftWrites).where(eq(draftWrites.draft_id, id)).all();
    expect(kept).toHaveLength(KEPT_WRITES);
    expect(kept.at(-1)?.now).toBe(`Gate ${KEPT_WRITES + 4}`);
  });

  it("nobody's own order keeps such a book", async () => {
    await correct({ address: "9 Office Road" });
    const book = () => [draft().version, world.db.orm.select().from(draftWrites).all().length];
    const before = book();
    world.db.orm.update(bookingDrafts).set({ prepared_by: null }).where(eq(bookingDrafts.id, id)).run();
    expect(await customer({ address: "7 Caller Street" }, 0)).toMatchObject({ ok: true });
    expect([draft().data.address, book()]).toEqual(["7 Caller Street", before]);
  });
});

describe("an order that is put right before anybody has signed it", () => {
  it("its booking, lines, price, rights and hold follow", async () => {
    const cart = [{ dumpsterSize: 15, quantity: 2, materialCategory: "general" }];
    await correct({ cart, deliveryDate: "2026-12-08", address: "9 Office Road" });
    expect(booking()).toMatchObject({
      status: "quoted",
      address: "9 Office Road",
      scheduled_delivery_date: "2026-12-08",
      total_units: 2,
      total_amount: 71064,
    });
    expect(listItems(world.db.orm, bookingId)).toMatchObject([{ size_yards: 15, quantity: 2 }]);
    expect(held()).toMatchObject({ delivery_date: "2026-12-08", lines: [{ size: 15, quantity: 2 }], for_quote: true });
    const free = (size: number) =>
      countAvailable(world.db.orm, size, { start: day("2026-12-08"), end: day("2026-12-10") }, dayAt(world.clock.at));
    expect([free(20), free(15)]).toEqual([4, 2]);
    const rights = rightsFor(world.db.orm, id, grantableOrder(draft().data), world.clock.at);
    expect([...rights].sort()).toEqual(["full_window", "price"]);
  });

  it("costs what was said, while it is the same order", async () => {
    world.db.sqlite.prepare("update pricing_matrix set base_price = 99900 where size_yards = 20").run();
    await correct({ address: "9 Office Road" });
    expect(booking().total_amount).toBe(40932);
    await correct({ address: "9 Office Road", rentalDays: 8 });
    expect(booking().total_amount).toBe(110592);
  });

  it("put right and back again it costs what it is, by the office and by its caller: the price between was another order's", async () => {
    const of = (quantity: number) => ({ cart: [{ dumpsterSize: 20, quantity, materialCategory: "general" }] });
    const costs = () => {
      const { data, officeContact, bookingId: id } = draft();
      const rights = rightsFor(world.db.orm, draft().id, grantableOrder(data), world.clock.at);
      const { price } = orderToSign(
        world.db.orm,
        world.settings(),
        { data, officeContact },
        booking(),
        rights,
        world.clock.at,
      );
      return [id && booking().total_amount, price.total, price.totalUnits];
    };
    const ONE = 40932;
    await correct(of(3));
    expect([costs(), listItems(world.db.orm, bookingId)]).toMatchObject([[3 * ONE, 3 * ONE, 3], [{ quantity: 3 }]]);
    await correct(of(1));
    expect([costs(), listItems(world.db.orm, bookingId)]).toMatchObject([[ONE, ONE, 1], [{ quantity: 1 }]]);
    expect(booking()).toMatchObject({ total_units: 1, items_summary: "1 x 20-yard dumpster (General debris)" });
    // As the first step saves it by the caller's link, who was told the price of three before.
    await world.db.write((tx) => saveDraft(tx, world.deed(CUSTOMER), id, { data: { ...draft().data, ...of(3) } }, 14));
    expect(costs()).toEqual([ONE, 3 * ONE, 3]);
  });

  it("its own hold does not stand in its way, nor does another's window that it was given", async () => {
    await changeSetting(world, "windowCapacity", 1);
    expect(await correct({ address: "9 Office Road" })).toMatchObject({ ok: true });
    expect(await customer({ address: "8 Caller Road" })).toMatchObject({ ok: true });
    expect(await correct({ deliveryTime: "afternoon" })).toMatchObject({ ok: true });
    world.db.sqlite
      .prepare(
        "update dumpsters set condition = 'retired' where size_yards = 20 and rowid not in (select rowid from dumpsters where size_yards = 20 limit 1)",
      )
      .run();
    expect(await correct({ deliveryTime: "afternoon", city: "Maitland" })).toMatchObject({ ok: true });
    expect(await customer({ address: "6 Caller Road" })).toMatchObject({ ok: true });
  });

  it("is refused like a new one, with nothing changed", async () => {
    expect(await correct({ zip: "90210" })).toMatchObject({ ok: false, code: "refused", fields: { zip: /./ } });
    expect(booking().zip).toBe("32801");
  });

  it("cannot be changed once it is paid or over, nor while its payment page is open", async () => {
    world.db.sqlite
      .prepare(
        "insert into checkouts (id, booking_id, state, amount, currency, request, expires_at, created_at) values ('cko_1', ?, 'open', 1, 'usd', '{}', 1, 1)",
      )
      .run(bookingId);
    expect(await correct({ address: "9 Office Road" })).toEqual({ ok: false, code: "being_paid" });
    world.db.sqlite.prepare("delete from checkouts").run();
    world.db.sqlite.prepare("update bookings set status = 'cancelled'").run();
    expect(await correct({ address: "9 Office Road" })).toEqual({ ok: false, code: "not_open" });
  });
});

describe("an order that is put right after it was signed", () => {
  const larger = { cart: [{ dumpsterSize: 15, quantity: 2, materialCategory: "general" }], deliveryDate: "2026-12-08" };
  const signed = () => world.db.sqlite.prepare("update bookings set status = 'pending_payment'").run();
  const forIt = { delivery_date: "2026-12-08", lines: [{ size: 15, quantity: 2 }], for_quote: true };

  it("its dumpsters are held as long as its price is good, and the former ones are not any more", async () => {
    signed();
    const end = booking().quote_expires_at;
    expect(await correct(larger)).toEqual({ ok: true, changed: true });
    expect(held()).toMatchObject({ ...forIt, expires_at: end });
    expect(booking()).toMatchObject({ dumpster_size: 20, total_units: 1 });
    const before = held()?.id;
    await correct({ ...larger, specialInstructions: "Gate 12" });
    await correct({ ...larger, address: "9 Office Road" });
    expect(held()?.id).toBe(before);
  });

  it("whatever end the form says they are held as long as the price is good, but not past their delivery", async () => {
    signed();
    const end = plus(world.clock.at, 5 * DAY);
    world.db.sqlite.prepare("update bookings set quote_expires_at = ?").run(end);
    for (const [days, address] of [
      [9, "9 Office Road"],
      [1, "10 Office Road"],
    ] as const) {
      const rentalDays = 10 + days;
      await correct({ ...larger, rentalDays, address }, undefined, STAFF, plus(world.clock.at, days * DAY));
      expect([days, held()?.expires_at]).toEqual([days, end]);
    }
    await correct({ ...larger, deliveryDate: "2026-12-04" }, undefined, STAFF, plus(world.clock.at, 9 * DAY));
    expect(held()?.expires_at).toBe(instantAt(day("2026-12-04"), 8));
  });

  it("beyond the share of prices none are, nor once its price is over", async () => {
    signed();
    await changeSetting(world, "quoteHoldPercent", 25);
    await correct(larger);
    expect(held()).toBeUndefined();
    await correct({ ...larger, ...{ cart: [{ dumpsterSize: 15, quantity: 1, materialCategory: "general" }] } });
    expect(held()).toMatchObject({ lines: [{ size: 15, quantity: 1 }] });
    world.clock.at = plus(world.clock.at, 2 * DAY);
    await correct({ ...larger, deliveryDate: "2026-12-09" });
    expect(held()).toMatchObject({ lines: [{ size: 15, quantity: 1 }] });
  });
});
