import type { Orm } from "#db/client.server";
import { findAgreement } from "~/domain/documents/agreement.server";
import { whatChanged } from "~/domain/documents/what-changed";
import { cartKey } from "~/domain/booking/draft/data";
import { cardConsentText } from "~/domain/documents/terms";
import { termsFacts } from "~/domain/documents/terms-facts";
import { daysWithRoom, listWindows, type DayWindows, scheduleContext } from "~/domain/booking/order/open-days.server";
import {
  DELIVERY_WINDOW_IDS,
  deliveryDayProblem,
  deliveryTimeLabel,
  firstDeliveryDay,
  isOpenDay,
  lastDeliveryDay,
  pickupDay,
  type ScheduleContext,
} from "~/domain/schedule/rules";
import { PLACEMENT_LABEL, STREET_NEEDS } from "~/domain/schedule/placement";
import type { DraftData } from "~/domain/booking/draft/data";
import { allLines, cartLines, materialAnswerOf } from "~/domain/booking/draft/data";
import { opened, openedWords } from "~/domain/booking/draft/opened";
import { fitLine } from "~/domain/booking/draft/fit-line";
import { windowStart, type Order } from "~/domain/booking/order/order.server";
import { findLiveHold } from "~/domain/inventory/holds.server";
import { addDays, parseDay, type Day } from "~/domain/kernel/days";
import { formatTime } from "~/domain/kernel/time.server";
import { heavyNotes } from "~/domain/pricing/very-heavy";
import { materialRules } from "~/domain/pricing/material-texts";
import { sizesOf } from "~/domain/pricing/types";
import { readPricingConfig } from "~/domain/pricing/pricing.server";
import {
  BUSINESS_TYPE_WORDS,
  PROJECT_TYPES,
  projectTypeLabel,
  WASTE_TYPES,
  wasteTypeLabel,
} from "~/domain/pricing/waste-types";
import { checkZip, findZip } from "~/domain/service-area/service-area.server";
import { whatCouldCostMore } from "~/domain/records/cost-more";
import { findOpenCheckout } from "~/domain/payments/checkouts.server";
import type { OpenDraft } from "~/http/access/draft.server";
import { paths } from "~/paths";
import type { Settings } from "~/domain/settings/schema";
import type { Services } from "~/services.server";
import type {
  AgreementStepView,
  DayOffer,
  OrderView,
  OutsideView,
  PaymentView,
  ProjectView,
  SaveView,
  ScheduleView,
} from "~/ui/booking/views";
import { daysInWords } from "~/ui/home/words";
import { choiceFiguresOf, priceFiguresOf } from "~/ui/frame/figures";

/** The read side of the booking's pages: one function per page. */

function saveView(services: Services, open: OpenDraft | null, sent: SaveView["sent"]): SaveView {
  return {
    resumeUrl: open?.draft.resumeKey ? `${services.config.publicUrl}${paths.book.resume(open.draft.resumeKey)}` : null,
    email: open?.draft.data.contactInfo.email || null,
    sent,
  };
}

function pricing(services: Services, areaDeliveryFee: number) {
  return { config: readPricingConfig(services.db.orm, services.settings()), areaDeliveryFee };
}

