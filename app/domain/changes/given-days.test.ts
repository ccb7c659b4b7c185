import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { jobAttempts } from "#db/schema/index";
import { openedChange, pricedDays } from "../../../tests/support/changes";
import { confirm, sessionFacts } from "../../../tests/support/domain";
import { setSoundWorld } from "../../../tests/support/sound";
import { standingRental } from "../../../tests/support/standing";
import { keepAttempt } from "../dispatch/attempts.server";
import { getJob } from "../dispatch/jobs.server";

/** Days that we give count from the last one that is paid for: a Sunday and bought days make that another than it seems. */
const world = setSoundWorld({ fleet: { 20: 1 } });
const { standing, at, deed, inVain, unit, ask, keep, move, charged } = standingRental(world);
/** Ten days from Thursday, December 3, end on Sunday the 13th: told, and paid until, is Monday. */
const untilSunday = () => standing("2026-12-03", { rentalDays: 10 });
async function buy(days: number) {
  const checkout = await openedChange(world, await pricedDays(world, unit().id, days));
  expect(await confirm(world, sessionFacts(checkout))).toMatchObject({ outcome: "confirmed" });
}

it("beyond days that were bought from a Monday on, what is beyond the day that was sold", async () => {
  await untilSunday();
  await buy(1);
  expect(unit().pickup_date).toBe("2026-12-15");
  await move("2026-12-16");
  expect(unit().waived_days).toBe(2);
  expect(await charged("2026-12-17")).toEqual([[1, "2026-12-16"]]);
});

it("sooner than the day that was sold, and back on it, none", async () => {
  await untilSunday();
  await buy(1);
  await move("2026-12-14");
  await move("2026-12-15");
  expect(unit().waived_days).toBe(0);
  expect(await charged("2026-12-16")).toEqual([[1, "2026-12-15"]]);
});

it("sooner than a Sunday's Monday, none, and none that would be taken away", async () => {
  await untilSunday();
  await move("2026-12-12");
  expect(unit().waived_days).toBe(0);
  await move("2026-12-14");
  expect(unit().waived_days).toBe(0);
});

it("set down a day before it was promised, sooner and back, none: the promised days are paid for", async () => {
  await standing("2026-12-02");
  expect(unit().pickup_date).toBe("2026-12-10");
  await move("2026-12-09");
  await move("2026-12-10");
  expect(unit()).toMatchObject({ delivery_date: "2026-12-02", pickup_date: "2026-12-10", waived_days: 0 });
});

it("of a truck that is late and comes sooner after all, none are taken away", async () => {
  await standing("2026-12-03", { flexibleExtension: false });
  at("2026-12-08");
  await ask();
  await move("2026-12-15");
  at("2026-12-11");
  expect(await keep()).toMatchObject({ ok: true });
  expect(unit()).toMatchObject({ pickup_date: "2026-12-15", waived_days: 0 });
  await move("2026-12-11");
  expect(unit()).toMatchObject({ pickup_date: "2026-12-11", waived_days: 0 });
});

it.each([
  ["by a truck of ours that had it, is our delay", ["taken"] as const, { pickup_asked_at: null, waived_days: 4 }],
  ["by what was in the way, asks for it", [] as const, { state: "pickup_requested", waived_days: 0 }],
])("another day of the office after a trip that was in vain %s", async (_, missing, is) => {
  await standing();
  at("2026-12-10", 8);
  const jobId = await inVain();
  await world.db.write((tx) => {
    keepAttempt(tx, deed(), getJob(tx, jobId), { reason: "nothing there", note: "", place: null });
    tx.update(jobAttempts)
      .set({ missing: [...missing] })
      .where(eq(jobAttempts.job_id, jobId))
      .run();
  });
  expect(await move("2026-12-14")).toMatchObject({ ok: true });
  expect(unit()).toMatchObject({ pickup_date: "2026-12-14", ...is });
});
