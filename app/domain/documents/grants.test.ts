import { eq, inArray } from "drizzle-orm";
import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  accounts,
  bookingDrafts,
  bookings,
  deliveryWindowDays,
  events,
  grants,
  pricingMatrix,
  teamMembers,
} from "#db/schema/index";
import { actorOf, staffActorOf, standingOf } from "../accounts/roles.server";
import { day } from "../kernel/days";
import type { Actor, Deed, StaffActor } from "../kernel/deed";
import { DAY, plus } from "../kernel/time.server";
import {
  changeSetting,
  CUSTOMER,
  draftData,
  freshDraft,
  openWorld,
  openedCheckout,
  sign,
  STAFF,
  type TestWorld,
} from "../../../tests/support/domain";
import { getBooking, type Booking } from "../booking/order/bookings.server";
import type { DraftData } from "../booking/draft/data";
import { saveDraft, type Draft } from "../booking/draft/drafts.server";
import { grantableOrder } from "../booking/draft/grants";
import { endGrant, endGrants, grant, rightsFor } from "../booking/draft/grants.server";
import { rightsOfBooking } from "../booking/order/order.server";
import { describeOrder, honourPrice } from "../booking/order/order.server";
import { prepareQuote, prepareUnsigned } from "../booking/order/place.server";

let world: TestWorld;
beforeEach(async () => {
  world = await openWorld({ fleet: { 15: 9, 20: 9, 25: 9 } });
});
afterEach(() => world.close());

const line = (changes: Partial<DraftData["cart"][number]> = {}) => ({
  dumpsterSize: 20,
  quantity: 1,
  materialCategory: "general",
  ...changes,
});
const ELECTRONICS = [line({ materialCategory: "electronics" })];
const until = () => plus(world.clock.at, 2 * DAY);

function quote(
  changes: Partial<DraftData> = {},
  deed: Deed<StaffActor> = world.deed(STAFF),
): Promise<{ draft: Draft; booking: Booking }> {
  return world.db.write((tx) => prepareQuote(tx, deed, world.settings(), draftData(changes), until()));
}
const change = (draft: Draft, changes: Partial<DraftData>) =>
  world.db.write((tx) =>
    saveDraft(tx, world.deed(CUSTOMER), draft.id, { data: { ...freshDraft(world, draft.id).data, ...changes } }, 14),
  );
const rights = (draft: Draft, now = world.clock.at) =>
  [...rightsFor(world.db.orm, draft.id, grantableOrder(freshDraft(world, draft.id).data), now)].sort();

it("ends with the price's former end, for its own order alone", async () => {
  const [mine, other] = [(await quote()).draft, (await quote({ deliveryDate: "2026-12-14" })).draft];
  expect([rights(mine), rights(other)]).toEqual([
    ["full_window", "price"],
    ["full_window", "price"],
  ]);
  await world.db.write((tx) => endGrants(tx, world.deed(STAFF), mine));
  expect([rights(mine), rights(other)]).toEqual([[], ["full_window", "price"]]);
});

it("says in the history that a price takes the place of the one before, by whom, and that what is given anew has another end", async () => {
  const { draft } = await quote();
  const ended = () =>
    world.db.orm
      .select()
      .from(events)
      .where(eq(events.action, "right_ended"))
      .all()
      .map(({ data, actor_label, booking_id }) => [data, actor_label, booking_id]);
  const order = grantableOrder(freshDraft(world, draft.id).data);
  const by = { ...STAFF, label: "Other Clerk" };
  await world.db.write((tx) => grant(tx, world.deed(by), draft, "price", { ...order, zip: "32803" }, until()));
  const former = [{ right: "price", reason: "another_price_given" }, "Other Clerk", draft.bookingId];
  expect(ended()).toEqual([former]);
  await world.db.write((tx) => endGrants(tx, world.deed(STAFF), draft));
  const other = (right: string) => [{ right, reason: "price_has_other_end" }, STAFF.label, draft.bookingId];
  expect(ended()).toEqual([former, ...["full_window", "price"].map(other)]);
});

it("is taken back alone, for its own order, and that is told once", async () => {
  const [mine, other] = [(await quote()).draft, (await quote({ deliveryDate: "2026-12-14" })).draft];
  const end = () => world.db.write((tx) => endGrant(tx, world.deed(STAFF), mine, "price", "taken_back"));
  await end();
  await end();
  expect([rights(mine), rights(other)]).toEqual([["full_window"], ["full_window", "price"]]);
  const told = world.db.orm.select().from(events).where(eq(events.action, "right_ended")).all();
  expect(told).toMatchObject([{ subject_id: mine.id, data: { right: "price", reason: "taken_back" } }]);
});

