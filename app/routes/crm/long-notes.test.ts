import { expect, it } from "vitest";
import { checkSent } from "~/domain/kernel/sent";
import { ADD_CHARGE_INTENTS } from "./add-charge-intents.server";
import { BILLING_INTENTS } from "./billing-intents.server";
import { CALLS_INTENTS } from "./calls-intents.server";

// A note that is left out when it is too long is lost, and nobody is told.
it.each([
  ["a charge by hand", ADD_CHARGE_INTENTS["add"], { chargeKind: "cleaning", amount: "35", words: "Mud" }, 500],
  ["the proof of a charge", BILLING_INTENTS["proof"], {}, 500],
  ["a call", CALLS_INTENTS["wrap"], { call: "cal_1", reason: "other" }, 300],
] as const)("a note of %s that is too long is said to be, not dropped", (_, intent, rest, most) => {
  const check = (note: string) => checkSent({ ...rest, note }, intent?.schema ?? expect.fail("no such intent"));
  expect(check("n".repeat(most + 1))).toEqual({
    ok: false,
    fields: { note: `Shorten the note to ${most} characters or fewer.` },
  });
  expect(check("n".repeat(most))).toMatchObject({ ok: true, value: { note: "n".repeat(most) } });
});
