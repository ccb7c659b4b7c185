import type { LoaderFunctionArgs } from "@remix-run/node";
import { findDispute } from "~/domain/payments/disputes-read.server";
import { requireCrm } from "~/http/access/guards.server";
import { privateHeaders } from "~/http/answers/private-page.server";
import { enter } from "~/http/context.server";
import { printEvidence } from "~/services/payments/dispute-evidence.server";

/** The evidence as one PDF: what was sent, or else what would be sent now. */
export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  await requireCrm(scope, args.request);
  const { services } = scope;
  const dispute = findDispute(services.db.orm, { id: args.params["id"] ?? "" });
  if (!dispute) throw new Response("There is no such dispute.", { status: 404 });
  const pdf =
    dispute.sent_at === null
      ? await printEvidence(services, dispute)
      : await services.files.read(dispute.file_path ?? "evidence/none.pdf");
  if (!pdf) throw new Response("The file that was sent is missing from the disk.", { status: 410 });
  return new Response(new Uint8Array(pdf), {
    headers: {
      ...privateHeaders(),
      "Content-Type": "application/pdf",
      "Content-Disposition": `inline; filename="evidence-${dispute.stripe_dispute_id}.pdf"`,
    },
  });
}
