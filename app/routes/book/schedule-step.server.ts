import { EMPTY_DRAFT, readDraftData, type DraftData } from "~/domain/booking/draft-data";
import { scheduleSchema } from "~/domain/booking/fields";
import { startDraft } from "~/domain/booking/drafts.server";
import type { Scope } from "~/http/context.server";
import { redirectWithDraft } from "~/http/draft.server";
import { typedValues } from "~/http/forms.server";
import { paths } from "~/paths";

const CONTACT = ["firstName", "lastName", "phone", "email"] as const;

/** The typed fields of /book/schedule that are right by themselves, kept in the draft also when another one is not. */
export function keepWhatFits(before: DraftData, form: FormData): DraftData {
  const typed = typedValues(form);
  const kept: Record<string, unknown> = { ...before };
  const contactInfo: Record<string, unknown> = { ...before.contactInfo };
  for (const [name, schema] of Object.entries(scheduleSchema.shape)) {
    const parsed = schema.safeParse(typed[name]);
    if (!parsed.success) continue;
    if ((CONTACT as readonly string[]).includes(name)) contactInfo[name] = parsed.data;
    else kept[name] = parsed.data;
  }
  return readDraftData({ ...kept, contactInfo });
}

/**
 * A form of /book/schedule that arrived for a draft that is gone or not this browser's (cookies were cleared): what was
 * typed becomes a new draft, and the visitor goes on from its first step.
 */
export async function rescueTyped(scope: Scope, request: Request, form: FormData): Promise<Response> {
  const { services } = scope;
  const draft = await startDraft(services.db, keepWhatFits(EMPTY_DRAFT, form), services.clock.now(), services.settings().draftDays);
  return redirectWithDraft(scope, request, draft.id, `${paths.book.project(draft.id)}&notice=rescued`);
}
