import { and, eq, isNull, sql } from "drizzle-orm";
import { prepared, type Orm, type Tx } from "#db/client.server";
import { grants } from "#db/schema/index";
import { recordEvent } from "../../events/events.server";
import type { RightEnd } from "../../events/happenings";
import { addDays } from "../../kernel/days";
import type { Actor, Deed, StaffActor } from "../../kernel/deed";
import { newId, type Id } from "../../kernel/ids.server";
import { dayAt, instantAt, type Instant } from "../../kernel/time.server";
import { needsConsultation } from "../../pricing/rules";
import type { DraftData } from "./data";
import type { Draft } from "./drafts.server";
import { findOrderExemption } from "./order-exemption.server";
import { covers, factsFor, grantableOrder, NO_RIGHTS, type GrantableOrder, type Right, type Rights } from "./grants";

type OfDraft = { id: Id<"draft">; bookingId: Id<"booking"> | null };
type ForWhom = OfDraft & Pick<Draft, "officeContact">;

const ofDraft = prepared((orm) =>
  orm
    .select()
    .from(grants)
    .where(and(eq(grants.draft_id, sql.placeholder("id")), isNull(grants.ended_at)))
    .prepare(),
);

/** The rights that staff gave for exactly this order and that still hold; none for an order of nobody's draft. */
export function rightsFor(orm: Orm, draftId: Id<"draft"> | null, order: GrantableOrder, now: Instant): Rights {
  const given = draftId === null ? [] : ofDraft(orm).all({ id: draftId });
  return given.length === 0
    ? NO_RIGHTS
    : new Set(given.filter((grant) => covers(grant, order, now)).map(({ right }) => right));
}

/**
 * Gives a right on a prepared order, for its facts as they are now, until `endsAt`. It stays when its giver leaves the
 * team: the company gave its word, by somebody who could. A price takes the place of the one before: a booking has one,
 * and it would be read of the order that was. Throws when the actor is not a person of the office.
 */
export function grant(
  tx: Tx,
  deed: Deed<StaffActor>,
  draft: OfDraft,
  right: Right,
  order: GrantableOrder,
  endsAt: Instant,
): void {
  if (!isOffice(deed.by)) throw new Error(`${deed.by.kind} ${deed.by.label} cannot grant ${right}`);
  if (right === "price") endGrant(tx, deed, draft, "price", "another_price_given");
  tx.insert(grants)
    .values({
      id: newId("grant"),
      draft_id: draft.id,
      right,
      facts: factsFor(right, order),
      granted_by: deed.by.id,
      granted_at: deed.now,
      ends_at: endsAt,
    })
    .run();
  recordEvent(tx, deed, {
    subject: { kind: "draft", id: draft.id },
    bookingId: draft.bookingId,
    action: "right_granted",
    data: { right, ends_at: endsAt },
  });
}

/** The type says so already; this is for what was cast into it. */
function isOffice(by: Actor): boolean {
  return (by.kind === "staff" || by.kind === "admin") && Boolean(by.id);
}

/** Another order was signed: what was given for the former one ends for good. */
export function endOtherGrants(tx: Tx, deed: Deed, draft: OfDraft, order: GrantableOrder): void {
  for (const given of ofDraft(tx).all({ id: draft.id })) {
    if (given.facts === factsFor(given.right, order)) continue;
    tx.update(grants)
      .set({ ended_at: deed.now, end_reason: "other_order_signed" satisfies RightEnd })
      .where(eq(grants.id, given.id))
      .run();
    recordEvent(tx, deed, {
      subject: { kind: "draft", id: draft.id },
      bookingId: draft.bookingId,
      action: "right_ended",
      data: { right: given.right, reason: "other_order_signed" },
    });
  }
}

/** Ends one right for good; nothing where it is not held. */
export function endGrant(
  tx: Tx,
  deed: Deed,
  { id, bookingId }: OfDraft,
  right: Right,
  reason: Exclude<RightEnd, "other_order_signed">,
): void {
  const mine = and(eq(grants.draft_id, id), eq(grants.right, right), isNull(grants.ended_at));
  const { changes } = tx.update(grants).set({ ended_at: deed.now, end_reason: reason }).where(mine).run();
  if (changes === 0) return;
  recordEvent(tx, deed, {
    subject: { kind: "draft", id },
    bookingId,
    action: "right_ended",
    data: { right, reason },
  });
}

/** What staff give by preparing an order: its price, its window, and the talk about its material. */
const GIVEN_BY_PREPARING: readonly Right[] = ["price", "full_window", "consultation"];

/** Gives what a prepared order has beyond anybody's, for what it is now, until its price ends; its exemption longer. */
export function grantPrepared(tx: Tx, deed: Deed<StaffActor>, draft: ForWhom, data: DraftData, until: Instant): void {
  const order = grantableOrder(data);
  const has = rightsFor(tx, draft.id, order, deed.now);
  for (const right of GIVEN_BY_PREPARING)
    if (!has.has(right) && (right !== "consultation" || needsConsultation(order.lines)))
      grant(tx, deed, draft, right, order, until);
  grantExemption(tx, deed, draft, data);
}

/**
 * The same of an order that was signed before it was put right: its price is that of the day of the next signature, and a
 * full window is given only where it was asked for (`asked`).
 */
export function grantSigned(
  tx: Tx,
  deed: Deed<StaffActor>,
  draft: ForWhom,
  data: DraftData,
  asked: Rights,
  until: Instant,
): void {
  const order = grantableOrder(data);
  const has = rightsFor(tx, draft.id, order, deed.now);
  if (asked.has("full_window") && !has.has("full_window")) grant(tx, deed, draft, "full_window", order, until);
  if (needsConsultation(order.lines) && !has.has("consultation")) grant(tx, deed, draft, "consultation", order, until);
  grantExemption(tx, deed, draft, data);
}

/**
 * Gives the exemption of whoever a prepared order is for (domain.md, 4.23), until the last day of their certificate, which
 * is asked for again at signing: a correction by the office or by the customer does not end it. Nothing without one.
 */
function grantExemption(tx: Tx, deed: Deed<StaffActor>, draft: ForWhom, data: DraftData): void {
  const exemption = findOrderExemption(tx, draft, data, dayAt(deed.now));
  const order = grantableOrder(data);
  if (exemption && !rightsFor(tx, draft.id, order, deed.now).has("exempt"))
    grant(tx, deed, draft, "exempt", order, instantAt(addDays(exemption.until, 1), 0));
}

/** Ends what was given so far: the same is given anew with another end. */
export function endGrants(tx: Tx, deed: Deed, draft: OfDraft): void {
  for (const { right } of ofDraft(tx).all({ id: draft.id })) endGrant(tx, deed, draft, right, "price_has_other_end");
}
