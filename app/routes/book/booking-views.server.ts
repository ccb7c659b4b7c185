import { type DraftData, allLines } from "~/domain/booking/draft/data";
import type { Order } from "~/domain/booking/order/order.server";
import { findUndeliverable } from "~/domain/booking/order/schedule-check.server";
import { cardConsentText } from "~/domain/documents/terms";
import { termsFacts } from "~/domain/documents/terms-facts";
import { findLiveHold } from "~/domain/inventory/holds.server";
import { heldWords } from "~/domain/inventory/quote-holds.server";
import { findOpenCheckout, hasAgreedToCard } from "~/domain/payments/checkouts.server";
import { findDecline } from "~/domain/payments/declines.server";
import { declinedToOwner } from "~/domain/payments/card-words";
import { readPricingConfig } from "~/domain/pricing/pricing.server";
import { projectTypeLabel, wasteTypeLabel } from "~/domain/pricing/waste-types";
import { whatCouldCostMore } from "~/domain/records/cost-more";
import { PLACEMENT_LABEL, STREET_NEEDS } from "~/domain/schedule/placement";
import { deliveryTimeLabel } from "~/domain/schedule/rules";
import type { OpenDraft } from "~/http/access/draft.server";
import { paths } from "~/paths";
import type { Services } from "~/services.server";
import type { OrderView, PaymentView, SaveView } from "~/ui/booking/views";
import type { UndeliverableView } from "~/ui/booking/Undeliverable";
import { priceFiguresOf } from "~/ui/frame/figures";
import { costOrder } from "./cost-order.server";

/** What the pages of an order show that is whole: agreement and payment; each page before them has a file of its own. */

export function saveView(services: Pick<Services, "config">, open: OpenDraft | null, sent: SaveView["sent"]): SaveView {
  return {
    resumeUrl: open?.draft.resumeKey ? `${services.config.publicUrl}${paths.book.resume(open.draft.resumeKey)}` : null,
    email: open?.draft.data.contactInfo.email || null,
    sent,
  };
}

export function pricing(services: Pick<Services, "db" | "settings">, areaDeliveryFee: number) {
  return { config: readPricingConfig(services.db.orm, services.settings()), areaDeliveryFee };
}

export function orderView(data: DraftData, order: Order, bookingNumber: string | null): OrderView {
  if (!order.schedule) throw new Error("the order has no schedule yet");
  return {
    bookingNumber,
    projectType: projectTypeLabel(data.projectType),
    wasteTypes: data.wasteTypes.map(wasteTypeLabel),
    address: [data.address, `${data.city}, FL ${data.zip}`, data.county ? `${data.county} County` : ""].filter(Boolean),
    deliveryDay: order.schedule.deliveryDate,
    windowLabel: deliveryTimeLabel(order.schedule.window),
    pickupDay: order.schedule.pickupDate,
    rentalDays: data.rentalDays,
    contact: {
      name: `${data.contactInfo.firstName} ${data.contactInfo.lastName}`,
      email: data.contactInfo.email,
      phone: data.contactInfo.phone,
    },
    flexibleExtension: data.flexibleExtension,
    ecoFriendlyOptions: data.ecoFriendlyOptions,
    smsConsent: data.smsConsent,
    specialInstructions: data.specialInstructions,
    placement: PLACEMENT_LABEL[data.placement],
    placementNeeds: data.placement === "street" ? STREET_NEEDS : null,
    associationApproval: data.associationApproval,
    price: order.price,
  };
}

/** Where each line of the order is changed, in their order; of one alone the page begins with the sizes. */
export function editLinks({ id, data }: OpenDraft["draft"]): string[] {
  return allLines(data).map((_, at, { length }) => paths.book.project(id, at, length > 1 ? undefined : "dumpsterSize"));
}

/** What is finished in a call is refused when the button is pressed, so that the page does not tell who it is for. */
export function undeliverable(
  { clock, db }: Pick<Services, "clock" | "db">,
  { settings, draft, rights }: OpenDraft,
  change: { project: string; schedule: string },
): UndeliverableView | null {
  const found = findUndeliverable(db.orm, settings, draft.data, clock.now(), rights);
  if (!found || found.byPhone) return null;
  const why = Object.values(found.fields).join(" ");
  return found.isTooSmall
    ? { why, change: { to: change.project, label: "Change the order" } }
    : { why, change: { to: change.schedule, label: "Change day and place" } };
}

export function paymentView(
  services: Pick<Services, "clock" | "config" | "db">,
  open: OpenDraft,
  sent: SaveView["sent"],
): PaymentView {
  const { draft, order, settings, booking, agreement } = open;
  // What is agreed to here is kept with the order, word for word (`payOrder`).
  const facts = termsFacts(settings, { exempt: order.price.exempt ?? null });
  const { orm } = services.db;
  const paying = booking && findOpenCheckout(orm, booking.id);
  const hold = booking && findLiveHold(orm, booking.id);
  const decline = paying && findDecline(orm, paying.id);
  const change = {
    project: paths.book.project(draft.id),
    schedule: paths.book.schedule(draft.id),
    agreement: paths.book.agreement(draft.id),
  };
  const cannot = undeliverable(services, open, change);
  const hasAgreed = booking !== null && agreement !== null && hasAgreedToCard(orm, booking.id, agreement.signedAt);
  return {
    order: { ...orderView(draft.data, order, booking?.booking_number ?? null), edit: editLinks(draft) },
    figures: priceFiguresOf(settings),
    costMore: whatCouldCostMore(costOrder(open, services.clock.now()), facts),
    cardConsentText: cardConsentText(facts),
    undeliverable: cannot,
    ...(decline && { declined: declinedToOwner(decline.code) }),
    heldUntil: hold && paying && !cannot ? heldWords(hold, paying.expires_at) : null,
    change,
    values: hasAgreed ? { cardConsent: "on" } : {},
    save: saveView(services, open, sent),
  };
}
