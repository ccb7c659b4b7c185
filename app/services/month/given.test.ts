import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterEach, expect, it } from "vitest";
import { bookings, drivers, events, jobs, units } from "#db/schema/index";
import { createClock } from "~/adapters/clock/clock.server";
import { moveClock } from "~/adapters/clock/move.server";
import { createFilesAdapter } from "~/adapters/files/files.server";
import { getJob } from "~/domain/dispatch/jobs.server";
import type { Day } from "~/domain/kernel/days";
import type { Id } from "~/domain/kernel/ids.server";
import { instantAt } from "~/domain/kernel/time.server";
import { openWorld } from "../../../tests/support/domain";
import { errandOn, planByOffice, standing } from "../../../tests/support/errands";
import { inFull } from "../../../tests/support/in-full";
import { fakeServices } from "../../../tests/support/visit";
import type { Services } from "../../services.server";
import { listByHand } from "./given.server";
import { liveMonth } from "./month.server";
import type { Play } from "./play.server";

const opened: (() => void)[] = [];
afterEach(() => {
  for (const close of opened.splice(0)) close();
});
const ON = "2026-12-08" as Day;

/** A day of business on which a swap, an emptying and a move were agreed on. */
async function lived() {
  const world = await openWorld({ sandbox: true, fleet: { 20: 20 } });
  const folder = mkdtempSync(join(tmpdir(), "roll-off-given-test-"));
  opened.push(() => {
    world.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const planned: Id<"job">[] = [];
  for (const kind of ["swap", "dump_and_return", "relocate"] as const) {
    const { id, driver } = await standing(world);
    // Who brought it does not drive any more: the sandbox's own do.
    world.db.orm.update(drivers).set({ is_active: false }).where(eq(drivers.id, driver)).run();
    planned.push((await planByOffice(world, id, errandOn(kind, ON))).id);
  }
  await moveClock(world.db, { to: instantAt(ON, 5) });
  const sent: string[] = [];
  const services = {
    ...fakeServices(world),
    clock: createClock(world.db, true),
    files: createFilesAdapter(folder),
    pdf: { render: () => Promise.resolve(Buffer.from("%PDF-")) },
    mail: { send: ({ subject }: { subject: string }) => Promise.resolve(void sent.push(subject)) },
  } as unknown as Services;
  const pay = () => Promise.resolve(false);
  const counts = await liveMonth(services, { seed: 7, days: 1, pay, goesOn: () => Promise.resolve(true) });
  const { orm } = world.db;
  const done = planned.map((id) => {
    const { kind, state, driver_id } = getJob(orm, id);
    const by = driver_id && orm.select().from(drivers).where(eq(drivers.id, driver_id)).get()?.name;
    return { kind, state, by };
  });
  return { world, counts, sent, done, planned };
}

it("gives what nobody proposes to the drivers by hand, who carry it out", { timeout: 240_000 }, async () => {
  const { world, counts, sent, done, planned } = await lived();
  expect([done.map(({ kind, state }) => [kind, state]), counts]).toEqual([
    [
      ["swap", "completed"],
      ["dump_and_return", "completed"],
      ["relocate", "completed"],
    ],
    expect.objectContaining({ "office: gives by hand": 3 }),
  ]);
  expect(
    sent.filter((subject) => /your (swap|emptying) has a new (day|time)|late with your (swap|emptying)/.test(subject)),
  ).toEqual([]);
  const { orm } = world.db;
  const swapped = orm
    .select()
    .from(units)
    .where(eq(units.id, getJob(orm, planned[0]!).brings_unit_id!))
    .get();
  expect(swapped?.state).toBe("on_site");
  expect(
    orm
      .select()
      .from(jobs)
      .all()
      .filter(({ kind, day }) => kind === "swap" && day !== ON),
  ).toEqual([]);
  expect(
    orm
      .select()
      .from(events)
      .all()
      .filter(({ action }) => action === "number_mismatch"),
  ).toEqual([]);
});

it("gives by hand what is of today, and nothing of a booking on hold", async () => {
  const world = await openWorld({ sandbox: true, fleet: { 20: 20 } });
  opened.push(() => world.close());
  const { orm } = world.db;
  const { id } = await standing(world);
  const job = await planByOffice(world, id, errandOn("dump_and_return", ON));
  const given = (day: string) =>
    listByHand({ services: { db: world.db }, day } as Play).map((one) => one.id === job.id);
  expect([given("2026-12-07"), given(ON)]).toEqual([[], [true]]);
  orm.update(bookings).set({ on_hold_reason: "They are in court" }).where(eq(bookings.id, job.booking_id)).run();
  expect(given(ON)).toEqual([]);
});

inFull("gives it to the same drivers each time", { timeout: 240_000 }, async () => {
  expect((await lived()).done).toEqual((await lived()).done);
});
