import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { asc, eq } from "drizzle-orm";
import { customers, tasks } from "#db/schema/index";
import { takeReceipt } from "~/domain/charges/by-hand.server";
import type { Id } from "~/domain/kernel/ids.server";
import { addDays } from "~/domain/kernel/days";
import { DAY, dayAt, instantAt, plus, type Instant } from "~/domain/kernel/time.server";
import { findDue } from "~/domain/payments/account-due.server";
import { listTasks } from "~/domain/records/task-queue.server";
import { finishTask } from "~/domain/tasks/tasks.server";
import { openWorld, STAFF, type TestWorld } from "../../../tests/support/domain";
import { admin, onAccount } from "../../../tests/support/money";
import { keepHouse } from "./housekeeping.server";

let world: TestWorld;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 6 } });
});
afterEach(() => world.close());

const log = { error: vi.fn(), warn: vi.fn(), info: vi.fn() };
async function at(moment: Instant) {
  world.clock.at = moment;
  await keepHouse({ ...world, log }, world.deed());
}
const asked = () =>
  world.db.orm.select().from(tasks).where(eq(tasks.kind, "account_overdue")).orderBy(asc(tasks.made_at)).all();
const states = () => asked().map(({ state }) => state);
const shown = () =>
  listTasks(world.db.orm, world.clock.at, { queue: "all", me: STAFF.id }).rows.filter(
    ({ kind }) => kind === "account_overdue",
  );
const pay = (customer: Id<"customer">, amount: number, seen: number) =>
  world.db.write((tx) =>
    takeReceipt(
      tx,
      admin(world),
      customer,
      { method: "check", amount, reference: "1042", deposit_batch: "1/1" },
      { seen },
    ),
  );
/** The last day to pay an order of today's, and the first on which it is late, in New York. */
const lastDay = () => addDays(dayAt(world.clock.at), 30);

it("an account that is past due is one task until it is paid: not on its last day, from the next morning on", async () => {
  const order = await onAccount(world);
  const last = lastDay();
  await at(instantAt(last, 23));
  expect(asked()).toEqual([]);
  await at(instantAt(addDays(last, 1), 0));
  await at(plus(world.clock.at, DAY));
  expect(asked()).toMatchObject([
    { state: "open", subject_kind: "customer", subject_id: order.customer_id, due_at: instantAt(addDays(last, 1), 9) },
  ]);
  expect(shown()).toMatchObject([
    {
      who: "Ada Tester",
      detail: expect.stringMatching(/^\$[\d.,]+ to be paid since /) as string,
      at: { kind: "customer" },
    },
  ]);
  expect(await pay(order.customer_id, order.total_amount, order.total_amount)).toMatchObject({ ok: true });
  expect(states()).toEqual(["closed"]);
});

it("paid in part it stays; what was done about one day is asked anew about the next that is open", async () => {
  const order = await onAccount(world);
  const first = lastDay();
  world.clock.at = plus(world.clock.at, 3 * DAY);
  const later = await onAccount(world, { address: "2 Other Road" });
  await at(instantAt(addDays(first, 1), 10));
  const owed = order.total_amount + later.total_amount;
  await pay(order.customer_id, 100_00, owed);
  expect(states()).toEqual(["open"]);
  await world.db.write((tx) => finishTask(tx, world.deed(STAFF), asked()[0]?.id ?? "", "they pay on Friday"));
  await at(plus(world.clock.at, 60_000));
  expect(states()).toEqual(["done"]);
  await at(instantAt(addDays(first, 5), 10));
  // The oldest is still the first one's day: done stays done.
  expect(states()).toEqual(["done"]);
  await pay(order.customer_id, order.total_amount - 100_00, owed - 100_00);
  await at(plus(world.clock.at, 60_000));
  expect(states()).toEqual(["done", "open"]);
});

it("a record that was merged since is asked about as the one that stands for it", async () => {
  const order = await onAccount(world);
  await at(instantAt(addDays(lastDay(), 1), 10));
  const { orm } = world.db;
  const old = orm.select().from(customers).where(eq(customers.id, order.customer_id)).get() ?? expect.fail("none");
  const stands = "cus_stands" as Id<"customer">;
  orm
    .insert(customers)
    .values({ ...old, id: stands })
    .run();
  orm.update(customers).set({ merged_into: stands }).where(eq(customers.id, old.id)).run();
  await at(plus(world.clock.at, 60_000));
  expect(asked().map(({ subject_id, state }) => [subject_id, state])).toEqual([
    [old.id, "closed"],
    [stands, "open"],
  ]);
  expect(findDue(orm, [old.id], dayAt(world.clock.at))?.cents).toBe(order.total_amount);
});
