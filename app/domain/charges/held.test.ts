import { expect, it } from "vitest";
import { chargeAttempts, outbox } from "#db/schema/index";
import { STAFF } from "../../../tests/support/domain";
import { chargesOf, due, fallDue, hauled, look, tell } from "../../../tests/support/charges";
import { setSoundWorld } from "../../../tests/support/sound";
import { chargeNow, findOpenBalance, openBalanceCheckout } from "../changes/balance.server";
import { DAY, plus } from "../kernel/time.server";
import { getCharge, listUnpaid, type LaterRow } from "./charges.server";
import { applyCardCharge } from "./due.server";
import { holdCharge, releaseCharge } from "./office.server";
import { answerQuestion, questionCharge } from "./question.server";

/** A load over the scale: $143.85, noticed. */
const world = setSoundWorld({ fleet: { 20: 3 } });
const orm = () => world.db.orm;
async function overweight(): Promise<LaterRow> {
  const booking = await hauled(world, 4740);
  await look(world, booking);
  return chargesOf(world, booking)[0] ?? expect.fail("no charge");
}
const now = ({ id }: LaterRow) => getCharge(orm(), id);
const notices = ({ id }: LaterRow) =>
  orm()
    .select()
    .from(outbox)
    .all()
    .filter(({ kind, cause }) => kind === "mail.charge-notice" && cause.includes(id)).length;
const hold = ({ id }: LaterRow) => world.db.write((tx) => holdCharge(tx, world.deed(STAFF), id, "wait"));
const release = ({ id }: LaterRow) =>
  world.db.write((tx) => releaseCharge(tx, world.deed(STAFF), world.settings(), id));

it("a charge that stands after a question, while the office holds it, is told of when it is let go", async () => {
  const charge = await overweight();
  await tell(world, charge);
  await world.db.write((tx) => void questionCharge(tx, world.deed(), charge.id, "Why?"));
  await hold(charge);
  const answered = await world.db.write((tx) =>
    answerQuestion(tx, world.deed(STAFF), world.settings(), charge.id, "It was heavy.", { outcome: "upheld" }),
  );
  expect([answered.ok, notices(charge)]).toEqual([true, 1]);
  expect(now(charge)).toMatchObject({ state: "noticed", due_at: null, noticed_at: null, held_why: "wait" });
  world.clock.at = plus(world.clock.at, 30 * DAY);
  expect(await fallDue(world, charge)).toEqual({ ok: false, code: "not_now" });
  await release(charge);
  expect(await fallDue(world, charge)).toEqual({ ok: false, code: "too_early" });
  expect([notices(charge), now(charge).notices]).toEqual([2, 2]);
  await tell(world, now(charge));
  expect(now(charge).due_at).not.toBeNull();
});

it("one that was stopped before its notice left has it anew when it is let go; one that was told of is not told twice", async () => {
  const charge = await overweight();
  await hold(charge);
  await release(charge);
  expect([notices(charge), now(charge).notices]).toEqual([2, 2]);
  await tell(world, now(charge));
  const { due_at } = now(charge);
  await hold(charge);
  await release(charge);
  expect([notices(charge), now(charge).due_at]).toEqual([2, due_at]);
});

it("the card asked once more closes the page on which it is paid; where that is refused the page stays open", async () => {
  const charge = await due(world, await overweight());
  const { settings } = world;
  const page = () => findOpenBalance(orm(), charge.booking_id)?.state ?? null;
  const again = () =>
    world.db.write((tx) => chargeNow(tx, world.deed(STAFF), { settings: settings(), website: "x" }, charge.id));
  const answered = (status: "authenticate" | "declined") => {
    const [attempt] = orm().select().from(chargeAttempts).all();
    if (!attempt) throw new Error("no try");
    const { id: attemptId, amount } = attempt;
    const facts = { intentId: "pi_1", status, amount, currency: "usd", attemptId, declineCode: null, message: null };
    return world.db.write((tx) => applyCardCharge(tx, world.deed(), facts));
  };
  await answered("authenticate");
  const open = () => listUnpaid(orm(), charge.booking_id).reduce((sum, one) => sum + one.open, 0);
  await world.db.write((tx) =>
    openBalanceCheckout(
      tx,
      world.deed(),
      settings(),
      charge.booking_id,
      { shown: open(), isOwner: true },
      { success: () => "", cancel: "" },
    ),
  );
  expect([await again(), page()]).toEqual([{ ok: false, code: "not_now" }, "priced"]);
  orm().run("update charges set state = 'failed' where state = 'requires_action'");
  expect([await again(), page()]).toEqual([{ ok: true }, null]);
});
