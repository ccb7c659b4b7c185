import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  bookings,
  customers,
  dumpsters,
  events,
  files,
  holds,
  inventoryDays,
  jobs,
  messages,
  meta,
  systemLogs,
  units,
} from "#db/schema/index";
import { eq } from "drizzle-orm";
import type { Tx } from "#db/client.server";
import { newId, type Id } from "../kernel/ids.server";
import { advanceJob } from "../dispatch/advance.server";
import { issueInvoice, keepInvoicePdf } from "../documents/invoices.server";
import { keepMessage } from "../messages/messages.server";
import { enqueue } from "../outbox/outbox.server";
import { fakeServices } from "../../../tests/support/visit";
import { openedCheckout, openWorld, paidBooking, signedBooking, type TestWorld } from "../../../tests/support/domain";
import { expectSound } from "../../../tests/support/sound";
import { removeTestBooking } from "~/services/booking/test-booking.server";
import { cancelBooking, previewCancellation } from "./cancel.server";
import { deleteTestBooking, findTestBooking, markTestBooking } from "./test-booking.server";
import type { Booking } from "../booking/order/bookings.server";

let world: TestWorld;
beforeEach(async () => {
  world = await openWorld({ sandbox: true });
  await world.db.write((tx) => tx.insert(meta).values({ key: "kind", value: "sandbox" }).run());
});
afterEach(() => world.close());

const remove = () => world.db.write((tx) => deleteTestBooking(tx, world.deed()));

/** Every row of every table that has one of these texts in it, as "table.column". */
function mentions(texts: string[]): string[] {
  const { sqlite } = world.db;
  const tables = sqlite
    .prepare(
      "select name from sqlite_schema where type = 'table' and name not like 'booking_search_%' and name not like 'sqlite_%'",
    )
    .pluck()
    .all() as string[];
  return tables.flatMap((table) => {
    const columns = (sqlite.pragma(`table_info(${table})`) as { name: string }[]).map(({ name }) => name);
    return columns.flatMap((column) =>
      texts
        .filter((text) =>
          sqlite.prepare(`select 1 from "${table}" where instr(cast("${column}" as text), ?) limit 1`).get(text),
        )
        .map(() => `${table}.${column}`),
    );
  });
}

function expectWhole(): void {
  expect(world.db.sqlite.pragma("foreign_key_check")).toEqual([]);
  expectSound(world);
}

/** Moves the mark, so that a test may delete a booking of its own making. */
async function mark(booking: Booking): Promise<Booking> {
  await world.db.write((tx) => {
    tx.delete(meta).where(eq(meta.key, "test_booking")).run();
    markTestBooking(tx, booking.id);
  });
  return booking;
}

function previewFee(tx: Tx, booking: Booking, unitId: Id<"unit"> | null): number {
  const preview = previewCancellation(tx, world.settings(), booking.id, unitId, world.clock.at);
  if (!preview.ok) throw new Error(preview.code);
  return preview.fee;
}

/** Rows of every table but those that may change, to see that nothing of the others moves. */
function others(id: string) {
  const { sqlite } = world.db;
  const tables = sqlite
    .prepare(
      "select name from sqlite_schema where type = 'table' and sql like '%booking_id%' and name <> 'booking_search_keys'",
    )
    .pluck()
    .all() as string[];
  return tables.map((table) => {
    const rows = sqlite.prepare(`select * from "${table}" where booking_id is not ? order by 1`).all(id) as {
      action?: string;
    }[];
    return [table, rows.filter((row) => row.action !== "test_booking_deleted")];
  });
}

