import { and, eq, lt, isNull, sql } from "drizzle-orm";
import { prepared, type Db, type Orm, type Tx } from "#db/client.server";
import { bookingDrafts } from "#db/schema/index";
import { deleteSome, inSlices, type Slices } from "#db/slices.server";
import type { Deed } from "../../kernel/deed";
import { newCapability, newId, type Id } from "../../kernel/ids.server";
import { OUR_LANGUAGE, type Language } from "../../kernel/language";
import { DAY, plus, type Instant } from "../../kernel/time.server";
import { renewAccess, renewDraft } from "../../access/access.server";
import { STORED_DRAFT, type DraftData } from "./data";
import { partsOf, saidOnSave, type OfficeContact } from "./office-contact";
import { wasLinkMailed } from "./resume-mail.server";
import { recordWrites } from "./writes.server";

export interface Draft {
  id: Id<"draft">;
  data: DraftData;
  resumeKey: string;
  bookingId: Id<"booking"> | null;
  stepsDone: string[];
  preparedBy: Id<"account"> | null;
  officeContact: OfficeContact | null;
  language: Language;
  /** What a cookie that may open it carries. */
  accessVersion: number;
  /** Of a prepared one: goes up with each save that changed something. */
  version: number;
  expiresAt: Instant;
}

/** An expired draft can still be woken for this long; then it is deleted. The privacy policy says so. */
export const KEEP_EXPIRED_DAYS = 90;

/** Starts a draft; it lives for `days` after its last change. */
export function startDraft(db: Db, data: DraftData, now: Instant, days: number, steps: string[] = []): Promise<Draft> {
  return db.write((tx) => insertDraft(tx, data, now, days, steps));
}

/** The same in the caller’s transaction; `preparedBy` is whoever of the office writes it for a caller. */
export function insertDraft(
  tx: Tx,
  data: DraftData,
  now: Instant,
  days: number,
  steps: string[],
  preparedBy: Id<"account"> | null = null,
  language: Language = OUR_LANGUAGE,
): Draft {
  const row = tx
    .insert(bookingDrafts)
    .values({
      id: newId("draft"),
      data,
      resume_key: newCapability(),
      steps_done: steps,
      prepared_by: preparedBy,
      office_contact: preparedBy && partsOf(data.contactInfo),
      language,
      created_at: now,
      updated_at: now,
      expires_at: plus(now, days * DAY),
    })
    .returning()
    .get();
  return fromRow(row);
}

/** A draft that stands in no table: for a page that shows what was typed and keeps nothing. */
export function unsavedDraft(data: DraftData, now: Instant): Draft {
  return {
    id: "" as Id<"draft">,
    data,
    resumeKey: "",
    bookingId: null,
    stepsDone: [],
    preparedBy: null,
    officeContact: null,
    language: OUR_LANGUAGE,
    accessVersion: 0,
    version: 1,
    expiresAt: now,
  };
}

const draftById = prepared((orm) =>
  orm
    .select()
    .from(bookingDrafts)
    .where(eq(bookingDrafts.id, sql.placeholder("id")))
    .prepare(),
);

/** A draft by its id; null when there is none. Expired ones are returned: the caller shows their page. */
export function findDraft(orm: Orm, id: string): Draft | null {
  const row = draftById(orm).get({ id });
  return row ? fromRow(row) : null;
}

/** The draft of a resume link, also an expired one; null for a key that was never given out, or has ended. */
export function findDraftByResumeKey(orm: Orm, key: string): Draft | null {
  const row = orm.select().from(bookingDrafts).where(eq(bookingDrafts.resume_key, key)).get();
  return row ? fromRow(row) : null;
}

/** What is not given stays as it is. */
const keep = prepared((orm) =>
  orm
    .update(bookingDrafts)
    .set({
      data: sql`coalesce(${sql.placeholder("data")}, ${bookingDrafts.data})`,
      steps_done: sql`coalesce(${sql.placeholder("steps")}, ${bookingDrafts.steps_done})`,
      booking_id: sql`coalesce(${sql.placeholder("booking")}, ${bookingDrafts.booking_id})`,
      office_contact: sql`coalesce(${sql.placeholder("said")}, ${bookingDrafts.office_contact})`,
      updated_at: sql`${sql.placeholder("now")}`,
      expires_at: sql`${sql.placeholder("expires")}`,
    })
    .where(eq(bookingDrafts.id, sql.placeholder("id")))
    .prepare(),
);