export function projectView(
  services: Services,
  open: OpenDraft | null,
  stored: DraftData,
  sent: SaveView["sent"],
  asked: string | null = null,
): ProjectView {
  const settings = services.settings();
  const order = open?.order ?? null;
  const { data, line } = opened(stored, asked);
  const { size, material, quantity, notes } = fitLine(data, settings, sizesOf(services.catalogue().prices));
  const [smallest] = services.catalogue().sizes;
  const asAsked = Object.keys(notes).length === 0;
  return {
    values: {
      projectType: data.projectType,
      businessType: data.businessType,
      wasteTypes: data.wasteTypes,
      materialCategory: material,
      dumpsterSize: size === null ? "" : String(size),
      quantity: String(quantity),
    },
    ...(!asAsked && { notes }),
    zip: data.zip,
    line,
    lineWords: data.cart.length > 0 ? openedWords(line, size) : null,
    cartSeen: cartKey(data),
    cart: cartLines(data),
    answered: materialAnswerOf(data),
    // A draft's own price is that of the line as it was asked for.
    price: order && asAsked && order.lines.length > 0 ? order.price : null,
    pricing: pricing(services, order?.area?.delivery_fee ?? 0),
    rentalDays: data.rentalDays,
    figures: choiceFiguresOf(settings, services.catalogue()),
    projects: PROJECT_TYPES,
    businessTypes: BUSINESS_TYPE_WORDS,
    wasteTypes: WASTE_TYPES,
    heavyNotes: smallest ? heavyNotes(settings, smallest) : [],
    rules: materialRules(),
    maxQuantity: settings.maxQuantityPerLine,
    save: saveView(services, open, sent),
  };
}

/** What the first step says of a ZIP where we do not deliver, before anything is filled in; null where we do. */
export function outsideView(services: Services, open: OpenDraft | null, zip: string): OutsideView | null {
  const found = zip === "" ? null : checkZip(services.db.orm, zip);
  if (!found || found.isServiced) return null;
  const callBack = open ? `${paths.book.callback(open.draft.id)}&why=outside_area` : paths.book.outsideArea(zip);
  const otherwise = "Is the dumpster for another address? You enter its ZIP on the next step. Otherwise";
  return { zip, message: found.message, otherwise, callBack };
}

const DAYS_OFFERED = 5;
const DAYS_WITH_WINDOWS = 10;

export function scheduleView(services: Services, open: OpenDraft, sent: SaveView["sent"]): ScheduleView {
  const {
    settings,
    draft: { data },
    order,
  } = open;
  const now = services.clock.now();
  const context = scheduleContext(settings, now);
  const [firstDay, lastDay] = [firstDeliveryDay(context), lastDeliveryDay(context)];
  // A pickup that falls on closed days moves on by a few.
  const lastPickup = addDays(lastDay, settings.maxRentalDays + 31);
  return {
    values: {
      zip: data.zip,
      address: data.address,
      city: data.city || (findZip(services.db.orm, data.zip)?.city ?? ""),
      deliveryDate: data.deliveryDate,
      deliveryTime: data.deliveryTime,
      rentalDays: String(data.rentalDays),
      flexibleExtension: data.flexibleExtension ? "on" : "",
      ecoFriendlyOptions: data.ecoFriendlyOptions ? "on" : "",
      specialInstructions: data.specialInstructions,
      placement: data.placement,
      associationApproval: data.associationApproval ? "on" : "",
      firstName: data.contactInfo.firstName,
      lastName: data.contactInfo.lastName,
      phone: data.contactInfo.phone,
      email: data.contactInfo.email,
      smsConsent: data.smsConsent ? "on" : "",
    },
    county: data.county || null,
    firstDay,
    lastDay,
    days: offeredDays(services, open, context),
    lines: order.lines,
    price: order.price,
    pricing: pricing(services, order.area?.delivery_fee ?? 0),
    pickupDay: order.schedule?.pickupDate ?? pickupOf(data, context, settings),
    calendar: {
      deliveryWeekdays: settings.deliveryWeekdays,
      holidays: settings.holidays.filter((on) => on >= firstDay && on <= lastPickup),
    },
    weekdays: daysInWords(settings.deliveryWeekdays),
    maxRentalDays: settings.maxRentalDays,
    figures: priceFiguresOf(settings),
    save: saveView(services, open, sent),
  };
}

/** Where the day is chosen and the delivery time is not yet; null for a day that is refused. */
function pickupOf({ deliveryDate, rentalDays }: DraftData, context: ScheduleContext, settings: Settings): Day | null {
  const on = parseDay(deliveryDate);
  return on && deliveryDayProblem(on, context) === null ? pickupDay(on, rentalDays, settings) : null;
}

