import type { Orm } from "#db/client.server";
import { readDraftData, type DraftData } from "../draft/data";
import { findDraft } from "../draft/drafts.server";
import { listItems, type Booking } from "../order/bookings.server";
import { readChosen } from "../../pricing/rules";
import type { Settings } from "../../settings/schema";

/**
 * What an order has to begin with so that it is the same as a booking, for the same person and place: everything but its
 * days, which are chosen anew, and its signature and consents, which are asked for anew.
 */
export function sameAgain(orm: Orm, settings: Settings, booking: Booking): DraftData {
  const typed = booking.draft_id ? findDraft(orm, booking.draft_id)?.data : undefined;
  const { first_name: firstName, last_name: lastName, phone, email } = booking;
  return readDraftData({
    ...typed,
    cart: listItems(orm, booking.id).map((item) => ({
      dumpsterSize: item.size_yards,
      quantity: item.quantity,
      materialCategory: item.material_category,
    })),
    dumpsterSize: null,
    ...readChosen(
      (name) => (name === "rentalDays" ? booking.rental_duration_days : undefined),
      settings.maxRentalDays,
      settings.includedDays,
    ),
    projectType: booking.project_type,
    businessType: booking.business_type,
    wasteTypes: booking.waste_types,
    zip: booking.zip,
    address: booking.address,
    city: booking.city,
    county: booking.county,
    placement: booking.placement,
    associationApproval: booking.association_approval,
    specialInstructions: booking.special_instructions,
    gateCode: booking.gate_code,
    flexibleExtension: booking.flexible_extension,
    ecoFriendlyOptions: booking.eco_friendly_options,
    contactInfo: { firstName, lastName, phone, email },
    deliveryDate: "",
    deliveryTime: "",
  });
}
