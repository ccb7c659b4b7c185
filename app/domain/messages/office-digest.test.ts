import { like } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { bookings, outbox } from "#db/schema/index";
import { openWorld, paidBooking, type TestWorld } from "../../../tests/support/domain";
import { day } from "../kernel/days";
import { instantAt } from "../kernel/time.server";
import { MAILED_TASKS, type TaskKind } from "../tasks/kinds";
import { closeTask, openTask } from "../tasks/tasks.server";
import { askForDigest, listWaiting } from "./office-digest.server";

let world: TestWorld;
let number: string;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 3 } });
  ({ booking_number: number } = await paidBooking(world));
});
afterEach(() => world.close());

const open = (kind: TaskKind, cause: string) =>
  world.db.write((tx) => {
    const booking = tx.select().from(bookings).get();
    if (!booking) throw new Error("no booking");
    const { id } = booking;
    openTask(tx, world.deed(), { kind, cause, subject: { kind: "booking", id }, bookingId: id, due: world.clock.at });
  });
const close = (cause: string) => world.db.write((tx) => closeTask(tx, world.deed(), cause));
const digests = () =>
  world.db.orm
    .select({ cause: outbox.cause })
    .from(outbox)
    .where(like(outbox.kind, "mail.office-digest"))
    .all()
    .map(({ cause }) => cause);
const at = async (on: string, hour: number) => {
  world.clock.at = instantAt(day(on), hour);
  await askForDigest(world.db, world.deed());
};

it("is one mail a day, by day, while something of it waits", async () => {
  await at("2026-12-01", 10);
  expect(digests()).toEqual([]);
  await open("refund_failed", "a");
  await at("2026-12-01", 7);
  await at("2026-12-01", 21);
  expect(digests()).toEqual([]);
  await at("2026-12-01", 11);
  await open("reconcile", "b");
  await at("2026-12-01", 12);
  await at("2026-12-02", 8);
  await at("2026-12-02", 9);
  expect(digests()).toEqual(["mail.office-digest:2026-12-01", "mail.office-digest:2026-12-02"]);
  // Asked each minute: what was asked for takes no lock again.
  expect((await askForDigest(world.db, world.deed())).handled).toBe(0);
  await close("a");
  await close("b");
  await at("2026-12-03", 9);
  expect(digests()).toHaveLength(2);
});

it("is not asked for by what the queue tells by itself", async () => {
  await open("to_schedule", "c");
  await open("answer", "d");
  await at("2026-12-01", 10);
  expect(digests()).toEqual([]);
  expect(MAILED_TASKS).toEqual(expect.arrayContaining(["reconcile", "refund_failed", "work_given_up"]));
});

it("counts what waits by kind, with the bookings that it is about", async () => {
  await open("refund_failed", "a");
  await open("refund_failed", "b");
  await open("reconcile", "c");
  await close("b");
  expect(listWaiting(world.db.orm)).toEqual([
    { label: "Dumpster number to clear up", count: 1, numbers: [number] },
    { label: "Refund not received", count: 1, numbers: [number] },
  ]);
});