function offeredDays({ db: { orm } }: Services, open: OpenDraft, context: ScheduleContext): DayOffer[] {
  const {
    settings,
    draft: { data },
    order,
    booking,
  } = open;
  const own = booking ? (findLiveHold(orm, booking.id) ?? null) : null;
  const first = firstDeliveryDay(context);
  const offered = daysWithRoom(orm, settings, order, data, first, context, DAYS_OFFERED, own);
  const next = Array.from({ length: 30 }, (_, i) => addDays(first, i))
    .filter((on) => isOpenDay(on, settings))
    .slice(0, DAYS_WITH_WINDOWS);
  const chosen = parseDay(data.deliveryDate);
  const known = [
    ...new Set([...next, ...offered, ...(chosen && chosen >= first && isOpenDay(chosen, settings) ? [chosen] : [])]),
  ].sort();
  return listWindows(orm, settings, known, order.price.totalUnits, context, own).map((day) => ({
    ...day,
    windows: withOwnWindow(day, open),
    offered: offered.includes(day.day),
  }));
}

/** The window that staff gave to this very order is its own, however full it is. */
function withOwnWindow({ day, windows }: DayWindows, { rights, draft: { data } }: OpenDraft): DayWindows["windows"] {
  const own =
    rights.has("full_window") && day === data.deliveryDate
      ? DELIVERY_WINDOW_IDS.find((id) => id === data.deliveryTime)
      : undefined;
  return own && windows[own] === "full" ? { ...windows, [own]: "open" } : windows;
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

/** Where each line of the order is changed, in their order; none where a line is not the draft's any more. */
function editLinks({ id, data }: OpenDraft["draft"]): string[] {
  return allLines(data).map((_, at) => paths.book.project(id, at));
}

export function agreementView(services: Services, open: OpenDraft, sent: SaveView["sent"]): AgreementStepView {
  if (!open.unsigned) throw new Error("nothing to sign yet");
  const { view } = open.unsigned;
  const { id, data, preparedBy } = open.draft;
  // Who signs what the office prepared has its address only, not the draft.
  const isOwn = preparedBy === null;
  return {
    order: {
      ...orderView(data, open.order, open.booking?.booking_number ?? null),
      ...(isOwn && { edit: editLinks(open.draft) }),
    },
    change: isOwn ? { project: paths.book.project(id), schedule: paths.book.schedule(id) } : null,
    figures: priceFiguresOf(open.settings),
    sections: view.sections,
    termsVersion: view.termsVersion,
    contentSha256: view.contentSha256,
    changes: changesSinceSigned(services.db.orm, open),
    values: {},
    save: saveView(services, open, sent),
  };
}

/** What is different from what was signed before, in words; null when nothing was signed. */
function changesSinceSigned(orm: Orm, { booking, unsigned, signed }: OpenDraft): string[] | null {
  const agreement = booking && unsigned && !signed ? findAgreement(orm, booking.id) : null;
  return agreement && unsigned ? whatChanged(agreement.view, unsigned.view) : null;
}

export function paymentView(services: Services, open: OpenDraft, sent: SaveView["sent"]): PaymentView {
  const { draft, order, settings, booking } = open;
  const facts = termsFacts(settings);
  const hold = booking ? findLiveHold(services.db.orm, booking.id) : undefined;
  const checkout = hold && booking ? findOpenCheckout(services.db.orm, booking.id) : null;
  return {
    order: { ...orderView(draft.data, order, booking?.booking_number ?? null), edit: editLinks(draft) },
    figures: priceFiguresOf(settings),
    costMore: whatCouldCostMore(
      { total: order.price.total, lines: order.lines, msToWindowStart: windowStart(order) - services.clock.now() },
      facts,
    ),
    cardConsentText: cardConsentText(facts),
    heldUntil: checkout ? formatTime(checkout.expires_at) : null,
    change: {
      project: paths.book.project(draft.id),
      schedule: paths.book.schedule(draft.id),
      agreement: paths.book.agreement(draft.id),
    },
    values: {},
    save: saveView(services, open, sent),
  };
}