describe("the test booking", () => {
  it("is one paid booking of the seed", () => {
    expect(findTestBooking(world.db.orm)).toMatchObject({
      first_name: "Test",
      last_name: "Booking",
      status: "confirmed",
      email: "test.booking@example.com",
    });
    const count = world.db.orm.select().from(bookings).where(eq(bookings.first_name, "Test")).all().length;
    expect(count).toBe(1);
  });

  it("leaves what was said with its customer besides it, without the customer", async () => {
    const booking = findTestBooking(world.db.orm);
    if (!booking) throw new Error("none");
    const said = {
      cause: "twilio:SM1",
      direction: "in" as const,
      channel: "sms" as const,
      template: null,
      sender: booking.phone,
      recipient: "+14075550142",
      subject: "",
      body: "Hello",
      providerId: "SM1",
      bookingId: null,
      customerId: booking.customer_id,
    };
    await world.db.write((tx) => keepMessage(tx, world.deed(), "http://localhost", said, "received"));
    expect((await remove()).ok).toBe(true);
    expect(world.db.orm.select().from(customers).where(eq(customers.id, booking.customer_id)).get()).toBeUndefined();
    const kept = world.db.orm.select().from(messages).where(eq(messages.cause, said.cause)).get();
    expect(kept).toMatchObject({ body: "Hello", customer_id: null });
    expectWhole();
  });

  it("is gone with everything that names it, and nothing else is", async () => {
    const { orm } = world.db;
    const booking = findTestBooking(orm);
    if (!booking) throw new Error("no test booking");
    await world.db.write((tx) => {
      const invoice = issueInvoice(tx, world.deed(), world.settings(), booking, "example.com");
      keepInvoicePdf(tx, world.deed(), invoice, { path: "invoices/x.pdf", sha256: "0", bytes: 1 });
      enqueue(tx, {
        kind: "mail.booking-confirmed",
        cause: "again",
        bookingId: booking.id,
        payload: { bookingId: booking.id },
      });
    });
    const before = others(booking.id);
    const counted = orm.select().from(bookings).all().length;
    expect(await remove()).toEqual({ ok: true, bookingNumber: booking.booking_number, filePaths: ["invoices/x.pdf"] });
    expect(
      mentions([
        booking.id,
        booking.booking_number,
        booking.email,
        booking.capability,
        booking.signing_key,
        booking.draft_id ?? "none",
        booking.customer_id,
      ]).sort(),
    ).toEqual(["events.data", "events.subject_id"]);
    expect(orm.select().from(events).where(eq(events.action, "test_booking_deleted")).all()).toMatchObject([
      { subject_id: booking.id, data: { booking_number: booking.booking_number } },
    ]);
    expect(others(booking.id)).toEqual(before);
    expect(orm.select().from(bookings).all()).toHaveLength(counted - 1);
    expectWhole();
  });

  it("is deleted once", async () => {
    const [one, two] = await Promise.all([remove(), remove()]);
    expect([one.ok, two]).toEqual([true, { ok: false, code: "none_left" }]);
    const count = world.db.orm.select().from(bookings).all().length;
    expect(await remove()).toEqual({ ok: false, code: "none_left" });
    expect(world.db.orm.select().from(bookings).all()).toHaveLength(count);
  });

  it.each(["live", null])("is never deleted in a database of kind %s", async (kind) => {
    await world.db.write((tx) =>
      kind
        ? tx.update(meta).set({ value: kind }).where(eq(meta.key, "kind")).run()
        : tx.delete(meta).where(eq(meta.key, "kind")).run(),
    );
    expect(await remove()).toEqual({ ok: false, code: "not_a_sandbox" });
    expect(findTestBooking(world.db.orm)).not.toBeNull();
  });

  it("cannot be two", async () => {
    const other = await paidBooking(world);
    await expect(world.db.write((tx) => markTestBooking(tx, other.id))).rejects.toThrow(/UNIQUE/);
  });

  it("leaves the customer who has another booking", async () => {
    const keep = await paidBooking(world);
    const booking = await mark(await paidBooking(world));
    expect(await remove()).toMatchObject({ ok: true, bookingNumber: booking.booking_number });
    expect(world.db.orm.select().from(customers).where(eq(customers.id, keep.customer_id)).all()).toHaveLength(1);
    expect(world.db.orm.select().from(units).where(eq(units.booking_id, keep.id)).all()).toHaveLength(1);
    expectWhole();
  });

  it("brings its dumpster back to the yard and frees no day that a cancelled unit had freed before", async () => {
    const { orm } = world.db;
    const booking = await mark(
      await paidBooking(world, { cart: [{ dumpsterSize: 25, quantity: 2, materialCategory: "general" }] }),
    );
    const [first, second] = orm.select().from(units).where(eq(units.booking_id, booking.id)).all();
    const delivery = orm
      .select()
      .from(jobs)
      .where(eq(jobs.unit_id, first?.id ?? newId("unit")))
      .all()
      .find((job) => job.kind === "delivery");
    await world.db.write((tx) => {
      expect(
        cancelBooking(
          tx,
          world.deed(),
          world.settings(),
          booking.id,
          second?.id ?? null,
          previewFee(tx, booking, second?.id ?? null),
        ),
      ).toMatchObject({ ok: true });
      tx.update(jobs)
        .set({
          state: "assigned",
          driver_id:
            orm
              .select()
              .from(jobs)
              .all()
              .find((job) => job.driver_id)?.driver_id ?? null,
        })
        .where(eq(jobs.id, delivery?.id ?? newId("job")))
        .run();
      for (const to of ["en_route", "arrived", "serviced"] as const)
        expect(advanceJob(tx, world.deed(), delivery?.id ?? newId("job"), to)).toMatchObject({ ok: true });
    });
    const out =
      orm
        .select()
        .from(units)
        .where(eq(units.id, first?.id ?? newId("unit")))
        .get()?.dumpster_id ?? newId("dumpster");
    expect(orm.select().from(dumpsters).where(eq(dumpsters.id, out)).get()).toMatchObject({ location: "site" });
    expect((await remove()).ok).toBe(true);
    expect(orm.select().from(dumpsters).where(eq(dumpsters.id, out)).get()).toMatchObject({
      location: "yard",
      load: "empty",
    });
    expectWhole();
  });

  it("is refused while its payment page is open, and deleted once that is closed", async () => {
    const { orm } = world.db;
    const before = orm
      .select()
      .from(inventoryDays)
      .all()
      .reduce((sum, day) => sum + day.taken, 0);
    const booking = await mark(await signedBooking(world));
    await openedCheckout(world, booking);
    expect(await remove()).toEqual({ ok: false, code: "payment_page_open" });
    const services = fakeServices(world);
    expect(await removeTestBooking(services, world.deed())).toEqual({
      ok: true,
      bookingNumber: booking.booking_number,
    });
    expect(orm.select().from(holds).where(eq(holds.booking_id, booking.id)).all()).toEqual([]);
    expect(
      orm
        .select()
        .from(inventoryDays)
        .all()
        .reduce((sum, day) => sum + day.taken, 0),
    ).toBe(before);
    expectWhole();
  });

  it("removes its files after the rows, and does not fail for one that stays", async () => {
    const booking = findTestBooking(world.db.orm);
    await world.db.write((tx) => {
      for (const path of ["a.pdf", "b.pdf"])
        tx.insert(files)
          .values({
            id: newId("file"),
            capability: path,
            kind: "photo",
            booking_id: booking?.id,
            content_type: "x",
            filename: "x",
            path,
            sha256: "0",
            bytes: 1,
            created_at: world.clock.at,
          })
          .run();
    });
    const removed: string[] = [];
    const warned: unknown[] = [];
    const services = fakeServices(world);
    services.files.remove = async (path) => {
      expect(findTestBooking(world.db.orm)).toBeNull();
      removed.push(path);
      if (path === "a.pdf") throw new Error("disk");
    };
    services.log.warn = (entry) => void warned.push(entry.error_message);
    expect(await removeTestBooking(services, world.deed())).toMatchObject({ ok: true });
    expect([removed, warned]).toEqual([["a.pdf", "b.pdf"], ["disk"]]);
    expect(world.db.orm.select().from(systemLogs).all()).toEqual([]);
  });
});
