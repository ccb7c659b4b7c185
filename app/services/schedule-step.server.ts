import { readDraftData, type DraftData } from "~/domain/booking/draft-data";
import { scheduleSchema } from "~/domain/booking/fields";
import { typedValues } from "~/http/forms.server";

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