describe("who can give one", () => {
  it("is nobody but a person of the office: a cast does not help", async () => {
    const draft = (
      await world.db.write((tx) => prepareUnsigned(tx, world.deed(CUSTOMER), world.settings(), draftData()))
    ).draft;
    const impostors: Actor[] = [
      { kind: "customer", id: "cus_1", label: "Sam Staff" },
      { kind: "customer", label: "Office" },
      { kind: "driver", id: "acc_test", label: "Sam Staff" },
      { kind: "visitor", label: "staff" },
      { kind: "system", label: "System" },
      { kind: "staff", label: "Sam Staff" },
    ];
    for (const by of impostors) {
      await expect(
        world.db.write((tx) =>
          grant(tx, world.deed(by as StaffActor), draft, "price", grantableOrder(draft.data), until()),
        ),
      ).rejects.toThrow("cannot grant");
    }
    expect(world.db.orm.select().from(grants).all()).toEqual([]);
  });

  it("is made from the session's standing: the team and admins, never a driver or a plain user", async () => {
    const rules = { adminEmails: ["admin@example.com"], driverAccessViaProfile: true };
    const account = (email: string) => ({
      id: STAFF.id,
      email,
      phone: null,
      password_hash: "",
      email_confirmed_at: world.clock.at,
      created_at: world.clock.at,
    });
    const actor = (email: string) => staffActorOf(account(email), standingOf(world.db.orm, account(email), rules));
    expect(actor("user@example.com")).toBeNull();
    expect(actor("admin@example.com")).toMatchObject({ kind: "admin", id: STAFF.id });
    await world.db.write((tx) =>
      tx.insert(teamMembers).values({ user_id: STAFF.id, added_by: "test", added_at: world.clock.at }).run(),
    );
    expect(actor("user@example.com")).toMatchObject({ kind: "staff", id: STAFF.id });
    expect(
      actorOf(account("user@example.com"), {
        ...standingOf(world.db.orm, account("user@example.com"), rules),
        mayUseCrm: false,
      }),
    ).toMatchObject({ kind: "customer" });
  });
});

describe("an order prepared by staff", () => {
  it("carries what they gave, and who gave it", async () => {
    const { draft, booking } = await quote({ cart: ELECTRONICS });
    expect(rights(draft)).toEqual(["consultation", "full_window", "price"]);
    expect(rightsOfBooking(world.db.orm, booking, world.clock.at).size).toBe(3);
    expect(world.db.orm.select().from(grants).all()).toMatchObject([
      { granted_by: STAFF.id, ends_at: until() },
      { granted_by: STAFF.id },
      { granted_by: STAFF.id },
    ]);
    expect(booking).toMatchObject({ status: "quoted", source: "staff" });
    expect(rights((await quote()).draft)).toEqual(["full_window", "price"]);
    expect(world.db.orm.select().from(events).where(eq(events.action, "right_granted")).all()).toHaveLength(5);
  });

  it("keeps them through a signature that changes nothing of it, and loses them for good by another order", async () => {
    const { draft } = await quote({ cart: ELECTRONICS });
    await change(draft, {
      specialInstructions: "gate 5",
      contactInfo: { ...draft.data.contactInfo, phone: "(407) 555-0199" },
    });
    expect((await sign(world, freshDraft(world, draft.id))).ok).toBe(true);
    expect(rights(draft)).toEqual(["consultation", "full_window", "price"]);
    await change(draft, { cart: [line()] });
    expect(rights(draft)).toEqual([]);
    const signed = await sign(world, freshDraft(world, draft.id));
    expect(signed).toMatchObject({ ok: true, booking: { quote_expires_at: null } });
    await change(draft, { cart: ELECTRONICS });
    expect(rights(draft)).toEqual([]);
    expect(world.db.orm.select().from(grants).all()).toMatchObject(Array(3).fill({ end_reason: "other_order_signed" }));
    expect(await sign(world, freshDraft(world, draft.id))).toEqual({ ok: false, code: "incomplete" });
  });

  it("stays as it was given when its giver leaves the team: the company gave its word", async () => {
    await world.db.write((tx) =>
      tx.insert(teamMembers).values({ user_id: STAFF.id, added_by: "test", added_at: world.clock.at }).run(),
    );
    const account = world.db.orm.select().from(accounts).where(eq(accounts.id, STAFF.id)).get();
    const standing = () =>
      account && standingOf(world.db.orm, account, { adminEmails: [], driverAccessViaProfile: true });
    const given = standing();
    const by = account && given && staffActorOf(account, given);
    if (!by) throw new Error("not of the office");
    const { draft } = await quote({}, world.deed(by));
    await world.db.write((tx) => tx.delete(teamMembers).run());
    expect(standing()?.mayUseCrm).toBe(false);
    expect(rights(draft)).toEqual(["full_window", "price"]);
    expect(rights(draft, plus(until(), 1))).toEqual([]);
  });

  it("has its window, however full; the same order of a customer, or changed by one, has not", async () => {
    const fill = () =>
      world.db.orm
        .insert(deliveryWindowDays)
        .values({ day: day("2026-12-03"), delivery_window: "morning", taken: world.settings().windowCapacity })
        .onConflictDoNothing()
        .run();
    const signed = async (draft: Draft) => {
      const done = await sign(world, freshDraft(world, draft.id));
      if (!done.ok) throw new Error(done.code);
      return done.booking;
    };
    const staffs = await signed((await quote()).draft);
    const changed = await quote();
    await change(changed.draft, { cart: [line({ quantity: 2 })] });
    const changedOrder = await signed(changed.draft);
    const customers = await signed(
      (
        await world.db.write((tx) =>
          prepareUnsigned(
            tx,
            world.deed({ kind: "customer", id: STAFF.id, label: STAFF.label }),
            world.settings(),
            draftData(),
          ),
        )
      ).draft,
    );
    fill();
    await expect(openedCheckout(world, customers)).rejects.toThrow("window_full");
    await expect(openedCheckout(world, changedOrder)).rejects.toThrow("window_full");
    expect(await openedCheckout(world, staffs)).toMatchObject({ state: "open" });
    const late = await signed((await quote({ deliveryDate: "2026-12-07", cart: [line({ quantity: 2 })] })).draft);
    await changeSetting(world, "windowCapacity", 1);
    world.clock.at = plus(until(), 1);
    await expect(openedCheckout(world, late)).rejects.toThrow("window_full");
  });

  it("costs what was said until its end, and what everybody pays once it is another", async () => {
    const { draft, booking } = await quote();
    await world.db.write((tx) => tx.update(pricingMatrix).set({ base_price: 99900 }).run());
    const total = (now = world.clock.at) => {
      const { data } = freshDraft(world, draft.id);
      return honourPrice(
        describeOrder(world.db.orm, world.settings(), data),
        getBooking(world.db.orm, booking.id),
        rightsFor(world.db.orm, draft.id, grantableOrder(data), now),
      ).price.total;
    };
    expect(total()).toBe(booking.total_amount);
    await change(draft, { deliveryDate: "2026-12-04" });
    expect(total()).toBe(booking.total_amount);
    expect(total(plus(until(), 1))).toBeGreaterThan(100_000);
    await change(draft, { rentalDays: 8 });
    expect(total()).toBeGreaterThan(100_000);
  });
});

