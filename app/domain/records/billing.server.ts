import { PHOTO_STEP } from "../photos/step-words";
import { and, desc, eq, isNotNull, sql } from "drizzle-orm";
import { prepared, type Orm } from "#db/client.server";
import { bookings, charges } from "#db/schema/index";
import { getBooking, listUnits } from "../booking/order/bookings.server";
import {
  findCharge,
  gapsOf,
  listAttempts,
  listQuestions,
  totalOfCharge,
  type LaterRow,
} from "../charges/charges.server";
import { describeCharge } from "../charges/customer-view.server";
import { photosOf } from "../charges/stored-charge";
import { PROOF_GAP } from "../charges/kinds";
import { chargeTitle } from "../charges/words";
import { WHO_ORDERED, whoOrdered } from "../customers/who-ordered.server";
import { CSV_START, csvLine } from "../kernel/csv";
import type { Id } from "../kernel/ids.server";
import type { Cents } from "../kernel/money";
import { phoneView } from "../kernel/phone";
import { dayAt, type Instant } from "../kernel/time.server";
import { chargesPaidBy, listDisputesOf } from "../payments/disputes-read.server";
import { listPhotosOfBooking } from "../photos/photos.server";
import { CHARGE_KIND, CHARGE_STATE_OFFICE } from "../states/labels";
import type { ChargeState } from "../states/transitions";
import { BILLING_GROUPS, type BillingGroup } from "./billing-groups";

const PAGE = 50;
/** So many are counted of each group: nobody counts more at a glance. */
const MOST_COUNTED = 99;

export interface BillingRow {
  id: Id<"charge">;
  number: string;
  name: string;
  title: string;
  state: ChargeState;
  total: Cents;
  madeAt: Instant;
  /** From when on it is charged; null before its notice has left. */
  dueAt: Instant | null;
  heldWhy: string | null;
  /** What its proof lacks, in words. */
  lacks: string[];
}
export interface BillingPage {
  rows: BillingRow[];
  /** For the next page; null on the last one. */
  next: string | null;
}

const [STATE, AT, ID, MOST] = ["state", "at", "id", "most"].map((name) => sql.placeholder(name));
/** By state, so that each list is a stretch of the index, however many charges there are. */
const ofState = prepared((orm) =>
  orm
    .select({
      charge: charges,
      number: bookings.booking_number,
      name: WHO_ORDERED,
    })
    .from(charges)
    .innerJoin(bookings, eq(bookings.id, charges.booking_id))
    .where(
      and(
        isNotNull(charges.cause),
        sql`${charges.state} = ${STATE}`,
        sql`(${charges.created_at}, ${charges.id}) < (${AT}, ${ID})`,
      ),
    )
    .orderBy(desc(charges.created_at), desc(charges.id))
    .limit(MOST as never)
    .prepare(),
);
const counted = prepared((orm) =>
  orm
    .select({ n: sql<number>`count(*)` })
    .from(
      orm
        .select({ one: sql`1`.as("one") })
        .from(charges)
        .where(and(isNotNull(charges.cause), sql`${charges.state} = ${STATE}`))
        .limit(MOST_COUNTED + 1)
        .as("some"),
    )
    .prepare(),
);

/** Later charges of a group, newest first, 50 a page; the cost of a page does not grow with their number. */
export function listBilling(orm: Orm, group: BillingGroup, after: string | null = null): BillingPage {
  const [, at, id] = /^(\d{1,16})~([\w-]{1,60})$/.exec(after ?? "") ?? [];
  const from = { at: Number(at ?? Number.MAX_SAFE_INTEGER), id: id ?? "~" };
  const found = BILLING_GROUPS[group].states
    .flatMap((state) => ofState(orm).all({ state, ...from, most: PAGE + 1 }))
    .sort((a, b) => b.charge.created_at - a.charge.created_at || (a.charge.id < b.charge.id ? 1 : -1));
  const shown = found.slice(0, PAGE);
  const last = shown.at(-1)?.charge;
  return {
    rows: shown.map(({ charge, number, name }) => ({
      id: charge.id,
      number,
      name,
      title: chargeTitle(charge),
      state: charge.state,
      total: totalOfCharge(charge),
      madeAt: charge.created_at,
      dueAt: charge.state === "noticed" ? charge.due_at : null,
      heldWhy: charge.held_why,
      lacks: charge.state === "proposed" ? gapsOf(charge).map((gap) => PROOF_GAP[gap]) : [],
    })),
    next: found.length > PAGE && last ? `${last.created_at}~${last.id}` : null,
  };
}

