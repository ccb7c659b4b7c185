import { eq } from "drizzle-orm";
import { afterEach, expect, it } from "vitest";
import { cancellations, refunds, units } from "#db/schema/index";
import { getBooking, listUnits } from "~/domain/booking/order/bookings.server";
import { cancelBooking, previewCancellation } from "~/domain/changes/cancel.server";
import type { Id } from "~/domain/kernel/ids.server";
import { formatCents } from "~/domain/kernel/money";
import type { Email } from "~/domain/messages/ports";
import { openWorld, paidBooking, type TestWorld } from "../../../tests/support/domain";
import { fakeServices } from "../../../tests/support/visit";
import { calendarFile } from "./attachments.server";
import { facts } from "./facts.server";
import { bookingCancelled } from "./money.server";

let world: TestWorld;
afterEach(() => world.close());

it("says how many dumpsters stay, without those that were cancelled before or are back", async () => {
  world = await openWorld({ fleet: { 20: 9 } });
  const booking = await paidBooking(world, {
    cart: [{ dumpsterSize: 20, quantity: 4, materialCategory: "general" }],
  });
  const mails: string[] = [];
  const mail = { send: async ({ subject, text }: Email) => void mails.push(`${subject}\n${text}`) };
  const services = { ...fakeServices(world), mail };
  const cancel = async (unitId: Id<"unit">) => {
    const shown = previewCancellation(world.db.orm, world.settings(), booking.id, unitId, world.clock.at);
    if (!shown.ok) throw new Error(shown.code);
    await world.db.write((tx) => cancelBooking(tx, world.deed(), world.settings(), booking.id, unitId, shown.fee));
    const row = world.db.orm
      .select()
      .from(cancellations)
      .all()
      .find(({ unit_id }) => unit_id === unitId);
    if (!row) throw new Error("not cancelled");
    const work = { id: row.id, kind: "mail.cancelled", payload: { cancellationId: row.id } };
    await bookingCancelled(services, world.deed(), work as unknown as Parameters<typeof bookingCancelled>[2]);
  };
  const [first, second, , last] = listUnits(world.db.orm, booking.id);
  if (!first || !second || !last) throw new Error("four dumpsters were booked");
  world.db.orm.update(units).set({ state: "settled" }).where(eq(units.id, last.id)).run();
  await cancel(first.id);
  expect(mails.at(-1)).toContain("Your other 2 dumpsters stay booked as they were.");
  // Headed by what happened, and to which: in the subject and in the mail.
  expect(mails.at(-1)).toMatch(/^Booking DMP-\S+: one dumpster is cancelled, 20-yard dumpster \(number 1\)\n/);
  expect(mails.at(-1)).toContain("One dumpster is cancelled: 20-yard dumpster (number 1)\n");
  // What is sent after it, the papers once more for example, has the order as the booking's page has it.
  // Kept as "4 x", told with the sign.
  const order = "4 × 20-yard dumpster (General debris); 1 of 4 is cancelled";
  expect(facts(services, booking).itemsSummary).toBe(order);
  expect(calendarFile(services, world.deed(), booking).replace(/\r\n /g, "")).toContain(order.replace(";", "\\;"));
  await cancel(second.id);
  expect(facts(services, booking).itemsSummary).toContain("; 2 of 4 are cancelled");
  expect(mails.at(-1)).toContain("Your other dumpster stays booked as it was.");
});

it("has no state of a refund where the company does not show it, as the booking's page", async () => {
  world = await openWorld({ fleet: { 20: 9 } });
  const { id, total_amount } = await paidBooking(world, { deliveryDate: "2026-12-10" });
  await world.db.write((tx) => cancelBooking(tx, world.deed(), world.settings(), id, null, 0));
  world.db.orm.update(refunds).set({ state: "succeeded" }).run();
  const services = fakeServices(world);
  const shown = (show_refund_state_from_cancellations: boolean) => {
    const flags = () => ({ ...services.flags(), show_refund_state_from_cancellations });
    return facts({ ...services, flags }, getBooking(world.db.orm, id)).status.more;
  };
  expect(shown(true)).toContain(`${formatCents(total_amount)} went back to`);
  expect(shown(false)).toContain(`${formatCents(total_amount)} goes back to`);
});