describe("orders from before there were grants", () => {
  const DATA = readFileSync(new URL("../../../db/migrations/0005_grants_and_access.sql", import.meta.url), "utf8")
    .split("--> statement-breakpoint")
    .filter((sql) => /^\s*(--[^\n]*\n)*\s*(UPDATE|INSERT)/.test(sql));

  it("get them where the history names a person of the office, and nowhere else", async () => {
    const mixed = [line({ dumpsterSize: 25, quantity: 2 }), line({ materialCategory: "special" }), ...ELECTRONICS];
    const staffs = await quote({ cart: mixed, rentalDays: 9 });
    const lapsed = await quote({ deliveryDate: "2026-12-04" });
    const customers = await world.db.write((tx) =>
      prepareUnsigned(
        tx,
        world.deed({ kind: "customer", id: STAFF.id, label: "Sam Staff" }),
        world.settings(),
        draftData({ cart: ELECTRONICS }),
      ),
    );
    const { orm, sqlite } = world.db;
    orm.delete(grants).run();
    // As it was: whose name it was did not matter.
    orm
      .update(bookingDrafts)
      .set({ prepared_by: "Sam Staff" as never })
      .run();
    orm.update(bookings).set({ source: "staff", status: "quoted", quote_expires_at: until() }).run();
    orm.update(bookings).set({ status: "expired" }).where(eq(bookings.id, lapsed.booking.id)).run();
    orm
      .update(events)
      .set({ action: "quoted" })
      .where(inArray(events.action, ["booking_made", "booking_quoted"]))
      .run();
    expect(DATA).toHaveLength(3);
    for (const sql of DATA) sqlite.exec(sql);
    expect(rights(staffs.draft)).toEqual(["consultation", "full_window", "price"]);
    expect([rights(lapsed.draft), rights(customers.draft)]).toEqual([[], []]);
    expect(
      orm
        .select()
        .from(bookings)
        .all()
        .map(({ source }) => source),
    ).toEqual(["staff", "staff", "web"]);
    expect(
      orm
        .select()
        .from(bookingDrafts)
        .all()
        .map((row) => row.prepared_by),
    ).toEqual([STAFF.id, STAFF.id, null]);
    await change(staffs.draft, { rentalDays: 7 });
    expect(rights(staffs.draft)).toEqual(["consultation", "full_window"]);
  });
});
