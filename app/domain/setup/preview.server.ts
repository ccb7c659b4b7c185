import { createHash } from "node:crypto";
import { and, eq, exists, gt, inArray, isNull, not, sql } from "drizzle-orm";
import type { Orm } from "#db/client.server";
import { bookingDrafts, bookings, checkouts, grants } from "#db/schema/index";
import { cancellationFee } from "../changes/cancel-rules";
import type { Day } from "../kernel/days";
import type { Cents } from "../kernel/money";
import { HOUR, type Instant } from "../kernel/time.server";
import { mostYouCouldPay } from "../pricing/ceiling";
import { MATERIALS } from "../pricing/materials";
import { dumpsterLabel } from "../pricing/price-lines";
import { checkLine, priceOrder, pricingConfig } from "../pricing/rules";
import { MATERIAL_IDS, type MaterialId, type OrderLine, type Size } from "../pricing/types";
import type { Settings } from "../settings/schema";
import { saidChange, saidName, valueAt, type Setup } from "./fields";
import { listPlans, setupOn, withPlans } from "./plans.server";
import { withWishes, type Wish } from "./read";

/** What a form of prices would do, before it does it. Cents, tax included. */
export interface SetupLook {
  from: Day | null;
  /** Of exactly these values and this day: sent back with Save, as a proof that the preview was of them. */
  mark: string;
  /** Each value, in words; empty when nothing was changed. */
  changes: string[];
  /** What may be a slip of the finger: less than half of a value, or more than double. */
  doubts: string[];
  /** What orders of every day cost. */
  orders: { what: string; before: Cents; after: Cents }[];
  /** Prices of the office that hold until they end; orders with an open payment page; both keep what they were told. */
  quotes: number;
  paying: number;
  /** Signed and not paid, at a price that the office fixed: it stays until it ends (domain.md, 4.25). */
  fixed: number;
  /** Signed and not paid at nobody's word: to be signed again. */
  signed: number;
  /** Begun and not signed: they see the new price at once. */
  drafts: number;
}

/** What the wishes would do from that day on (null: now), compared with what holds by then, plans included. */
export function lookAhead(orm: Orm, setup: Setup, wishes: readonly Wish[], from: Day | null, now: Instant): SetupLook {
  const before = setupBefore(orm, setup, wishes, from);
  const after = withWishes(before.settings, wishes);
  const materials = wishes.flatMap(({ field }) => (field.key === "materials" ? [field.path[0] as MaterialId] : []));
  const [was, is] = [before.settings, after].map((settings) => examples(settings, setup.sizes, materials));
  return {
    from,
    mark: markOf(wishes, from),
    changes: wishes.map(({ field, value }) =>
      saidChange({ field: field.name, was: valueAt(before, field) ?? null, is: value }),
    ),
    doubts: wishes.flatMap(({ field, value }) => doubtOf(saidName(field), valueAt(before, field), value)),
    orders: (was ?? []).flatMap(({ what, cents }, at) => ({ what, before: cents, after: is?.[at]?.cents ?? cents })),
    ...countWaiting(orm, now),
  };
}

/** Short, and another for every other value or day. */
export function markOf(wishes: readonly Wish[], from: Day | null): string {
  const said = JSON.stringify([from, ...wishes.map(({ field, value }) => [field.name, value])]);
  return createHash("sha256").update(said).digest("base64url").slice(0, 22);
}

/**
 * What holds when the wishes come into force: what is planned until then; not what they replace on that same day, unless
 * they only take it back.
 */
function setupBefore(orm: Orm, setup: Setup, wishes: readonly Wish[], from: Day | null): Setup {
  if (from === null) return setup;
  const mine = new Set(wishes.map(({ field }) => field.name));
  const until = listPlans(orm).filter(({ effective_on: on, field }) => on < from || (on === from && !mine.has(field)));
  const before = withPlans(setup, until);
  const isBack = wishes.some(({ field, value }) => JSON.stringify(valueAt(before, field)) === JSON.stringify(value));
  return isBack ? setupOn(orm, setup, from) : before;
}

