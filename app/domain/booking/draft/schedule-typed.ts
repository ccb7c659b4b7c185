/** What the form of `/book/schedule` says, in a draft. Pure; the server's only (its schema weighs). */
import type { Sent } from "../../kernel/sent";
import { readDraftData, type DraftData } from "./data";
import { scheduleSchema, type ScheduleFields } from "./fields";

const CONTACT = ["firstName", "lastName", "phone", "email"] as const;
/** Fields that a visitor can empty; the others always have a value or are ticked. */
const CAN_BE_EMPTY: readonly string[] = ["zip", "address", "city", "deliveryDate", ...CONTACT];

/** The fields of the form, in their order on the page. */
export const SCHEDULE_FIELDS: readonly string[] = Object.keys(scheduleSchema.shape);

/**
 * The typed fields that are right by themselves, kept in the draft also when another one is not. A field that was
 * emptied is kept empty: its old text must not come back by itself.
 */
export function keepWhatFits(before: DraftData, typed: Sent): DraftData {
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

/** The draft with a form that is right in every field. */
export function withSchedule(
  before: DraftData,
  { firstName, lastName, phone, email, ...rest }: ScheduleFields,
): DraftData {
  return { ...before, ...rest, contactInfo: { firstName, lastName, phone, email } };
}