/**
 * Keeps what was typed; a save also wakes an expired draft, so that nothing typed is ever lost. With another email
 * address in it than before, everything that could open the draft so far ends: links may have gone to the former one.
 * It is an event only where they may have (`endsLinks`), so that typing alone makes no rows. Of a prepared draft each
 * field keeps who wrote it last, and whom the office said it is for stands beside what its caller writes.
 */
export function saveDraft(
  tx: Tx,
  deed: Deed,
  id: Id<"draft">,
  change: { data?: DraftData; stepsDone?: string[]; bookingId?: Id<"booking"> },
  days: number,
): void {
  const { stepsDone, bookingId } = change;
  const before = change.data ? findDraft(tx, id) : null;
  const data = before && change.data ? withGateOfPlace(deed, before.data, change.data) : change.data;
  const said = before?.preparedBy && data && isOffice(deed) ? saidInstead(before, data) : null;
  keep(tx).run({
    id,
    data: data ? STORED_DRAFT.write(data) : null,
    steps: stepsDone ? JSON.stringify(stepsDone) : null,
    booking: bookingId ?? null,
    said: said && JSON.stringify(said),
    now: deed.now,
    expires: plus(deed.now, days * DAY),
  });
  if (before?.preparedBy && data) recordWrites(tx, deed, before, data);
  if (!before || !data || !isOtherEmail(before, data)) return;
  if (endsLinks(tx, before, data))
    renewAccess(tx, deed, { draftId: id, bookingId: before.bookingId }, "other_email_typed");
  else renewDraft(tx, id);
}

/** Lets a draft live for `days` more, also an expired one; prices and days are checked again at its next step. */
export function wakeDraft(tx: Tx, deed: Deed, id: Id<"draft">, days: number): void {
  saveDraft(tx, deed, id, {}, days);
}

/** The code of a gate that the order's owner does not see goes nowhere else: at another place the driver would have it of this one. */
function withGateOfPlace({ by }: Pick<Deed, "by">, before: DraftData, now: DraftData): DraftData {
  const isOffices = isOffice({ by }) || now.gateCode !== before.gateCode;
  const isSamePlace = before.address === now.address && before.zip === now.zip;
  return isOffices || isSamePlace ? now : { ...now, gateCode: "" };
}

const isOffice = ({ by }: Pick<Deed, "by">) => by.kind === "staff" || by.kind === "admin";

/** Whom the office has said that a prepared order is for once it saves `data`. */
export function saidInstead(
  before: Pick<Draft, "officeContact" | "data">,
  data: Pick<DraftData, "contactInfo">,
): OfficeContact {
  return saidOnSave(before.officeContact, before.data.contactInfo, data.contactInfo);
}

function isOtherEmail({ data: before }: Pick<Draft, "data">, now: DraftData): boolean {
  const former = before.contactInfo.email.toLowerCase();
  return former !== "" && former !== now.contactInfo.email.toLowerCase();
}

/**
 * Whether keeping this data ends links that may have gone to the draft's former email address: its resume link was
 * asked for by mail, or it has a booking, whose mails and papers carry others.
 */
export function endsLinks(orm: Orm, before: Pick<Draft, "id" | "data" | "bookingId">, now: DraftData): boolean {
  return isOtherEmail(before, now) && (before.bookingId !== null || wasLinkMailed(orm, before.id));
}

/** Whether a draft shows its page of the past instead of its steps. One that was signed never does: its booking ends. */
export function isExpired(draft: Draft, now: Instant): boolean {
  return draft.bookingId === null && now >= draft.expiresAt;
}

/** Forgets drafts that never became a booking, KEEP_EXPIRED_DAYS after they expired, in slices. */
export function forgetOldDrafts(db: Db, now: Instant): Promise<Slices> {
  const before = plus(now, -KEEP_EXPIRED_DAYS * DAY);
  return inSlices(db, (tx, most) =>
    deleteSome(tx, bookingDrafts, and(lt(bookingDrafts.expires_at, before), isNull(bookingDrafts.booking_id)), most),
  );
}

function fromRow(row: typeof bookingDrafts.$inferSelect): Draft {
  return {
    id: row.id,
    data: row.data,
    resumeKey: row.resume_key,
    bookingId: row.booking_id,
    stepsDone: row.steps_done,
    preparedBy: row.prepared_by,
    officeContact: row.office_contact,
    language: row.language,
    accessVersion: row.access_version,
    version: row.version,
    expiresAt: row.expires_at,
  };
}
