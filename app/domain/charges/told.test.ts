import { describe, expect, it } from "vitest";
import { chargesOf, hauled, look, tell } from "../../../tests/support/charges";
import { changeSetting, STAFF } from "../../../tests/support/domain";
import { setSoundWorld } from "../../../tests/support/sound";
import { HOUR, plus } from "../kernel/time.server";
import { getCharge } from "./charges.server";
import { noteTold } from "./look.server";
import { toldByPhone } from "./office.server";
import { answerQuestion, questionCharge } from "./question.server";

/** The customer's time to question a charge, which begins when they were told. */
const world = setSoundWorld({ fleet: { 20: 3 } });
const orm = () => world.db.orm;

async function noticed() {
  const booking = await hauled(world, 4740);
  await look(world, booking);
  return chargesOf(world, booking)[0]!;
}

describe("the time to question a charge", () => {
  it("is as long as the agreement says that was signed, whatever the settings say now: by mail and by phone", async () => {
    const charge = await noticed();
    await changeSetting(world, "noticeHours", 2);
    const told = await tell(world, charge);
    expect(told.due_at).toBe(plus(world.clock.at, 24 * HOUR));
    await world.db.write((tx) => {
      questionCharge(tx, world.deed(), charge.id, "Why?");
      answerQuestion(tx, world.deed(STAFF), world.settings(), charge.id, "By the ticket.", { outcome: "upheld" });
      toldByPhone(tx, world.deed(STAFF), world.settings(), charge.id);
    });
    expect(getCharge(orm(), charge.id).due_at).toBe(plus(world.clock.at, 24 * HOUR));
  });

  it("does not begin anew by an older notice that leaves late: the office's answer is told first", async () => {
    const charge = await noticed();
    await tell(world, charge);
    await world.db.write((tx) => {
      questionCharge(tx, world.deed(), charge.id, "Why?");
      answerQuestion(tx, world.deed(STAFF), world.settings(), charge.id, "By the ticket.", { outcome: "upheld" });
    });
    world.clock.at = plus(world.clock.at, HOUR);
    await world.db.write((tx) => noteTold(tx, world.deed(), world.settings(), charge.id, charge.notices));
    expect(getCharge(orm(), charge.id)).toMatchObject({ state: "noticed", noticed_at: null, due_at: null });
    expect((await tell(world, charge)).due_at).toBe(plus(world.clock.at, 24 * HOUR));
  });
});
