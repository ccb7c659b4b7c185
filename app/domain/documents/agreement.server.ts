import type { DraftData } from "../booking/draft/data";
import { sha256, type Id } from "../kernel/ids.server";
import type { Instant } from "../kernel/time.server";
import { placementTerms } from "../schedule/placement-rules";
import { deliveryTimeLabel } from "../schedule/rules";
import type { Order } from "../booking/order/order.server";
import { formatPrice } from "../kernel/money";
import { sumsOf, taxWords } from "../pricing/price-lines";
import type { PricingItem, PricingResult } from "../pricing/types";
import { MATERIALS } from "../pricing/materials";
import { formatCents } from "../kernel/money";
import { PROHIBITED_ITEMS, prohibitedItemLabel } from "../pricing/prohibited-items";
import { licenseClaims } from "../settings/claims";
import type { Settings } from "../settings/schema";
import { exemptWords } from "./exempt-words";
import type { BusinessView, DocumentLine, OrderFigures, AgreementView } from "./views";
import { termsFacts } from "./terms-facts";
import { agreementSections, TERMS_VERSION, canonicalAgreement } from "./terms";
import { rentalAgreements } from "#db/schema/index";
import { and, eq, sql, isNull, desc } from "drizzle-orm";
import { prepared, type Orm } from "#db/client.server";

/** What the customer chose that can cost money later, or that somebody else must allow: part of what is signed. */
function choices(data: DraftData, settings: Settings, { accountDays }: Order): string[] {
  return [
    ...(data.flexibleExtension
      ? [
          `Keep it longer if I need to: extra days are charged at ${formatPrice(settings.extensionPerDay)} a day for each dumpster to my ${accountDays === null ? "card" : "account"}, without asking me again.`,
        ]
      : []),
    ...placementTerms(data),
  ];
}

export function businessView(settings: Settings, website: string): BusinessView {
  const { street, city, state, zip } = settings.address;
  const claims = licenseClaims(settings);
  return {
    name: settings.businessName,
    legalName: settings.legalName,
    phone: settings.phone,
    email: settings.email,
    addressLines: [street, `${city}, ${state} ${zip}`],
    website,
    ...(claims.length > 0 && { licenseClaims: claims }),
  };
}

export function documentLines(price: PricingResult, settings: Settings): DocumentLine[] {
  return price.items.map((item) => ({
    description: `${item.size}-yard dumpster`,
    detail: [
      MATERIALS[item.material].label,
      `${settings.includedTons} ton included, ${settings.maxTons} tons maximum`,
      ...besides(item),
    ]
      .filter(Boolean)
      .join(" · "),
    quantity: item.quantity,
    unitCents: item.unit_price,
    totalCents: item.line_total,
  }));
}

/** What stands between quantity × unit price and the line's amount; a credit no higher than what it is taken off. */
function besides({ special_handling_fee: fee, unit_price: unit, quantity, line_total: total }: PricingItem): string[] {
  const credit = unit * quantity + fee - total;
  return [
    ...(fee > 0 ? [`special handling ${formatCents(fee)}`] : []),
    ...(credit > 0 ? [`recycling credit ${formatCents(credit)} off`] : []),
  ];
}

export function orderFigures(price: PricingResult, settings: Settings): OrderFigures {
  return { ...sumsOf(price), taxRatePercent: taxWords(price, settings.taxRate) };
}

export interface UnsignedAgreement {
  view: Omit<AgreementView, "signature">;
  canonical: string;
}

/**
 * The agreement for what a draft says now, with its canonical text and hash. Null until the schedule is known.
 * The booking's number is part of what is signed; before the first signature it reads "given when you sign".
 */
export function draftAgreement(
  settings: Settings,
  data: DraftData,
  order: Order,
  bookingNumber: string,
  website: string,
): UnsignedAgreement | null {
  if (!order.schedule) return null;
  const materials = [...new Set(order.lines.map((line) => line.material))].map((id) => MATERIALS[id]);
  const facts = {
    ...termsFacts(settings, { accountDays: order.accountDays, exempt: order.price.exempt ?? null }),
    materials: materials.map((m) => ({
      label: m.label,
      prohibited: PROHIBITED_ITEMS[m.id].map(prohibitedItemLabel),
    })),
  };
  const content = {
    business: businessView(settings, website),
    bookingNumber,
    customer: {
      name: `${data.contactInfo.firstName} ${data.contactInfo.lastName}`,
      email: data.contactInfo.email,
      phone: data.contactInfo.phone,
    },
    serviceAddress: [data.address, `${data.city}, FL ${data.zip}`],
    lines: documentLines(order.price, settings),
    deliveryDay: order.schedule.deliveryDate,
    windowLabel: deliveryTimeLabel(order.schedule.window),
    pickupDay: order.schedule.pickupDate,
    ...(data.flexibleExtension && { isKept: true as const }),
    rentalDays: data.rentalDays,
    choices: [...choices(data, settings, order), ...exemptWords(order.price)],
    ...(order.accountDays !== null && { accountDays: order.accountDays }),
    figures: orderFigures(order.price, settings),
    sections: agreementSections(facts, settings.agreementClause),
    termsVersion: TERMS_VERSION,
  };
  const canonical = canonicalAgreement(content);
  return { view: { ...content, contentSha256: sha256(canonical) }, canonical };
}

export type Agreement = typeof rentalAgreements.$inferSelect;
const isValid = and(eq(rentalAgreements.booking_id, sql.placeholder("id")), isNull(rentalAgreements.superseded_at));
const newestFirst = desc(rentalAgreements.version);
export const validAgreement = prepared((orm) =>
  orm.select().from(rentalAgreements).where(isValid).orderBy(newestFirst).limit(1).prepare(),
);

export const validAgreementLink = prepared((orm) =>
  orm
    .select({
      pdfUrl: rentalAgreements.pdf_url,
      capability: rentalAgreements.capability,
      contentSha256: rentalAgreements.content_sha256,
      signedAt: rentalAgreements.signed_at,
    })
    .from(rentalAgreements)
    .where(isValid)
    .orderBy(newestFirst)
    .limit(1)
    .prepare(),
);

/** The signature that holds: the newest one that no later one replaced. Null before the first. */
export function findAgreement(orm: Orm, id: Id<"booking">): Agreement | null {
  return validAgreement(orm).get({ id }) ?? null;
}

export interface AgreementLink {
  pdfUrl: string | null;
  capability: string;
  /** Of the text that was signed. */
  contentSha256: string;
  signedAt: Instant;
}

/** What was signed and where it can be had, without its text, which is most of the row. */
export function findAgreementLink(orm: Orm, id: Id<"booking">): AgreementLink | null {
  return validAgreementLink(orm).get({ id }) ?? null;
}
