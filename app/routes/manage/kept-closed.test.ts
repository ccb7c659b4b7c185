import { expect, it } from "vitest";
import { getBooking } from "~/domain/booking/order/bookings.server";
import type { Scope } from "~/http/context.server";
import { setSoundWorld } from "../../../tests/support/sound";
import { standingRental } from "../../../tests/support/standing";
import { fakeServices } from "../../../tests/support/visit";
import { pickupView } from "./pickup-view.server";

const world = setSoundWorld({ fleet: { 20: 2 } });
const { standing, at, unit, ask, keep, storm } = standingRental(world);

it("who keeps it after all is told the day on which a truck then comes, where a storm closed the paid one", async () => {
  await standing("2026-12-03", { flexibleExtension: false });
  at("2026-12-05", 9);
  await ask();
  await storm("2026-12-10");
  const page = pickupView({ services: fakeServices(world) } as Scope, getBooking(world.db.orm, unit().booking_id), "");
  expect(page).toMatchObject({ state: "asked", kept: "We pick it up on Friday, December 11." });
  expect(await keep()).toMatchObject({ ok: true });
  expect(unit().pickup_date).toBe("2026-12-11");
});
