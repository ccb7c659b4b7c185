import { expect, it, onTestFinished } from "vitest";
import { outbox } from "#db/schema/index";
import { instantAt } from "~/domain/kernel/time.server";
import { openWorld, paidBooking, TODAY } from "../../../tests/support/domain";
import { officeRoles } from "../../../tests/support/office-roles";
import { fakeStripe } from "../../../tests/support/visit";
import { action as door } from "./auth";
import { loader } from "./booking";

it.each([
  ["at night: it leaves at eight", 22, 1],
  ["by day: it has minutes of its own to wait", 9, 0],
])("a text that waits is said to be asleep %s", async (_when, hour, asleep) => {
  const world = await openWorld({ fleet: { 20: 3 } });
  onTestFinished(() => world.close());
  const { staff } = await officeRoles(world, door, fakeStripe());
  const { booking_number: number, id } = await paidBooking(world);
  world.clock.at = instantAt(TODAY, hour);
  await world.db.write((tx) => {
    const waits = { kind: "sms.scheduled", cause: "test", booking_id: id, payload: { bookingId: id } } as const;
    tx.insert(outbox)
      .values({ ...waits, id: "out_test" as never, run_at: Date.now() + 600_000, created_at: Date.now() })
      .run();
  });
  const page = await staff.get(loader, `/crm/bookings/${number}`, { number });
  expect((page.data as { record: object }).record).toMatchObject({ textsAsleep: asleep });
});
