import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Db, Tx } from "#db/client.server";
import { bookings, charges, drivers, dumpsters, events, jobs, units, weightTickets } from "#db/schema/index";
import { seedAccounts } from "../accounts/seed.server";
import { keepPermit } from "../booking/office/permit.server";
import { recomputeBooking } from "../booking/order/recompute.server";
import { day } from "../kernel/days";
import type { JobState } from "../states/transitions";
import { newId, type Id } from "../kernel/ids.server";
import { instantAt } from "../kernel/time.server";
import { advanceJob, settleUnit } from "./advance.server";
import { findDriverJob, listDriverJobs } from "./driver-read.server";
import { addDumpsters, TODAY } from "../../../tests/support/domain";
import { temporaryDatabase } from "../../../tests/support/copies";
import { insertBooking, testDeed } from "../../../tests/support/rows";
import { assignJob, cancelUnitJobs, createJobsForUnits, scheduleJob, type Job } from "./jobs.server";

let db: Db;
let close: () => void;
let driver: Id<"driver">;
let other: Id<"driver">;
const deed = testDeed();

beforeEach(async () => {
  ({ db, close } = await temporaryDatabase());
  await seedAccounts(db, deed.now);
  [driver, other] = db.orm
    .select({ id: drivers.id })
    .from(drivers)
    .orderBy(drivers.phone)
    .all()
    .map((row) => row.id) as [Id<"driver">, Id<"driver">];
});
afterEach(() => close());

/** What the scale said of a job's load. */
const ticketOf = (job: Job) => ({
  id: newId("ticket"),
  job_id: job.id,
  unit_id: job.unit_id,
  facility: "Landfill",
  ticket_number: "T-1",
  gross_pounds: 28_000,
  tare_pounds: 26_400,
  net_pounds: 1600,
  recorded_at: deed.now,
});

const rental = (unitCount = 1) =>
  db.write((tx) => {
    addDumpsters(tx, 20, 3, deed.now);
    const booking = insertBooking(tx, deed, { unitCount });
    return { booking, jobs: createJobsForUnits(tx, deed, booking.id) };
  });
const statusOf = (id: Id<"booking">) =>
  db.orm.select({ status: bookings.status }).from(bookings).where(eq(bookings.id, id)).get()?.status;
const unitOf = (job: Job) => db.orm.select().from(units).where(eq(units.id, job.unit_id)).get();
const dumpsterOf = (job: Job) =>
  db.orm
    .select()
    .from(dumpsters)
    .where(eq(dumpsters.id, unitOf(job)?.dumpster_id ?? ("" as Id<"dumpster">)))
    .get();
const take = (tx: Tx, job: Job) => [scheduleJob(tx, deed, job.id), assignJob(tx, deed, job.id, driver)];
const drive = async (job: Job, states: JobState[]) => {
  for (const state of states)
    expect(await db.write((tx) => advanceJob(tx, deed, job.id, state)), state).toMatchObject({ ok: true });
};

