import type Stripe from "stripe";
import { DISPUTE_FEE, moveBalance } from "./balance.server";
import { invalid } from "./errors";
import type { Ledger } from "./ledger.server";
import { toMetadata } from "./metadata";
import { newDispute } from "./objects.server";

type Dispute = Stripe.Dispute;
type Evidence = Stripe.Dispute.Evidence;

/** Documented limits: 20,000 characters a field, 150,000 together. */
const LONGEST_FIELD = 20_000;
const LONGEST_TOGETHER = 150_000;
/** Fields of the evidence that name an uploaded file. */
const FILE_FIELDS: ReadonlySet<string> = new Set<string>([
  "cancellation_policy",
  "customer_communication",
  "customer_signature",
  "duplicate_charge_documentation",
  "receipt",
  "refund_policy",
  "service_documentation",
  "shipping_documentation",
  "uncategorized_file",
] satisfies (keyof Evidence)[]);
/** Typed into `uncategorized_text` in test mode, they decide how it ends (docs.stripe.com/testing). */
const VERDICTS: Readonly<Record<string, "dispute_won" | "dispute_lost">> = {
  winning_evidence: "dispute_won",
  losing_evidence: "dispute_lost",
};

const isInquiry = ({ status }: Pick<Dispute, "status">) => status.startsWith("warning_");
const awaitsAnswer = ({ status }: Pick<Dispute, "status">) =>
  status === "needs_response" || status === "warning_needs_response";
const hasEnded = ({ status }: Pick<Dispute, "status">) => ["won", "lost", "warning_closed"].includes(status);

/** The customer's bank speaks up about a charge. An inquiry takes no money. */
export function openDispute(ledger: Ledger, chargeId: string): void {
  const charge = ledger.get("charge", chargeId);
  const said = ledger.hidden("payment_method", charge.payment_method ?? "").card?.disputed;
  // Cards that were kept before had a yes there.
  const kind = said === "product_not_received" || said === "inquiry" ? said : "fraudulent";
  const dispute = ledger.add(newDispute(charge, kind, ledger.today()));
  if (kind === "inquiry") ledger.emit("charge.dispute.created", dispute);
  else withdraw(ledger, dispute, "charge.dispute.created");
}

/** The bank takes the money, and Stripe its fee. The charge counts as disputed for ever, however that ends. */
function withdraw(ledger: Ledger, dispute: Dispute, first: "charge.dispute.created" | "charge.dispute.updated"): void {
  ledger.save({ ...ledger.get("charge", String(dispute.charge)), disputed: true });
  const moved = moveBalance(ledger, {
    type: "adjustment",
    category: "dispute",
    amount: -dispute.amount,
    fee: DISPUTE_FEE,
    source: dispute.id,
    description: `Chargeback withdrawal for ${String(dispute.charge)}`,
  });
  const withdrawn = ledger.save({
    ...dispute,
    is_charge_refundable: false,
    balance_transactions: [...dispute.balance_transactions, moved],
  });
  ledger.emit(first, withdrawn);
  ledger.emit("charge.dispute.funds_withdrawn", withdrawn);
}

/**
 * POST /v1/disputes/:id: keeps evidence and, unless `submit` is false, sends it to the bank, which takes it once.
 * `settleAfter` in milliseconds: how long the bank thinks where the evidence says how it ends.
 */
export function updateDispute(
  ledger: Ledger,
  id: string,
  params: Stripe.DisputeUpdateParams,
  settleAfter: number,
): Dispute {
  const before = ledger.get("dispute", id);
  const metadata = params.metadata === undefined ? before.metadata : toMetadata(params.metadata);
  const { evidence: given } = params;
  if (!given) return emitUpdate(ledger, { ...before, metadata });
  if (!awaitsAnswer(before)) throw invalid("This dispute can no longer be answered: its evidence has been submitted.");
  const evidence = { ...before.evidence, ...checkEvidence(ledger, given) };
  const submits = params.submit ?? true;
  const details = { ...before.evidence_details, has_evidence: true };
  if (submits) details.submission_count++;
  const after = emitUpdate(ledger, {
    ...before,
    metadata,
    evidence,
    evidence_details: details,
    status: !submits ? before.status : isInquiry(before) ? "warning_under_review" : "under_review",
  });
  const verdict = submits ? VERDICTS[evidence.uncategorized_text?.trim() ?? ""] : undefined;
  if (verdict) ledger.later(verdict, id, settleAfter);
  return after;
}