/** How many there are in each group, at most `MOST_COUNTED` and one. */
export function countBilling(orm: Orm): Record<BillingGroup, number> {
  const counts = Object.entries(BILLING_GROUPS).map(([group, { states }]) => [
    group,
    Math.min(
      MOST_COUNTED + 1,
      states.reduce((sum, state) => sum + (counted(orm).get({ state })?.n ?? 0), 0),
    ),
  ]);
  return Object.fromEntries(counts) as Record<BillingGroup, number>;
}

/** One charge with everything that somebody needs to decide; null for none. */
export function findBillingRecord(orm: Orm, id: string) {
  const charge = findCharge(orm, { id });
  if (!charge) return null;
  const booking = getBooking(orm, charge.booking_id);
  const proofs = charge.evidence?.proofs ?? [];
  const shown = new Set(photosOf(proofs).map(({ capability }) => capability));
  return {
    id: charge.id,
    number: booking.booking_number,
    name: whoOrdered(orm, booking),
    phone: phoneView(booking),
    onAccount: booking.account_days !== null,
    kind: charge.kind,
    state: charge.state,
    amount: charge.amount,
    tax: charge.tax,
    madeAt: charge.created_at,
    noticedAt: charge.noticed_at,
    dueAt: charge.due_at,
    heldWhy: charge.held_why,
    endReason: charge.end_reason,
    lacks: gapsOf(charge).map((gap) => PROOF_GAP[gap]),
    isHeavy: charge.basis?.by === "weight" && charge.basis.tooHeavy,
    ...words(orm, charge),
    photos: [...shown],
    /** Photographs of the booking that are no proof of it yet. */
    others: listPhotosOfBooking(orm, booking.id)
      .filter(({ capability }) => !shown.has(capability))
      .map(({ capability, step, createdAt }) => ({ capability, step: PHOTO_STEP[step] ?? step, at: createdAt })),
    attempts: listAttempts(orm, charge.id).map(({ state, amount, decline_code, message, started_at }) => ({
      state,
      amount,
      code: decline_code,
      message,
      at: started_at,
    })),
    questions: listQuestions(orm, charge.id).map(({ id: question, message, asked_at, answer, outcome }) => ({
      id: question,
      message,
      askedAt: asked_at,
      answer,
      outcome,
    })),
    replaces: charge.replaces_charge_id,
    dispute: charge.state === "disputed" ? disputeOf(orm, charge) : null,
  };
}
export type BillingRecord = NonNullable<ReturnType<typeof findBillingRecord>>;

/** The dispute that keeps it frozen; null where none is known. */
function disputeOf(orm: Orm, { id, booking_id }: LaterRow): Id<"dispute"> | null {
  const ofIt = listDisputesOf(orm, booking_id).find(({ payment_id }) =>
    chargesPaidBy(orm, { id: payment_id }).some((charge) => charge.id === id),
  );
  return ofIt?.id ?? null;
}

function words(orm: Orm, charge: LaterRow) {
  const { title, lines, proofs, clause, dumpster, papers } = describeCharge(orm, charge);
  return { title, lines, proofs, clause, dumpster, papers };
}

/** What the form for a charge by hand needs of a booking. */
export function readForByHand(orm: Orm, bookingId: Id<"booking">) {
  const booking = getBooking(orm, bookingId);
  return {
    number: booking.booking_number,
    name: whoOrdered(orm, booking),
    isPaid: booking.paid_at !== null,
    permit: booking.permit_number,
    units: listUnits(orm, bookingId)
      .filter(({ state }) => state !== "cancelled")
      .map(({ id, unit_number, size_yards }) => ({ id, number: unit_number, size: size_yards })),
    photos: listPhotosOfBooking(orm, bookingId).map(({ capability, step, createdAt }) => ({
      capability,
      step: PHOTO_STEP[step] ?? step,
      at: createdAt,
    })),
  };
}

const COLUMNS = ["Booking", "Customer", "Kind", "For", "State", "Total", "Proposed", "Due", "Held"];

/** The list as comma-separated values, a piece for each page of it. Days are New York's, amounts dollars. */
export function* exportBilling(orm: Orm, group: BillingGroup): Generator<string> {
  yield CSV_START + csvLine(COLUMNS);
  let after: string | null = null;
  do {
    const { rows, next }: BillingPage = listBilling(orm, group, after);
    yield rows
      .map((row) =>
        csvLine([
          row.number,
          row.name,
          CHARGE_KIND[findCharge(orm, { id: row.id })?.kind ?? "rental"],
          row.title,
          CHARGE_STATE_OFFICE[row.state],
          { cents: row.total },
          dayAt(row.madeAt),
          row.dueAt === null ? "" : dayAt(row.dueAt),
          row.heldWhy ?? "",
        ]),
      )
      .join("");
    after = next;
  } while (after !== null);
}