describe("a rental's jobs", () => {
  it("are a delivery and a pickup for each unit, made once", async () => {
    const { booking, jobs: made } = await rental(2);
    expect(made.map((job) => [job.kind, job.state, job.day])).toEqual([
      ["delivery", "unscheduled", "2026-12-02"],
      ["pickup", "unscheduled", "2026-12-09"],
      ["delivery", "unscheduled", "2026-12-02"],
      ["pickup", "unscheduled", "2026-12-09"],
    ]);
    expect(await db.write((tx) => createJobsForUnits(tx, deed, booking.id))).toEqual([]);
  });

  it("move unit, dumpster and booking together through a whole rental", async () => {
    const { booking, jobs: made } = await rental();
    const [delivery, pickup] = made as [Job, Job];
    await db.write((tx) => take(tx, delivery));
    expect(statusOf(booking.id)).toBe("confirmed");
    await drive(delivery, ["en_route"]);
    expect([statusOf(booking.id), unitOf(delivery)?.state, dumpsterOf(delivery)?.location]).toEqual([
      "out_for_delivery",
      "delivering",
      "truck",
    ]);
    await drive(delivery, ["arrived", "serviced", "completed"]);
    expect([statusOf(booking.id), unitOf(delivery)?.state, dumpsterOf(delivery)?.location]).toEqual([
      "on_site",
      "on_site",
      "site",
    ]);
    await db.write((tx) => take(tx, pickup));
    await drive(pickup, ["en_route"]);
    expect(statusOf(booking.id)).toBe("out_for_pickup");
    await drive(pickup, ["arrived", "serviced"]);
    expect([statusOf(booking.id), dumpsterOf(pickup)?.load]).toEqual(["awaiting_settlement", "full"]);
    await drive(pickup, ["to_disposal", "at_disposal", "ticketed", "returned", "completed"]);
    expect(dumpsterOf(pickup)).toMatchObject({ location: "yard", load: "empty" });
    // Nobody has written down what it weighed.
    expect(await db.write((tx) => settleUnit(tx, deed, pickup.unit_id))).toBe(false);
    await db.write((tx) => tx.insert(weightTickets).values(ticketOf(pickup)).run());
    expect(await db.write((tx) => settleUnit(tx, deed, pickup.unit_id))).toBe(true);
    expect(statusOf(booking.id)).toBe("completed");
    const story = db.orm.select().from(events).where(eq(events.booking_id, booking.id)).all();
    expect(story.filter((event) => event.subject_kind === "booking").map((event) => event.to_state)).toEqual([
      "confirmed",
      "out_for_delivery",
      "on_site",
      "out_for_pickup",
      "awaiting_settlement",
      "completed",
    ]);
    expect(story.every((event) => event.actor_label === "Sam Staff")).toBe(true);
  });

  it("refuse every step that the table does not allow, and change nothing", async () => {
    const [delivery] = (await rental()).jobs as [Job, Job];
    const before = db.orm.select().from(events).all().length;
    for (const state of ["completed", "en_route", "assigned", "attempted", "to_disposal"] as const) {
      expect(await db.write((tx) => advanceJob(tx, deed, delivery.id, state))).toEqual({
        ok: false,
        code: "not_allowed",
        from: "unscheduled",
      });
    }
    expect(db.orm.select().from(events).all()).toHaveLength(before);
    await db.write((tx) => take(tx, delivery));
    await drive(delivery, ["en_route", "arrived", "serviced"]);
    expect(await db.write((tx) => advanceJob(tx, deed, delivery.id, "to_disposal"))).toMatchObject({ ok: false });
    expect(await db.write((tx) => assignJob(tx, deed, delivery.id, null))).toMatchObject({
      ok: false,
      code: "not_allowed",
    });
  });

  it("refuse to leave without a dumpster in the yard", async () => {
    const { jobs: made } = await rental(4);
    const deliveries = made.filter((job) => job.kind === "delivery");
    for (const [index, job] of deliveries.entries()) {
      await db.write((tx) => take(tx, job));
      expect(await db.write((tx) => advanceJob(tx, deed, job.id, "en_route"))).toMatchObject(
        index < 3 ? { ok: true } : { ok: false, code: "no_dumpster" },
      );
    }
    expect(new Set(deliveries.slice(0, 3).map((job) => unitOf(job)?.dumpster_id)).size).toBe(3);
  });

  it("do not leave for the street without a permit for that day; the driver reads what is missing", async () => {
    const { booking, jobs: made } = await rental();
    const [delivery] = made as [Job];
    await db.write((tx) => take(tx, delivery));
    const keep = (changed: Partial<typeof bookings.$inferInsert>) =>
      db.write((tx) => tx.update(bookings).set(changed).where(eq(bookings.id, booking.id)).run());
    const leave = (on = "2026-12-02") =>
      db.write((tx) => advanceJob(tx, { ...deed, now: instantAt(day(on), 9) }, delivery.id, "en_route"));
    await keep({ placement: "street" });
    expect(await leave()).toEqual({ ok: false, code: "no_permit", from: "assigned" });
    expect(findDriverJob(db.orm, driver, delivery.id)).toMatchObject({ placement: "street", permit_number: null });
    await db.write((tx) =>
      keepPermit(tx, deed, booking.id, { number: "C-1", from: day("2026-11-01"), until: day("2026-12-01") }),
    );
    expect(await leave()).toMatchObject({ code: "no_permit" });
    await db.write((tx) =>
      keepPermit(tx, deed, booking.id, { number: "C-1", from: day("2026-12-02"), until: day("2026-12-09") }),
    );
    // Planned within its days, and driven after them, or before.
    for (const on of ["2026-12-10", "2026-12-01"]) expect(await leave(on)).toMatchObject({ code: "no_permit" });
    expect(await leave()).toMatchObject({ ok: true });
  });

  it.each(["2026-12-01", "2026-12-09"])(
    "leave for the street on %s, where the permit holds, though it does not on the day that was planned",
    async (on) => {
      const { booking, jobs: made } = await rental();
      const [delivery] = made as [Job];
      expect(delivery.day).toBe("2026-12-02");
      await db.write((tx) => {
        take(tx, delivery);
        // As a move of the planned day leaves it: the office cannot keep such a permit.
        const permit = { permit_number: "C-1", permit_from: day(on), permit_until: day(on) };
        tx.update(bookings)
          .set({ placement: "street", ...permit })
          .where(eq(bookings.id, booking.id))
          .run();
      });
      const then = { ...deed, now: instantAt(day(on), 9) };
      expect(await db.write((tx) => advanceJob(tx, then, delivery.id, "en_route"))).toMatchObject({ ok: true });
    },
  );

  it("show a failed delivery first and let the dumpster go", async () => {
    const { booking, jobs: made } = await rental(2);
    const [first] = made as [Job];
    await db.write((tx) => take(tx, first));
    await drive(first, ["en_route", "arrived"]);
    expect(await db.write((tx) => advanceJob(tx, deed, first.id, "attempted", "A car blocks the drive"))).toMatchObject(
      { ok: true, job: { failure_reason: "A car blocks the drive" } },
    );
    expect([statusOf(booking.id), unitOf(first)?.state, unitOf(first)?.dumpster_id]).toEqual([
      "delivery_failed",
      "delivery_failed",
      null,
    ]);
    expect(
      db.orm
        .select()
        .from(dumpsters)
        .all()
        .every((dumpster) => dumpster.location === "yard"),
    ).toBe(true);
  });

  it("are taken off the schedule with a cancelled unit", async () => {
    const { booking, jobs: made } = await rental();
    const [delivery] = made as [Job, Job];
    await db.write((tx) => {
      take(tx, delivery);
      tx.update(units).set({ state: "cancelled" }).where(eq(units.id, delivery.unit_id)).run();
      expect(cancelUnitJobs(tx, deed, delivery.unit_id, "customer")).toHaveLength(2);
      expect(recomputeBooking(tx, deed, booking.id)).toBe("cancelled");
    });
    expect(listDriverJobs(db.orm, driver, TODAY)).toEqual([]);
  });

  it("keep a unit open while a charge of it is under way, and no longer: what a card refused has a payment link", async () => {
    const { booking, jobs: made } = await rental();
    const [delivery] = made as [Job, Job];
    await db.write((tx) => {
      tx.update(units).set({ state: "off_site" }).where(eq(units.id, delivery.unit_id)).run();
      tx.update(jobs).set({ state: "completed" }).where(eq(jobs.booking_id, booking.id)).run();
      tx.insert(weightTickets).values(ticketOf(delivery)).run();
      tx.insert(charges)
        .values({
          id: newId("charge"),
          booking_id: booking.id,
          unit_id: delivery.unit_id,
          kind: "weight_overage",
          state: "noticed",
          amount: 14385,
          description: "1.37 tons over",
          created_at: deed.now,
        })
        .run();
      expect(settleUnit(tx, deed, delivery.unit_id)).toBe(false);
      expect(recomputeBooking(tx, deed, booking.id)).toBe("awaiting_settlement");
      tx.update(charges).set({ state: "failed" }).run();
      expect(settleUnit(tx, deed, delivery.unit_id)).toBe(true);
      expect(recomputeBooking(tx, deed, booking.id)).toBe("balance_due");
    });
  });

  it("leave the status of an unpaid booking alone", async () => {
    await db.write((tx) => {
      const quoted = insertBooking(tx, deed, { status: "quoted", paid_at: null });
      expect(recomputeBooking(tx, deed, quoted.id)).toBe("quoted");
    });
  });
});

