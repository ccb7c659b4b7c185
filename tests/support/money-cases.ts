import { expect } from "vitest";
import { disputes } from "#db/schema/index";
import { askToAnswer } from "~/domain/payments/disputes.server";
import { recordReceipt } from "~/domain/payments/receipts.server";
import { STAFF, type TestWorld } from "./domain";
import { disputed, onAccount } from "./money";

/** Work about money after the payment, for the table of every kind (services/work/every-kind.test.ts). */
export const moneyCases = (world: () => TestWorld, mailed: () => unknown) => ({
  "stripe.dispute-answer": {
    cause: async () => {
      const { id } = await disputed(world());
      await world().db.write((tx) => askToAnswer(tx, world().deed(STAFF), id, "We delivered on the day."));
    },
    effect: () => world().db.orm.select().from(disputes).get()?.stripe_file_id,
    is: "file_1",
  },
  "mail.payment-received": {
    cause: async () => {
      const { customer_id, total_amount } = await onAccount(world());
      const receipt = { method: "check", amount: total_amount, reference: "1042", deposit_batch: null } as const;
      const seen = { seen: total_amount };
      await world().db.write((tx) => recordReceipt(tx, world().deed(STAFF), customer_id, receipt, seen));
    },
    effect: mailed,
    is: expect.arrayContaining(["ada@example.com: Receipt for $409.32: booking DMP"]) as unknown,
  },
});
