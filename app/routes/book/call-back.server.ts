import { z } from "zod";
import { LIMITS, personName, phone } from "~/domain/booking/draft/fields";
import { draftNeedsConsultation } from "~/domain/booking/draft/data";
import { tidyEmail, oneLine, manyLines } from "~/domain/booking/draft/fields-text";
import { lineSummary } from "~/domain/booking/order/order.server";
import { hasSameLead, keepLead } from "~/domain/leads/leads.server";
import { phoneColumns } from "~/domain/kernel/phone";
import { plus } from "~/domain/kernel/time.server";
import { enqueue } from "~/domain/outbox/outbox.server";
import { cleanZip } from "~/domain/service-area/rules";
import type { Scope } from "~/http/context.server";
import { CUSTOMER, type OpenDraft } from "~/http/access/draft.server";
import { parseForm, refuse, type Problem } from "~/http/answers/forms.server";
import { mayCause } from "~/http/limits/limits.server";
import type { CallbackView } from "~/ui/booking/views";

const callBackSchema = z.object({
  name: personName("your name", 1, 120, "Enter your name."),
  phone,
  email: z.unknown().transform((value, ctx) =>
    oneLine(value) === ""
      ? ""
      : (tidyEmail(value) ??
        (ctx.addIssue({
          code: "custom",
          message: "Enter an email address like name@example.com, or leave it empty.",
        }),
        z.NEVER)),
  ),
  zip: z.unknown().transform((value) => cleanZip(String(value ?? "")) ?? ""),
  message: z.preprocess(
    manyLines,
    z.string().max(LIMITS.message, "Shorten your message to 2,000 characters or fewer."),
  ),
});

const DOUBLE_CLICK_MS = 60_000;
const REASONS = ["consultation", "outside_area", "minimum_order", "large_order", "call_back"] as const;

function reasonOf(open: OpenDraft | null, search: URLSearchParams): CallbackView["reason"] {
  if (open && draftNeedsConsultation(open.draft.data)) return "consultation";
  return REASONS.find((reason) => reason === search.get("why")) ?? "call_back";
}

export function callbackView(open: OpenDraft | null, search: URLSearchParams): CallbackView {
  const data = open?.draft.data;
  const contact = data?.contactInfo;
  return {
    reason: reasonOf(open, search),
    summary: open
      ? [
          ...open.order.lines.map(lineSummary),
          data?.zip ? `ZIP ${data.zip}` : "",
          data?.deliveryDate ? `Wanted on ${data.deliveryDate}` : "",
        ].filter(Boolean)
      : [],
    values: {
      name: [contact?.firstName, contact?.lastName].filter(Boolean).join(" "),
      phone: contact?.phone ?? "",
      email: contact?.email ?? "",
      zip: data?.zip || (cleanZip(search.get("zip") ?? "") ?? ""),
      message: "",
    },
  };
}

/** Makes a lead with everything typed so far; the office is told by mail. A double click makes one lead. */
export async function requestCallBack(
  scope: Scope,
  form: FormData,
  open: OpenDraft | null,
  search: URLSearchParams,
): Promise<{ ok: true; sent: { name: string; phone: string } } | { ok: false; problem: Problem; status: number }> {
  const parsed = parseForm(form, callBackSchema);
  if (!parsed.ok) return { ok: false, problem: parsed, status: 400 };
  const allowed = await mayCause(scope, "lead", { target: phoneColumns(parsed.value.phone).phone });
  if (!allowed.ok)
    return {
      ok: false,
      problem: refuse(parsed.values, {
        "": "There were too many requests from your connection or for this number. Please call us instead.",
      }),
      status: 429,
    };
  const { services } = scope;
  const { name, phone, email, zip, message } = parsed.value;
  const kind = reasonOf(open, search);
  await services.db.write((tx) => {
    const deed = scope.deed(CUSTOMER);
    if (hasSameLead(tx, { kind, phone, message }, plus(deed.now, -DOUBLE_CLICK_MS))) return;
    const lead = keepLead(tx, deed, {
      kind,
      name,
      phone,
      email,
      zip,
      message,
      draftId: open?.draft.id ?? null,
      data: { ...(open?.draft.data ?? {}) },
    });
    enqueue(tx, { kind: "mail.lead", cause: `mail.lead:${lead.id}`, payload: { leadId: lead.id } });
  });
  return { ok: true, sent: { name, phone } };
}
