import { crmPaths } from "~/crm-paths";
import { LIMITS } from "~/domain/booking/draft/fields";
import { SETTING_TEXTS } from "~/domain/settings/schema";
import { driverPaths } from "~/driver-paths";
import { paths } from "~/paths";
import { pagePath } from "~/remix/addresses";

/** What a body may have at most; the front asks before the first byte of it is read. */
export interface BodyLimit {
  bytes: number;
  /** Of a form; a body of another kind has none. */
  fields: number | null;
}

const KB = 1024;
/** The largest of our forms has about thirty fields. */
export const MOST_FIELDS = 200;
/** Every waste type has a value of its own; no other name is sent as often. */
export const MOST_VALUES = 30;

const FORM: BodyLimit = { bytes: 64 * KB, fields: MOST_FIELDS };
/** A picture is base64 (four characters for three bytes), of which a form escapes some: a tenth more is ample. */
const SIGNED: BodyLimit = { ...FORM, bytes: FORM.bytes + Math.ceil(LIMITS.signatureImage * (4 / 3) * 1.1) };
/** What a form makes of one character, at most: three bytes, each escaped as three. */
const ESCAPED = 9;
/**
 * The office's notes, in whatever script: ten thousand Chinese characters are 90 KB of a form. Half as much again gets to
 * the field's own words, which keep it whole, instead of to a page that does not have it any more.
 */
const NOTED: BodyLimit = { ...FORM, bytes: FORM.bytes + Math.ceil(LIMITS.note * 1.5) * ESCAPED };
/** The records that take one; their other pages take short texts only. */
const NOTED_AT = [crmPaths.booking("DMP-"), crmPaths.customer("cus_"), crmPaths.dispute("dsp_")];
/**
 * A form of settings in whatever script: the texts of the largest one (the website's) half as long again, and once more
 * as the form was made of them.
 */
const SET_UP_TEXT = SETTING_TEXTS.photographs + SETTING_TEXTS.reviews;
const SET_UP: BodyLimit = { ...FORM, bytes: FORM.bytes + Math.ceil(SET_UP_TEXT * 2.5) * ESCAPED };
const SET_UP_AT = [crmPaths.tab("settings"), crmPaths.tab("pricing")];
/** Ten times what the longest order needs as JSON. */
const CALL: BodyLimit = { bytes: 32 * KB, fields: null };
/** Fifty steps of a driver's journal, each with the longest note. */
const JOURNAL: BodyLimit = { bytes: 64 * KB, fields: null };
/** The card company names no limit; its events have a few KB. What is refused here the reconciler fetches. */
const WEBHOOK: BodyLimit = { bytes: 256 * KB, fields: null };

/**
 * The limits of a body by the address that it is sent to (architecture.md, "Cost of input"). An odd spelling gets the
 * form's.
 */
export function bodyLimit(pathname: string): BodyLimit {
  const path = pagePath(pathname);
  if (path.startsWith("/functions/")) return CALL;
  if (path.startsWith("/webhooks/")) return WEBHOOK;
  if (path === driverPaths.journal || path.startsWith(`${driverPaths.journal}/`)) return JOURNAL;
  if (NOTED_AT.some((begin) => path.startsWith(begin) && !path.includes("/", begin.length))) return NOTED;
  if (SET_UP_AT.some((tab) => path.startsWith(`${tab}/`))) return SET_UP;
  return path === paths.book.agreement() || path.startsWith(paths.signAgreement("")) ? SIGNED : FORM;
}
