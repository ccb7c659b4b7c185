import { and, eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { jobs, tasks } from "#db/schema/index";
import { CUSTOMER, paidBooking, STAFF } from "../../../../tests/support/domain";
import { drive, OUT } from "../../../../tests/support/charges";
import { missJob } from "../../../../tests/support/driver";
import { setSoundWorld } from "../../../../tests/support/sound";
import { chooseDay, listDayChoices, listDayOffers } from "../../changes/choose-day.server";
import { scheduleJob } from "../../dispatch/jobs.server";
import { addDays, day } from "../../kernel/days";
import { instantAt } from "../../kernel/time.server";
import { getBooking } from "./bookings.server";

/** Who takes a truck to what is paid is asked for each dumpster, whatever has become of the others. */
const world = setSoundWorld({ fleet: { 20: 3 } });
const cart = [{ dumpsterSize: 20, quantity: 2, materialCategory: "general" as const }];

it("a delivery that its customer chose anew is asked for by its own day, though another dumpster stands there", async () => {
  const { orm } = world.db;
  const booking = await paidBooking(world, { cart, deliveryDate: "2026-12-03" });
  const asked = () =>
    orm
      .select()
      .from(tasks)
      .where(eq(tasks.cause, `to_schedule:${booking.id}`))
      .get();
  const unscheduled = () =>
    orm
      .select()
      .from(jobs)
      .where(and(eq(jobs.booking_id, booking.id), eq(jobs.kind, "delivery"), eq(jobs.state, "unscheduled")))
      .get();
  world.clock.at = instantAt(day("2026-12-03"), 10);
  await drive(world, booking, "delivery", OUT);
  // The second one is to be taken yet.
  expect(asked()).toMatchObject({ state: "open" });
  await missJob(world, unscheduled()?.id ?? expect.fail("both have a truck"));
  expect(asked()?.state).toBe("closed");
  const [offer] = listDayOffers(orm, booking.id);
  if (!offer) throw new Error("nothing to choose");
  const { unit } = offer;
  const choice = listDayChoices(orm, world.settings(), offer, world.clock.at)[2] ?? expect.fail("no day");
  const wish = { day: choice.day, window: choice.windows[0] ?? null, seen: null };
  expect(
    await world.db.write((tx) => chooseDay(tx, world.deed(CUSTOMER), world.settings(), unit.id, wish)),
  ).toMatchObject({ ok: true });
  expect(getBooking(orm, booking.id).status).toBe("on_site");
  expect(asked()).toMatchObject({ state: "open", due_at: instantAt(addDays(choice.day, -1), 12) });
  await world.db.write((tx) => scheduleJob(tx, world.deed(STAFF), unscheduled()?.id ?? expect.fail("no job")));
  expect(asked()?.state).toBe("closed");
});
