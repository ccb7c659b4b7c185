import type { Orm } from "#db/client.server";
import { canonicalAgreement, agreementSections, TERMS_VERSION } from "../documents/terms";
import type { AgreementView, BusinessView, DocumentLine, OrderFigures } from "../documents/views";
import { parseDay, type Day } from "../kernel/days";
import { sha256 } from "../kernel/ids.server";
import { formatPrice } from "../kernel/money";
import { MATERIALS, prohibitedItemLabel } from "../pricing/materials";
import { readPricingConfig } from "../pricing/pricing.server";
import { priceOrder } from "../pricing/rules";
import type { OrderLine, PricingResult } from "../pricing/types";
import { findServiceArea, type ServiceArea } from "../service-area/service-area.server";
import { percentText, termsFacts } from "../settings/defaults";
import type { Settings } from "../settings/schema";
import type { Booking } from "./bookings.server";
import { orderLines, type DraftData } from "./draft-data";
import type { Rights } from "./grants";
import { deliveryTimeLabel, occupiedUntil, pickupDay } from "./schedule-rules";

/** What a draft amounts to now: priced from the database, never from the form. Cents, New York days. */
export interface Order {
  lines: OrderLine[];
  price: PricingResult;
  area: ServiceArea | null;
  /** Null until the schedule is known. */
  schedule: { deliveryDate: Day; window: string; pickupDate: Day; occupiedUntil: Day } | null;
  itemsSummary: string;
}

export function describeOrder(orm: Orm, settings: Settings, data: DraftData): Order {
  const lines = orderLines(data);
  const area = data.zip ? findServiceArea(orm, data.zip) : null;
  const price = priceOrder({ lines, context: "new", areaDeliveryFee: area?.delivery_fee ?? 0 }, readPricingConfig(orm, settings));
  return { lines, price, area, schedule: describeSchedule(data, settings), itemsSummary: lines.map(lineSummary).join(", ") };
}

/** The order at the price that the office fixed for it, where it did (domain.md, "quoted"). */
export function honourPrice(order: Order, booking: Pick<Booking, "price"> | null, rights: Rights): Order {
  return booking && rights.has("price") ? { ...order, price: booking.price } : order;
}

/** What the customer chose that can cost money later: part of what is signed. */
function choices(data: DraftData, settings: Settings): string[] {
  return data.flexibleExtension ? [`Keep it longer if I need to: extra days are charged at ${formatPrice(settings.extensionPerDay)} a day for each dumpster to my card, without asking me again.`] : [];
}

function describeSchedule(data: DraftData, settings: Settings): Order["schedule"] {
  const deliveryDate = parseDay(data.deliveryDate);
  if (!deliveryDate || !data.deliveryTime) return null;
  const pickupDate = pickupDay(deliveryDate, data.rentalDays, settings);
  return { deliveryDate, window: data.deliveryTime, pickupDate, occupiedUntil: occupiedUntil(pickupDate) };
}

/** "2 x 20-yard dumpster (General waste)" */
export function lineSummary(line: Pick<OrderLine, "size" | "quantity" | "material">): string {
  return `${line.quantity} x ${line.size}-yard dumpster (${MATERIALS[line.material].label})`;
}

export function businessView(settings: Settings, website: string): BusinessView {
  const { street, city, state, zip } = settings.address;
  return { name: settings.businessName, legalName: settings.legalName, phone: settings.phone, email: settings.email, addressLines: [street, `${city}, ${state} ${zip}`], website };
}

export function documentLines(price: PricingResult, settings: Settings): DocumentLine[] {
  return price.items.map((item) => ({
    description: `${item.size}-yard dumpster`,
    detail: [
      MATERIALS[item.material].label,
      `${settings.includedTons} ton included, ${settings.maxTons} tons maximum`,
      item.special_handling_fee > 0 ? "special handling fee included" : "",
      item.recycling_credit > 0 ? "recycling credit included" : "",
    ].filter(Boolean).join(" · "),
    quantity: item.quantity,
    unitCents: item.unit_price,
    totalCents: item.line_total,
  }));
}

export function orderFigures(price: PricingResult, settings: Settings): OrderFigures {
  return {
    subtotal: price.subtotal, discount: price.discount, deliveryFee: price.deliveryFee, extension: price.extension,
    haulFee: price.haulFee, taxRatePercent: percentText(settings.taxRate), tax: price.tax, total: price.total,
  };
}

export interface UnsignedAgreement {
  view: Omit<AgreementView, "signature">;
  canonical: string;
}

/**
 * The agreement for what a draft says now, with its canonical text and hash. Null until the schedule is known.
 * The booking's number is part of what is signed; before the first signature it reads "given when you sign".
 */
export function draftAgreement(settings: Settings, data: DraftData, order: Order, bookingNumber: string, website: string): UnsignedAgreement | null {
  if (!order.schedule) return null;
  const materials = [...new Set(order.lines.map((line) => line.material))].map((id) => MATERIALS[id]);
  const facts = { ...termsFacts(settings), materials: materials.map((m) => ({ label: m.label, prohibited: m.prohibitedItems.map(prohibitedItemLabel) })) };
  const content = {
    business: businessView(settings, website),
    bookingNumber,
    customer: { name: `${data.contactInfo.firstName} ${data.contactInfo.lastName}`, email: data.contactInfo.email, phone: data.contactInfo.phone },
    serviceAddress: [data.address, `${data.city}, FL ${data.zip}`],
    lines: documentLines(order.price, settings),
    deliveryDay: order.schedule.deliveryDate,
    windowLabel: deliveryTimeLabel(order.schedule.window),
    pickupDay: order.schedule.pickupDate,
    rentalDays: data.rentalDays,
    choices: choices(data, settings),
    figures: orderFigures(order.price, settings),
    sections: agreementSections(facts),
    termsVersion: TERMS_VERSION,
  };
  const canonical = canonicalAgreement(content);
  return { view: { ...content, contentSha256: sha256(canonical) }, canonical };
}
