import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { bookings, charges } from "#db/schema/index";
import { chargesOf, drive, hauled, look, OUT, rented, tell } from "../../../tests/support/charges";
import { setSoundWorld } from "../../../tests/support/sound";
import { getBooking, type Booking } from "../booking/order/bookings.server";
import { formatWhen, yearOf } from "../kernel/moments";
import { HOUR, plus } from "../kernel/time.server";
import { readStatus } from "./status.server";

const world = setSoundWorld({ fleet: { 20: 3 } });
const orm = () => world.db.orm;
const said = ({ id }: Pick<Booking, "id">) =>
  readStatus(orm(), getBooking(orm(), id), { refundStates: true, now: world.clock.at });
const whenOf = (at: number | null) => formatWhen(at ?? 0, { thisYear: yearOf(world.clock.at) });

it("says that the load will be weighed only until its ticket is there", async () => {
  const booking = await rented(world);
  await drive(world, booking, "delivery", OUT);
  await drive(world, booking, "pickup", [...OUT.slice(0, 3), { to: "dump_later" }]);
  expect(said(booking)).toEqual({
    headline: "Picked up",
    more: "The final statement comes when the load is weighed and everything is settled.",
  });
  const weighed = await hauled(world, 4740, { deliveryDate: "2026-12-05" });
  expect(said(weighed)).toEqual({
    headline: "Picked up",
    more: "The load is weighed. The final statement comes when everything is settled.",
  });
});

it("says what falls due next and when, as its customer pays it", async () => {
  const booking = await hauled(world, 4740);
  await look(world, booking);
  const [charge] = chargesOf(world, booking);
  const { due_at } = await tell(world, charge!);
  const when = whenOf(due_at);
  expect(when).toMatch(/^\w{3} \d+, \d+:\d\d [ap]m$/);
  const set = (facts: Partial<typeof bookings.$inferInsert>) =>
    orm().update(bookings).set(facts).where(eq(bookings.id, booking.id)).run();
  expect(said(booking).more).toBe(`The load is weighed. $143.85 is charged on ${when}, unless you question it.`);
  set({ payment_method_id: null });
  expect(said(booking).more).toBe(`The load is weighed. We ask you to pay $143.85 on ${when}, unless you question it.`);
  set({ account_days: 30 });
  expect(said(booking).more).toBe(
    `The load is weighed. $143.85 is put on your account on ${when}, unless you question it.`,
  );
});

it("of several it says their sum, and the day of the first", async () => {
  const booking = await hauled(world, 4740, { reports: [{ cleaning: true }] });
  await look(world, booking);
  const [weight, cleaning] = chargesOf(world, booking);
  const first = await tell(world, weight!);
  const second = await tell(world, cleaning!);
  const sum = `$${((first.amount + first.tax + second.amount + second.tax) / 100).toFixed(2)}`;
  const words = (how: string) => `The load is weighed. ${sum} is charged ${how}, unless you question it.`;
  const when = whenOf(first.due_at);
  expect(said(booking).more).toBe(words(`on ${when}`));
  orm()
    .update(charges)
    .set({ due_at: plus(first.due_at!, HOUR) })
    .where(eq(charges.id, second.id))
    .run();
  expect(said(booking).more).toBe(words(`from ${when} on`));
});