function emitUpdate(ledger: Ledger, dispute: Dispute): Dispute {
  ledger.emit("charge.dispute.updated", ledger.save(dispute));
  return dispute;
}

function checkEvidence(ledger: Ledger, given: Stripe.DisputeUpdateParams.Evidence): Record<string, unknown> {
  let together = 0;
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    if (typeof value !== "string") continue;
    const param = `evidence[${name}]`;
    together += value.length;
    if (value.length > LONGEST_FIELD) throw invalid(`${name} is longer than 20,000 characters.`, param);
    if (FILE_FIELDS.has(name) && value !== "") {
      const file = ledger.get("file", value, param);
      if (file.purpose !== "dispute_evidence") throw invalid("The file’s purpose must be dispute_evidence.", param);
    }
    kept[name] = value === "" ? null : value;
  }
  if (together > LONGEST_TOGETHER) throw invalid("The evidence has more than 150,000 characters.", "evidence");
  return kept;
}

/** POST /v1/disputes/:id/close: we give in. */
export function acceptDispute(ledger: Ledger, id: string): Dispute {
  const dispute = ledger.get("dispute", id);
  if (!awaitsAnswer(dispute)) throw invalid("This dispute is already closed or under review.");
  return endDispute(ledger, id, "lost");
}

/** The bank decides. "Lost" makes a dispute of an inquiry. Nothing for one that has ended. */
export function endDispute(ledger: Ledger, id: string, outcome: "won" | "lost"): Dispute {
  const dispute = ledger.get("dispute", id);
  if (hasEnded(dispute)) return dispute;
  if (isInquiry(dispute)) {
    if (outcome === "lost") withdraw(ledger, { ...dispute, status: "needs_response" }, "charge.dispute.updated");
    else ledger.emit("charge.dispute.closed", ledger.save({ ...dispute, status: "warning_closed" }));
    return ledger.get("dispute", id);
  }
  if (outcome === "lost") {
    const lost = ledger.save({ ...dispute, status: "lost" });
    ledger.emit("charge.dispute.closed", lost);
    return lost;
  }
  const moved = moveBalance(ledger, {
    type: "adjustment",
    category: "dispute_reversal",
    amount: dispute.amount,
    source: id,
    description: `Chargeback reversal for ${String(dispute.charge)}`,
  });
  const won = ledger.save({
    ...dispute,
    status: "won",
    is_charge_refundable: true,
    balance_transactions: [...dispute.balance_transactions, moved],
  });
  ledger.emit("charge.dispute.closed", won);
  ledger.emit("charge.dispute.funds_reinstated", won);
  return won;
}

/**
 * What nobody has answered by its last day is lost, as the bank decides it then; by the sandbox's clock, like the day itself.
 * An inquiry has taken no money, and ends without any.
 */
export function closeUnanswered(ledger: Ledger): void {
  for (const id of unansweredNow(ledger)) {
    const dispute = ledger.get("dispute", id);
    ledger.save({ ...dispute, evidence_details: { ...dispute.evidence_details, past_due: true } });
    endDispute(ledger, id, isInquiry(dispute) ? "won" : "lost");
  }
}

export const hasUnanswered = (ledger: Ledger): boolean => unansweredNow(ledger, 1).length > 0;

function unansweredNow(ledger: Ledger, most = 50): string[] {
  const rows = ledger
    .prepare(
      "SELECT id FROM stripe_objects WHERE kind = 'dispute' AND body ->> '$.status' IN ('needs_response','warning_needs_response') AND body ->> '$.evidence_details.due_by' < ? LIMIT ?",
    )
    .all(ledger.today(), most) as { id: string }[];
  return rows.map(({ id }) => id);
}

/** Whether a bank has the money of a charge, for now or for good: it is then not ours to give back. An inquiry takes none. */
export function isHeldByBank(ledger: Ledger, { id, disputed }: Stripe.Charge): boolean {
  if (!disputed) return false;
  const held = ledger.prepare(
    "SELECT 1 FROM stripe_objects WHERE kind = 'dispute' AND charge = ? AND NOT body ->> '$.is_charge_refundable' LIMIT 1",
  );
  return held.get(id) !== undefined;
}

/** For the sandbox's page: newest first, at most 50. */
export function listDisputes(ledger: Ledger): Dispute[] {
  const rows = ledger
    .prepare("SELECT body FROM stripe_objects WHERE kind = 'dispute' ORDER BY seq DESC LIMIT 50")
    .all() as { body: string }[];
  return rows.map(({ body }) => JSON.parse(body) as Dispute);
}
