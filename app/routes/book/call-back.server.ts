import { z } from "zod";
import { LIMITS, personName, phone } from "~/domain/booking/draft/fields";
import { draftNeedsConsultation } from "~/domain/booking/draft/data";
import { tidyEmail, oneLine, manyLines } from "~/domain/kernel/typed";
import { lineSummary } from "~/domain/booking/order/order.server";
import { withSign } from "~/domain/kernel/text";
import { formatDay, parseDay } from "~/domain/kernel/days";
import { askForCallBack } from "~/domain/leads/leads.server";
import { phoneColumns } from "~/domain/kernel/phone";
import { cleanZip } from "~/domain/service-area/rules";
import { tooLong } from "~/domain/kernel/too-long";
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
  message: z.preprocess(manyLines, z.string().max(LIMITS.message, tooLong("your message", LIMITS.message))),
});

const REASONS = ["consultation", "outside_area", "minimum_order", "large_order", "call_back"] as const;

function reasonOf(open: OpenDraft | null, search: URLSearchParams): CallbackView["reason"] {
  if (open && draftNeedsConsultation(open.draft.data)) return "consultation";
  return REASONS.find((reason) => reason === search.get("why")) ?? "call_back";
}

export function callbackView(open: OpenDraft | null, search: URLSearchParams): CallbackView {
  const data = open?.draft.data;
  const contact = data?.contactInfo;
  const wanted = parseDay(data?.deliveryDate ?? "");
  return {
    reason: reasonOf(open, search),
    summary: open
      ? [
          ...open.order.lines.map((line) => withSign(lineSummary(line))),
          data?.zip ? `ZIP ${data.zip}` : "",
          wanted ? `Wanted on ${formatDay(wanted)}` : "",
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
  const wanted = {
    ...parsed.value,
    kind: reasonOf(open, search),
    draftId: open?.draft.id ?? null,
    data: { ...open?.draft.data },
  };
  await scope.services.db.write((tx) => askForCallBack(tx, scope.deed(CUSTOMER), wanted));
  return { ok: true, sent: { name: wanted.name, phone: wanted.phone } };
}
