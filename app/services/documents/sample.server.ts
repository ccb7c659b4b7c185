import { readDraftData } from "~/domain/booking/draft/data";
import { describeOrder } from "~/domain/booking/order/order.server";
import { draftAgreement } from "~/domain/documents/agreement.server";
import { agreementHtml } from "~/domain/documents/agreement-html";
import { invoiceHtml } from "~/domain/documents/invoice-html";
import { invoiceView } from "~/domain/documents/invoice-view.server";
import { addDays } from "~/domain/kernel/days";
import type { Deed } from "~/domain/kernel/deed";
import { dayAt } from "~/domain/kernel/time.server";
import { nextOpenDay } from "~/domain/schedule/rules";
import type { Settings } from "~/domain/settings/schema";
import type { Services } from "~/services.server";
import { website } from "../payments/checkout.server";

const NUMBER = "DMP-0000-000000";

/**
 * An agreement or invoice as it would be printed with these settings: of an order that nobody has made, with names that
 * are nobody's. Null while no size is on offer.
 */
export function printSample(
  services: Pick<Services, "catalogue" | "config" | "db">,
  deed: Deed,
  settings: Settings,
  paper: "agreement" | "invoice",
): string | null {
  const size = services.catalogue().sizes.at(1) ?? services.catalogue().sizes.at(0);
  if (!size) return null;
  const data = readDraftData({
    projectType: "renovation",
    cart: [{ dumpsterSize: size.size, quantity: 1, materialCategory: "general" }],
    zip: settings.address.zip,
    city: settings.address.city,
    address: "100 Sample Street",
    deliveryDate: nextOpenDay(addDays(dayAt(deed.now), 3), settings),
    deliveryTime: "morning",
    rentalDays: settings.includedDays,
    contactInfo: { firstName: "Sample", lastName: "Customer", phone: "(407) 555-0100", email: "sample@example.com" },
  });
  const order = describeOrder(services.db.orm, settings, data);
  if (paper === "agreement") {
    const agreement = draftAgreement(settings, data, order, NUMBER, website(services));
    return agreement && agreementHtml({ ...agreement.view, signature: null });
  }
  if (!order.schedule) return null;
  const booking = {
    booking_number: NUMBER,
    first_name: data.contactInfo.firstName,
    last_name: data.contactInfo.lastName,
    email: data.contactInfo.email,
    phone: "+14075550100",
    phone_extension: null,
    address: data.address,
    city: data.city,
    zip: data.zip,
    scheduled_delivery_date: order.schedule.deliveryDate,
    delivery_time_window: order.schedule.window,
    scheduled_pickup_date: order.schedule.pickupDate,
    rental_duration_days: data.rentalDays,
    price: order.price,
    total_amount: order.price.total,
    account_days: null,
    flexible_extension: false,
    paid_at: deed.now,
  };
  return invoiceHtml(invoiceView(settings, booking, "INV-0000-000000", deed, website(services)));
}