function doubtOf(name: string, was: unknown, is: unknown): string[] {
  if (typeof was !== "number" || typeof is !== "number" || was <= 0) return [];
  if (is < was / 2) return [`${name}: less than half of what it was`];
  return is > was * 2 ? [`${name}: more than double what it was`] : [];
}

/** Orders of every day, and one of each material that is changed; cents with tax. */
function examples(
  settings: Settings,
  sizes: readonly Size[],
  changed: readonly MaterialId[],
): { what: string; cents: Cents }[] {
  const offered = Object.fromEntries(sizes.map((size) => [size, settings.prices[size] ?? 0]));
  const config = pricingConfig(settings, offered);
  const total = (line: OrderLine) => priceOrder({ lines: [line], context: "new", areaDeliveryFee: 0 }, config).total;
  const order = (size: Size, material: MaterialId, rentalDays: number) => {
    const line = { size, material, quantity: 1, rentalDays };
    return { what: `${dumpsterLabel(line)}, ${rentalDays} days`, cents: total(line) };
  };
  const middle = sizes[Math.floor((sizes.length - 1) / 2)] ?? 0;
  const largestFor = (id: MaterialId) => sizes.filter((size) => size <= (MATERIALS[id].maxSizeYards ?? size)).at(-1);
  const fits = (size: Size | undefined): size is Size =>
    size !== undefined && checkLine({ size, material: "general", quantity: 1, rentalDays: 7 }, sizes).ok;
  if (!fits(middle)) return [];
  const paid = order(middle, "general", 7);
  const late = cancellationFee({
    msToWindowStart: 30 * HOUR,
    tiers: settings.cancellation,
    missedWindow: false,
    totalPaid: paid.cents,
    floorPercent: 0,
  });
  return [
    ...sizes.map((size) => order(size, "general", 7)),
    order(middle, "general", 14),
    ...MATERIAL_IDS.filter((id) => changed.includes(id)).flatMap((id) => {
      const size = largestFor(id);
      return size === undefined ? [] : [order(size, id, 7)];
    }),
    {
      what: `${middle} yards, filled to ${settings.maxTons} tons`,
      cents: mostYouCouldPay({ total: paid.cents, lines: [{ quantity: 1 }] }, settings).ceiling,
    },
    { what: `Cancelling ${middle} yards 30 hours before`, cents: late.fee },
  ];
}

function countWaiting(orm: Orm, now: Instant): Pick<SetupLook, "quotes" | "paying" | "fixed" | "signed" | "drafts"> {
  const n = sql<number>`count(*)`;
  const quotes = orm
    .select({ n })
    .from(bookings)
    .where(and(eq(bookings.status, "quoted"), gt(bookings.quote_expires_at, now)))
    .get();
  const open = and(
    inArray(checkouts.state, ["creating", "open"]),
    isNull(checkouts.change_id),
    eq(checkouts.only_card, false),
    gt(checkouts.expires_at, now),
  );
  const paying = orm.select({ n }).from(checkouts).where(open).get();
  const isPaying = exists(
    orm
      .select({ n: sql`1` })
      .from(checkouts)
      .where(and(eq(checkouts.booking_id, bookings.id), open)),
  );
  const isFixed = exists(
    orm
      .select({ n: sql`1` })
      .from(grants)
      .where(
        and(
          eq(grants.draft_id, bookings.draft_id),
          eq(grants.right, "price"),
          isNull(grants.ended_at),
          gt(grants.ends_at, now),
        ),
      ),
  );
  const waits = and(eq(bookings.status, "pending_payment"), not(isPaying));
  const fixed = orm.select({ n }).from(bookings).where(and(waits, isFixed)).get();
  const signed = orm
    .select({ n })
    .from(bookings)
    .where(and(waits, not(isFixed)))
    .get();
  const drafts = orm
    .select({ n })
    .from(bookingDrafts)
    .where(and(isNull(bookingDrafts.booking_id), gt(bookingDrafts.expires_at, now)))
    .get();
  return {
    quotes: quotes?.n ?? 0,
    paying: paying?.n ?? 0,
    fixed: fixed?.n ?? 0,
    signed: signed?.n ?? 0,
    drafts: drafts?.n ?? 0,
  };
}
