import { and, eq, gt, inArray, isNull, sql } from "drizzle-orm";
import type { Orm } from "#db/client.server";
import { bookingDrafts, bookings, checkouts } from "#db/schema/index";
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
import { saidChange, valueAt, type Setup } from "./fields";
import { withWishes, type Wish } from "./read";

/** What a form of prices would do, before it does it. Cents, tax included. */
export interface SetupLook {
  from: Day | null;
  /** Each value, in words; empty when nothing was changed. */
  changes: string[];
  /** What orders of every day cost. */
  orders: { what: string; before: Cents; after: Cents }[];
  /** Prices of the office that hold until they end; orders with an open payment page; both keep what they were told. */
  quotes: number;
  paying: number;
  /** Signed and not paid: to be signed again. */
  signed: number;
  /** Begun and not signed: they see the new price at once. */
  drafts: number;
}

export function lookAhead(orm: Orm, setup: Setup, wishes: readonly Wish[], from: Day | null, now: Instant): SetupLook {
  const after = withWishes(setup.settings, wishes);
  const materials = wishes.flatMap(({ field }) => (field.key === "materials" ? [field.path[0] as MaterialId] : []));
  const [was, is] = [setup.settings, after].map((settings) => examples(settings, setup.sizes, materials));
  return {
    from,
    changes: wishes.map(({ field, value }) =>
      saidChange({ field: field.name, was: valueAt(setup, field) ?? null, is: value }),
    ),
    orders: (was ?? []).flatMap(({ what, cents }, at) => ({ what, before: cents, after: is?.[at]?.cents ?? cents })),
    ...countWaiting(orm, now),
  };
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

function countWaiting(orm: Orm, now: Instant): Pick<SetupLook, "quotes" | "paying" | "signed" | "drafts"> {
  const n = sql<number>`count(*)`;
  const quotes = orm
    .select({ n })
    .from(bookings)
    .where(and(eq(bookings.status, "quoted"), gt(bookings.quote_expires_at, now)))
    .get();
  const signed = orm.select({ n }).from(bookings).where(eq(bookings.status, "pending_payment")).get();
  const paying = orm
    .select({ n })
    .from(checkouts)
    .where(
      and(
        inArray(checkouts.state, ["creating", "open"]),
        isNull(checkouts.change_id),
        eq(checkouts.only_card, false),
        gt(checkouts.expires_at, now),
      ),
    )
    .get();
  const drafts = orm
    .select({ n })
    .from(bookingDrafts)
    .where(and(isNull(bookingDrafts.booking_id), gt(bookingDrafts.expires_at, now)))
    .get();
  return {
    quotes: quotes?.n ?? 0,
    paying: paying?.n ?? 0,
    signed: Math.max(0, (signed?.n ?? 0) - (paying?.n ?? 0)),
    drafts: drafts?.n ?? 0,
  };
}
