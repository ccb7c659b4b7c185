import type { Orm } from "#db/client.server";
import { type DraftData, allLines } from "~/domain/booking/draft/data";
import type { Order } from "~/domain/booking/order/order.server";
import { findAgreement } from "~/domain/documents/agreement.server";
import { cardConsentText } from "~/domain/documents/terms";
import { termsFacts } from "~/domain/documents/terms-facts";
import { whatChanged } from "~/domain/documents/what-changed";
import { findLiveHold } from "~/domain/inventory/holds.server";
import { formatEnd, formatTime, type Instant } from "~/domain/kernel/time.server";
import { findOpenCheckout, hasAgreedToCard } from "~/domain/payments/checkouts.server";
import { readPricingConfig } from "~/domain/pricing/pricing.server";
import { projectTypeLabel, wasteTypeLabel } from "~/domain/pricing/waste-types";
import { whatCouldCostMore } from "~/domain/records/cost-more";
import { PLACEMENT_LABEL, STREET_NEEDS } from "~/domain/schedule/placement";
import { deliveryTimeLabel } from "~/domain/schedule/rules";
import { isPayable, isQuoteOver } from "~/domain/states/status-rules";
import type { OpenDraft } from "~/http/access/draft.server";
import { paths } from "~/paths";
import type { Services } from "~/services.server";
import type { AgreementStepView, OrderView, PaymentView, SaveView } from "~/ui/booking/views";
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
function editLinks({ id, data }: OpenDraft["draft"]): string[] {
  return allLines(data).map((_, at, { length }) => paths.book.project(id, at, length > 1 ? undefined : "dumpsterSize"));
}

export function agreementView(
  services: Pick<Services, "clock" | "config" | "db">,
  open: OpenDraft,
  sent: SaveView["sent"],
): AgreementStepView {
  if (!open.unsigned) throw new Error("nothing to sign yet");
  const { view } = open.unsigned;
  const { id, data, preparedBy } = open.draft;
  // What the office prepared is opened by its address: the way to its steps is by it as well.
  const isOwn = preparedBy === null;
  const key = open.booking?.signing_key;
  return {
    order: {
      ...orderView(data, open.order, open.booking?.booking_number ?? null),
      ...(isOwn && { edit: editLinks(open.draft) }),
    },
    change:
      isOwn || !key
        ? { project: paths.book.project(id), schedule: paths.book.schedule(id) }
        : { project: paths.signChange(key, "project"), schedule: paths.signChange(key, "schedule") },
    figures: priceFiguresOf(open.settings),
    sections: view.sections,
    termsVersion: view.termsVersion,
    contentSha256: view.contentSha256,
    changes: changesSinceSigned(services.db.orm, open),
    signedUrl:
      open.signed && open.booking && isPayable(open.booking) && !isQuoteOver(open.booking, services.clock.now())
        ? paths.book.payment(id)
        : null,
    account:
      open.order.accountDays === null
        ? null
        : `Nothing to pay now: this order goes on your account, to be paid within ${open.order.accountDays} days.`,
    quote: quoteOf(open.booking, services.clock.now()),
    values: {},
    save: saveView(services, open, sent),
  };
}

/** Whichever way the caller came here: the link's page leads to the order's own steps, and these lead back by the draft. */
function quoteOf(booking: OpenDraft["booking"], now: Instant): AgreementStepView["quote"] {
  if (!booking || booking.quote_expires_at === null) return null;
  return { until: formatEnd(booking.quote_expires_at), isOver: isQuoteOver(booking, now) };
}

/** What is different from what was signed before, in words; null when nothing was signed. */
function changesSinceSigned(orm: Orm, { booking, unsigned, signed }: OpenDraft): string[] | null {
  const agreement = booking && unsigned && !signed ? findAgreement(orm, booking.id) : null;
  return agreement && unsigned ? whatChanged(agreement.view, unsigned.view) : null;
}

export function paymentView(
  services: Pick<Services, "clock" | "config" | "db">,
  open: OpenDraft,
  sent: SaveView["sent"],
): PaymentView {
  const { draft, order, settings, booking, agreement } = open;
  const facts = termsFacts(settings);
  const { orm } = services.db;
  const checkout = booking && findLiveHold(orm, booking.id) ? findOpenCheckout(orm, booking.id) : null;
  const hasAgreed = booking !== null && agreement !== null && hasAgreedToCard(orm, booking.id, agreement.signedAt);
  return {
    order: { ...orderView(draft.data, order, booking?.booking_number ?? null), edit: editLinks(draft) },
    figures: priceFiguresOf(settings),
    costMore: whatCouldCostMore(costOrder(open, services.clock.now()), facts),
    cardConsentText: cardConsentText(facts),
    heldUntil: checkout ? formatTime(checkout.expires_at) : null,
    change: {
      project: paths.book.project(draft.id),
      schedule: paths.book.schedule(draft.id),
      agreement: paths.book.agreement(draft.id),
    },
    values: hasAgreed ? { cardConsent: "on" } : {},
    save: saveView(services, open, sent),
  };
}
