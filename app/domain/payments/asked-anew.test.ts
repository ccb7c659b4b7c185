import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { refunds, tasks } from "#db/schema/index";
import { paidBooking } from "../../../tests/support/domain";
import { admin, disputeFacts, paymentOf, tell } from "../../../tests/support/money";
import { setSoundWorld } from "../../../tests/support/sound";
import { takeReceipt } from "../charges/by-hand.server";
import type { Id } from "../kernel/ids.server";
import { HOUR, plus } from "../kernel/time.server";
import { finishTask } from "../tasks/tasks.server";
import { giveBack, listGivable, recordPaidOut } from "./give-back.server";
import { letOffExcess } from "./let-off.server";
import { readLedger } from "./ledger.server";
import { payWhatIsOpen } from "./pay-open.server";
import { takeRefund } from "./refund-elsewhere.server";
import { findSurplus } from "./surplus.server";
import { listExcess } from "./taken-by-bank.server";

/** What a person decided about money is about what there was then: what comes since is asked about anew. */
const world = setSoundWorld({ fleet: { 20: 4 } });
const asked = (kind: "excess" | "surplus") =>
  world.db.orm
    .select()
    .from(tasks)
    .where(eq(tasks.kind, kind))
    .all()
    .map(({ state }) => state);
async function decide(kind: "excess" | "surplus") {
  const [task = expect.fail("none")] = world.db.orm.select().from(tasks).where(eq(tasks.kind, kind)).all();
  world.clock.at = plus(world.clock.at, HOUR);
  await world.db.write((tx) => finishTask(tx, admin(world), task.id, "They told us what to do"));
  world.clock.at = plus(world.clock.at, HOUR);
}
/** Whatever else happens to its money. */
const look = (id: Id<"booking">) => world.db.write((tx) => payWhatIsOpen(tx, world.deed(), id));

it("money that goes back twice after somebody decided on an earlier one", async () => {
  const { orm } = world.db;
  const { id } = await paidBooking(world, { deliveryDate: "2026-12-10" });
  const [{ charge, left } = expect.fail("nothing")] = listGivable(orm, id);
  const wish = { chargeId: charge.id, amount: left, way: "check", reason: "sorry", left } as const;
  await world.db.write((tx) => giveBack(tx, admin(world), id, wish));
  const paper = orm.select().from(refunds).get() ?? expect.fail("no refund");
  await world.db.write((tx) => recordPaidOut(tx, admin(world), paper.id, { reference: "1", deposit_batch: null }));
  const paymentIntentId = readLedger(orm, id).payments[0]?.stripe_payment_intent_id ?? null;
  const inDashboard = (refundId: string, amount: number) => {
    const facts = { refundId, amount, paymentIntentId, status: "succeeded", failureReason: null, key: null } as const;
    return world.db.write((tx) => takeRefund(tx, world.deed(), facts));
  };
  await inDashboard("re_1", 20_00);
  expect(asked("excess")).toEqual(["open"]);
  await decide("excess");
  await look(id);
  expect(asked("excess")).toEqual(["done"]);
  await inDashboard("re_2", 200_00);
  expect(listExcess(orm, id).reduce((sum, { open }) => sum + open, 0)).toBe(220_00);
  expect(asked("excess")).toEqual(["open"]);
  await decide("excess");
  await look(id);
  expect(asked("excess")).toEqual(["done"]);
  await world.db.write((tx) => letOffExcess(tx, admin(world), id, { seen: 220_00, why: "kind" }));
  expect(asked("excess")).toEqual(["closed"]);
});

it("money that a bank gives back after somebody decided on what a check had paid too much", async () => {
  const { orm } = world.db;
  const { id, customer_id, total_amount } = await paidBooking(world, { deliveryDate: "2026-12-10" });
  const payment = paymentOf(world, id);
  await tell(world, disputeFacts(payment));
  const check = { method: "check", amount: total_amount + 20_00, reference: "1", deposit_batch: null } as const;
  await world.db.write((tx) => takeReceipt(tx, admin(world), customer_id, check, { seen: total_amount }));
  expect(asked("surplus")).toEqual(["open"]);
  await decide("surplus");
  await look(id);
  expect(asked("surplus")).toEqual(["done"]);
  await tell(world, disputeFacts(payment, { state: "won", reinstated: total_amount }));
  expect([findSurplus(orm, id).cents, asked("surplus")]).toEqual([total_amount + 20_00, ["open"]]);
});
