import { expect, it, onTestFinished } from "vitest";
import { outbox } from "#db/schema/index";
import { day } from "~/domain/kernel/days";
import { instantAt } from "~/domain/kernel/time.server";
import { changeSetting, openWorld, paidBooking, TODAY } from "../../../tests/support/domain";
import { disputeFacts, paymentOf, tell } from "../../../tests/support/money";
import { officeRoles } from "../../../tests/support/office-roles";
import { rendered } from "../../../tests/support/rendered";
import { fakeStripe } from "../../../tests/support/visit";
import { StandingDispute } from "~/ui/office/DisputeRecord";
import type { MovableJob } from "~/ui/office/RecordActions";
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

it("names the jobs that can have another day: those whose truck has not left, and the last try of one in vain", async () => {
  const world = await openWorld({ fleet: { 20: 3 } });
  onTestFinished(() => world.close());
  const { staff } = await officeRoles(world, door, fakeStripe());
  const { booking_number: number } = await paidBooking(world, {
    cart: [{ dumpsterSize: 20, quantity: 2, materialCategory: "general" }],
  });
  const movable = async () => {
    const { data } = await staff.get(loader, `/crm/bookings/${number}`, { number });
    return (data as { record: { movable: MovableJob[] } }).record.movable
      .map(({ kind, unit }) => `${kind} ${unit}`)
      .sort();
  };
  expect(await movable()).toEqual(["delivery 1", "delivery 2", "pickup 1", "pickup 2"]);
  const put = (state: string) =>
    world.db.sqlite
      .prepare(
        "update jobs set state = ? where kind = 'delivery' and unit_id in (select id from units where unit_number = 1)",
      )
      .run(state);
  put("en_route");
  expect(await movable()).toEqual(["delivery 2", "pickup 1", "pickup 2"]);
  put("attempted");
  expect(await movable()).toHaveLength(4);
});

it("says of what stands on a closed day that no truck goes out", async () => {
  const world = await openWorld({ fleet: { 20: 3 } });
  onTestFinished(() => world.close());
  const { staff } = await officeRoles(world, door, fakeStripe());
  const { booking_number: number } = await paidBooking(world, { deliveryDate: "2026-12-15" });
  const closed = async () => {
    const { data } = await staff.get(loader, `/crm/bookings/${number}`, { number });
    return (data as { record: { closedDays: object[] } }).record.closedDays;
  };
  expect(await closed()).toEqual([]);
  await changeSetting(world, "holidays", [...world.settings().holidays, day("2026-12-15")]);
  expect(await closed()).toEqual([{ day: "2026-12-15", what: "delivery", goesOut: false, closed: "that day" }]);
});

it("says beside its state that its payment is disputed, and leads to the dispute", async () => {
  const world = await openWorld({ fleet: { 20: 3 } });
  onTestFinished(() => world.close());
  const { staff } = await officeRoles(world, door, fakeStripe());
  const { booking_number: number, id } = await paidBooking(world);
  const disputed = async () => {
    const { data } = await staff.get(loader, `/crm/bookings/${number}`, { number });
    return (data as { record: { disputed: Parameters<typeof StandingDispute>[0]["dispute"] } }).record.disputed;
  };
  expect(await rendered(StandingDispute, { dispute: await disputed() })).not.toContain("disputed");
  const dispute = await tell(world, disputeFacts(paymentOf(world, id)));
  const shown = await rendered(StandingDispute, { dispute: await disputed() });
  expect(shown).toContain(`href="/crm/billing/disputes/${dispute?.id}"`);
  expect(shown).toContain("Payment disputed (fraud)");
});
