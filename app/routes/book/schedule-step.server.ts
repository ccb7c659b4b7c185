import { EMPTY_DRAFT, readDraftData, type DraftData } from "~/domain/booking/draft/data";
import { scheduleSchema } from "~/domain/booking/draft/fields";
import { startDraft, unsavedDraft } from "~/domain/booking/draft/drafts.server";
import { findUnserved } from "~/domain/booking/order/schedule-check.server";
import { data } from "@remix-run/node";
import type { Scope } from "~/http/context.server";
import { readOpenDraft, redirectWithDraft } from "~/http/access/draft.server";
import { aboutTyped, refuse, sentValues, typedValues, type Problem } from "~/http/answers/forms.server";
import { mayCause, waitWords } from "~/http/limits/limits.server";
import { paths } from "~/paths";
import type { ScheduleView } from "~/ui/booking/views";
import { scheduleView } from "./booking-views.server";
import { TOO_MANY_DRAFTS } from "./project-step.server";

/** What the page's error boundary shows instead of an error: the form as it was sent. */
export interface TypedAgain {
  typedAgain: { view: ScheduleView; problem: Problem };
}

const CONTACT = ["firstName", "lastName", "phone", "email"] as const;
/** Fields that a visitor can empty; the others always have a value or are ticked. */
const CAN_BE_EMPTY: readonly string[] = ["zip", "address", "city", "deliveryDate", ...CONTACT];

/**
 * The typed fields of /book/schedule that are right by themselves, kept in the draft also when another one is not. A
 * field that was emptied is kept empty: its old text must not come back by itself.
 */
export function keepWhatFits(before: DraftData, form: FormData): DraftData {
  const typed = sentValues(form);
  const kept: Record<string, unknown> = { ...before };
  const contactInfo: Record<string, unknown> = { ...before.contactInfo };
  for (const [name, schema] of Object.entries(scheduleSchema.shape)) {
    const parsed = schema.safeParse(typed[name]);
    const emptied = typed[name] === "" && CAN_BE_EMPTY.includes(name);
    if (!parsed.success && !emptied) continue;
    const value = parsed.success ? parsed.data : "";
    if ((CONTACT as readonly string[]).includes(name)) contactInfo[name] = value;
    else kept[name] = value;
  }
  return readDraftData({ ...kept, contactInfo });
}

/** The same with the address that stood there before: each change ends links, and there were too many. */
export function keepFormerEmail(before: DraftData, kept: DraftData): DraftData {
  return { ...kept, contactInfo: { ...kept.contactInfo, email: before.contactInfo.email } };
}

/** Beside the field then. */
export function emailStays(former: string, retryAfter: number): string {
  return `This email address was changed too often in a short time, so ${former} stays for now; everything else is kept. Type that address to go on, or change it again in ${waitWords(retryAfter)}.`;
}

/**
 * A form of /book/schedule that arrived for a draft that is gone or not this browser's (cookies were cleared): what was
 * typed becomes a new draft, and the visitor goes on from its first step. At the cap of new drafts it throws the same
 * page with everything typed, to be sent again (TypedAgain): the page's own loader would lead away from it.
 */
export async function rescueTyped(scope: Scope, request: Request, form: FormData): Promise<Response> {
  const { services } = scope;
  const typed = keepWhatFits(EMPTY_DRAFT, form);
  if (!(await mayCause(scope, "draft", {})).ok) {
    const view = scheduleView(services, readOpenDraft(scope, unsavedDraft(typed, services.clock.now())), null);
    throw data<TypedAgain>(
      { typedAgain: { view, problem: refuse(typedValues(form), { "": TOO_MANY_DRAFTS }) } },
      { status: 429, headers: { "Cache-Control": "no-store" } },
    );
  }
  const draft = await startDraft(services.db, typed, services.clock.now(), services.settings().draftDays);
  return redirectWithDraft(scope, request, draft.id, `${paths.book.project(draft.id)}&notice=rescued`);
}

/**
 * What a form that is not finished says wrong, in the order of its fields: what does not fit the fields, and in the
 * same round a ZIP and a day that cannot be served, so that nobody fills in the rest to hear it then. Who stays on the
 * page may have left fields empty, except the address that the link goes to. Null when nothing is wrong.
 */
export function findWrong(
  scope: Scope,
  draftId: string,
  kept: DraftData,
  refused: Problem,
  how: "stays" | "mails" | "goes on",
): Problem | null {
  const { services } = scope;
  const unserved =
    how === "mails" ? {} : findUnserved(services.db.orm, services.settings(), kept, services.clock.now());
  const ill = how === "goes on" ? refused.fields : aboutTyped(refused).fields;
  const wrong: Record<string, string | undefined> = {
    ...unserved,
    ...ill,
    ...(how === "mails" ? { email: refused.fields.email } : {}),
  };
  const fields = Object.fromEntries(
    ["", ...Object.keys(scheduleSchema.shape)].flatMap((name) => (wrong[name] ? [[name, wrong[name]]] : [])),
  );
  if (Object.keys(fields).length === 0) return null;
  const outside = unserved.zip !== undefined && ill.zip === undefined;
  return { ...refused, fields, ...(outside ? { callBack: `${paths.book.callback(draftId)}&why=outside_area` } : {}) };
}
