import { evidenceHtml, type EvidencePhoto } from "~/domain/documents/evidence-html";
import type { Deed } from "~/domain/kernel/deed";
import { sha256 } from "~/domain/kernel/ids.server";
import { dayAt } from "~/domain/kernel/time.server";
import type { Task } from "~/domain/outbox/outbox.server";
import { applyDisputeFacts, keepAnswer, keepEvidence } from "~/domain/payments/disputes.server";
import { findDispute, type Dispute } from "~/domain/payments/disputes-read.server";
import { answerFacts, listEvidencePhotos, readEvidence } from "~/domain/records/evidence.server";
import type { Services } from "~/services.server";
import { once } from "../documents/documents.server";
import type { Effect } from "../messages/send.server";
import { website } from "./checkout.server";

type Packing = Pick<Services, "config" | "db" | "files" | "pdf" | "settings">;

/** What the PDF's browser takes is a million characters; the agreement and the messages have room beside the pictures. */
const MOST_PICTURE_CHARACTERS = 600_000;
/** Stripe's documented limit for evidence files is 5 MB. */
const LARGEST_PDF = 4_900_000;

class EvidenceTooLarge extends Error {
  override name = "EvidenceTooLarge";
}

/**
 * What we know of a disputed payment as one PDF (domain.md, 4.30). Made anew each time, because messages and tickets may
 * have come since; nothing is kept. Throws when the PDF browser fails.
 */
export function printEvidence(services: Packing, dispute: Dispute): Promise<Buffer> {
  return once(`evidence ${dispute.id}`, async () => {
    const view = readEvidence(services.db.orm, services.settings(), dispute, website(services));
    const photos = await readPhotos(services, dispute);
    return services.pdf.render(evidenceHtml({ ...view, photos }), {
      title: `Evidence for ${view.bookingNumber}`,
      mustContain: view.bookingNumber,
    });
  });
}

/** The same, kept on the disk by its content, as it is about to be sent. */
async function packEvidence(services: Packing, dispute: Dispute): Promise<Buffer> {
  const pdf = await printEvidence(services, dispute);
  if (pdf.length > LARGEST_PDF) throw new EvidenceTooLarge(`the evidence has ${pdf.length} bytes`);
  const hash = sha256(pdf);
  const path = `evidence/${dispute.id}-${hash.slice(0, 12)}.pdf`;
  await services.files.write(path, pdf);
  await services.db.write((tx) => keepEvidence(tx, dispute, { path, sha256: hash, bytes: pdf.length }));
  return pdf;
}

/** As many as there is room for, what shows the delivery first; the small ones, which a printed page shows whole. */
async function readPhotos({ db, files }: Packing, dispute: Dispute): Promise<EvidencePhoto[]> {
  const read: EvidencePhoto[] = [];
  let room = MOST_PICTURE_CHARACTERS;
  for (const { photo, caption } of listEvidencePhotos(db.orm, dispute)) {
    const jpeg = (await files.read(photo.small_path))?.toString("base64");
    if (!jpeg || jpeg.length > room) continue;
    room -= jpeg.length;
    read.push({ caption, jpeg });
  }
  return read;
}

/**
 * Packs the evidence and sends it to the card company, once for each asking: its answer is found again by the same key.
 * What the card company refuses is told to the office, who may ask once more.
 */
export async function answerDispute(
  services: Packing & Pick<Services, "log" | "stripe">,
  deed: Deed,
  work: Task<"stripe.dispute-answer">,
): Promise<Effect | void> {
  const dispute = findDispute(services.db.orm, { id: work.payload.disputeId });
  if (!dispute || dispute.sent_at !== null || dispute.asked_at !== work.payload.askedAt) return;
  // After a try whose answer was lost the bank may have it: it takes one answer only.
  if (work.attempts > 1) {
    const now = await services.stripe.getDispute(dispute.stripe_dispute_id);
    if (!now.ok && now.code === "unreachable") throw new Error(now.message);
    if (now.ok && now.value.state !== dispute.state)
      return (tx) => {
        keepAnswer(tx, deed, dispute, { facts: now.value, fileId: dispute.stripe_file_id ?? "" });
      };
  }
  let pdf: Buffer;
  try {
    pdf = await packEvidence(services, dispute);
  } catch (error) {
    if (!(error instanceof EvidenceTooLarge)) throw error;
    return (tx) => keepAnswer(tx, deed, dispute, { refused: error.message });
  }
  const { deliveredAt, ...facts } = answerFacts(services.db.orm, dispute);
  const answer = await services.stripe.answerDispute({
    ...facts,
    disputeId: dispute.stripe_dispute_id,
    pdf: { name: `evidence-${dispute.stripe_dispute_id}.pdf`, content: pdf },
    serviceDate: deliveredAt === null ? "" : dayAt(deliveredAt),
    text: dispute.said ?? "",
    // A PDF that is made anew differs by its date: another try is another request.
    idempotencyKey: `${work.id}:${work.attempts}`,
  });
  if (!answer.ok && answer.code === "unreachable") throw new Error(answer.message);
  if (!answer.ok) {
    const { message } = answer;
    services.log.error({
      module: "payments",
      action: "answer_dispute",
      booking_id: dispute.booking_id,
      error_message: message,
    });
    return (tx) => keepAnswer(tx, deed, dispute, { refused: message });
  }
  return (tx) => keepAnswer(tx, deed, dispute, answer.value);
}

/** Gives in: the bank keeps the money. "unreachable" when nobody can tell; then nothing has changed here. */
export async function acceptDispute(
  services: Pick<Services, "db" | "stripe">,
  deed: Deed,
  dispute: Dispute,
): Promise<{ ok: true } | { ok: false; code: "unreachable" | "refused"; message: string }> {
  const ended = await services.stripe.acceptDispute(dispute.stripe_dispute_id);
  if (!ended.ok)
    return { ok: false, code: ended.code === "unreachable" ? "unreachable" : "refused", message: ended.message };
  await services.db.write((tx) => applyDisputeFacts(tx, deed, ended.value));
  return { ok: true };
}
