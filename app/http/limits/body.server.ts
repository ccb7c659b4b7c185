import { LIMITS } from "~/domain/booking/draft/fields";
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
  return path === paths.book.agreement() || path.startsWith(paths.signAgreement("")) ? SIGNED : FORM;
}
