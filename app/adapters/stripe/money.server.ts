import type Stripe from "stripe";
import type { DisputeFacts } from "~/domain/payments/money-port";
import type { StripeMoneyPort } from "~/domain/payments/ports";
import { answered } from "./answers.server";
import { eventFacts } from "./facts";
import { disputeFacts, transactionFacts } from "./money-facts";

const MONEY_EVENTS = [
  "refund.created",
  "refund.updated",
  "refund.failed",
  "charge.dispute.created",
  "charge.dispute.updated",
  "charge.dispute.closed",
  "charge.dispute.funds_withdrawn",
  "charge.dispute.funds_reinstated",
  "payout.created",
  "payout.updated",
  "payout.paid",
  "payout.failed",
  "payout.canceled",
];
const MOST = 10_000;
const MOST_DISPUTES = 2_000;
/** Larger than other answers: the evidence has some megabytes. */
const UPLOAD_TIMEOUT_MS = 20_000;

/** What is asked after a payment: disputes with their evidence, the balance, what webhooks missed. */
export function createMoneyAdapter(stripe: Stripe): StripeMoneyPort {
  return {
    listMoneyEvents: (since) =>
      answered(async () => {
        const events = await stripe.events
          .list({ types: MONEY_EVENTS, created: { gte: since }, limit: 100 })
          .autoPagingToArray({ limit: MOST });
        return events.map(eventFacts);
      }),

    getDispute: (id) => answered(async () => disputeFacts(await stripe.disputes.retrieve(id))),

    findDisputes: (wanted) =>
      answered(async () => {
        const found: DisputeFacts[] = [];
        let seen = 0;
        // The SDK asks for page after page (`has_more`, `starting_after`), and for none that nobody reads.
        for await (const dispute of stripe.disputes.list({ limit: 100 })) {
          if (wanted.has(dispute.id)) found.push(disputeFacts(dispute));
          if (found.length === wanted.size || ++seen === MOST_DISPUTES) break;
        }
        return found;
      }),

    answerDispute: (answer) =>
      answered(async () => {
        const file = await stripe.files.create(
          {
            purpose: "dispute_evidence",
            file: {
              name: answer.pdf.name,
              type: "application/pdf",
              data: answer.pdf.content,
            },
          },
          { idempotencyKey: `${answer.idempotencyKey}:file`, timeout: UPLOAD_TIMEOUT_MS },
        );
        const dispute = await stripe.disputes.update(
          answer.disputeId,
          {
            submit: true,
            evidence: {
              customer_name: answer.customerName,
              customer_email_address: answer.customerEmail,
              ...(answer.customerIp && { customer_purchase_ip: answer.customerIp }),
              billing_address: answer.billingAddress,
              product_description: answer.product,
              ...(answer.serviceDate && { service_date: answer.serviceDate }),
              uncategorized_text: answer.text,
              uncategorized_file: file.id,
            },
          },
          { idempotencyKey: `${answer.idempotencyKey}:answer` },
        );
        return { facts: disputeFacts(dispute), fileId: file.id };
      }),

    acceptDispute: (id) => answered(async () => disputeFacts(await stripe.disputes.close(id))),

    listTransactions: (since) =>
      answered(async () => {
        const moved = await stripe.balanceTransactions
          .list({ created: { gte: since }, limit: 100, expand: ["data.source"] })
          .autoPagingToArray({ limit: MOST });
        return moved.map(transactionFacts);
      }),

    readBalance: () =>
      answered(async () => {
        const balance = await stripe.balance.retrieve();
        return [...balance.available, ...balance.pending]
          .filter(({ currency }) => currency === "usd")
          .reduce((sum, { amount }) => sum + amount, 0);
      }),
  };
}