describe("a driver's list", () => {
  it("shows their own jobs only, outstanding ones first, without a price", async () => {
    const { jobs: made } = await rental(2);
    const [mine, , theirs] = made as [Job, Job, Job];
    await db.write((tx) => {
      take(tx, mine);
      scheduleJob(tx, deed, theirs.id);
      assignJob(tx, deed, theirs.id, other);
    });
    const list = listDriverJobs(db.orm, driver, TODAY);
    expect(list.map((job) => job.id)).toEqual([mine.id]);
    expect(list[0]?.phone).toEqual({ text: "(407) 555-0133", href: "tel:+14075550133" });
    expect(findDriverJob(db.orm, other, theirs.id)?.phone).toEqual(list[0]?.phone);
    expect(JSON.stringify(list)).not.toMatch(/price|share|total|card|40932|email/i);
    expect(
      listDriverJobs(db.orm, driver, TODAY.replace("12-01", "12-20") as typeof TODAY).map((job) => job.id),
    ).toEqual([mine.id]);
    expect(findDriverJob(db.orm, driver, theirs.id)).toBeNull();
    expect(findDriverJob(db.orm, other, theirs.id)?.id).toBe(theirs.id);
    db.orm.update(jobs).set({ state: "completed" }).where(eq(jobs.id, mine.id)).run();
    expect(listDriverJobs(db.orm, driver, TODAY.replace("12-01", "12-20") as typeof TODAY)).toEqual([]);
  });
});
