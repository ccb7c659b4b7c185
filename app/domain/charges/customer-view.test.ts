import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { charges } from "#db/schema/index";
import { getBooking } from "../booking/order/bookings.server";
import { newCapability, newId } from "../kernel/ids.server";
import { chargesOf, hauled, look, tell } from "../../../tests/support/charges";
import { setSoundWorld } from "../../../tests/support/sound";
import { listCustomerCharges } from "./customer-view.server";

const world = setSoundWorld({ fleet: { 20: 3 } });

it("hundreds of charges that are over leave the page as long as it is, and hide none that is open", async () => {
  const booking = await hauled(world, 4740);
  await look(world, booking);
  const [open = expect.fail("no charge")] = chargesOf(world, booking);
  await tell(world, open);
  const row = world.db.orm.select().from(charges).where(eq(charges.id, open.id)).get()!;
  for (let i = 0; i < 300; i++)
    world.db.orm
      .insert(charges)
      .values({
        ...row,
        id: newId("charge"),
        cause: `test:${i}`,
        capability: newCapability(),
        state: "waived",
        ended_at: world.clock.at,
      })
      .run();
  const shown = listCustomerCharges(world.db.orm, getBooking(world.db.orm, booking.id));
  expect(shown.length).toBeLessThanOrEqual(30);
  expect(shown.some(({ id }) => id === open.id)).toBe(true);
});
