import type { CartLine } from "~/domain/booking/draft-data";
import type { BookingStatus } from "~/domain/booking/transitions";

/** One booking of the sandbox's month: invented people, real ZIP codes, days relative to the start. */
export interface SeedBooking {
  /** How far it has come. */
  until: BookingStatus;
  orderedHoursAgo: number;
  deliversInDays: number;
  firstName: string;
  lastName: string;
  zip: string;
  address: string;
  projectType: string;
  wasteTypes: string[];
  window: "morning" | "afternoon" | "anytime";
  days: number;
  lines: CartLine[];
}

/** In the order in which they were made, so that numbers and dates agree. */
export const SEED_BOOKINGS: readonly SeedBooking[] = [
  { until: "completed", orderedHoursAgo: 816, deliversInDays: -28, firstName: "Maria", lastName: "Gonzalez", zip: "32801", address: "100 Lake Ivanhoe Drive", projectType: "home_cleanout", wasteTypes: ["household_items", "appliances"], window: "morning", days: 7, lines: [{ dumpsterSize: 20, quantity: 1, materialCategory: "general" }] },
  { until: "completed", orderedHoursAgo: 720, deliversInDays: -26, firstName: "James", lastName: "Whitaker", zip: "32803", address: "137 Magnolia Avenue", projectType: "renovation", wasteTypes: ["flooring", "construction_materials"], window: "afternoon", days: 7, lines: [{ dumpsterSize: 15, quantity: 1, materialCategory: "concrete" }] },
  { until: "completed", orderedHoursAgo: 648, deliversInDays: -24, firstName: "Latoya", lastName: "Brooks", zip: "32806", address: "174 Conway Road", projectType: "construction", wasteTypes: ["construction_materials", "mixed_debris"], window: "anytime", days: 7, lines: [{ dumpsterSize: 25, quantity: 1, materialCategory: "mixed_construction" }] },
  { until: "completed", orderedHoursAgo: 600, deliversInDays: -21, firstName: "Carmen", lastName: "Rivera", zip: "32822", address: "248 Curry Ford Road", projectType: "home_cleanout", wasteTypes: ["household_items", "appliances"], window: "afternoon", days: 7, lines: [{ dumpsterSize: 20, quantity: 2, materialCategory: "general" }] },
  { until: "completed", orderedHoursAgo: 528, deliversInDays: -18, firstName: "Daniel", lastName: "Kowalski", zip: "32825", address: "285 Neptune Road", projectType: "renovation", wasteTypes: ["flooring", "construction_materials"], window: "anytime", days: 7, lines: [{ dumpsterSize: 15, quantity: 1, materialCategory: "heavy" }, { dumpsterSize: 20, quantity: 1, materialCategory: "wood" }] },
  { until: "cancelled", orderedHoursAgo: 480, deliversInDays: -12, firstName: "Ethan", lastName: "Nguyen", zip: "32808", address: "211 Semoran Boulevard", projectType: "business_cleanout", wasteTypes: ["office_cleanout", "warehouse_cleanout"], window: "morning", days: 14, lines: [{ dumpsterSize: 20, quantity: 1, materialCategory: "roofing" }] },
  { until: "balance_due", orderedHoursAgo: 480, deliversInDays: -16, firstName: "Priya", lastName: "Shah", zip: "32828", address: "322 Bay Street", projectType: "construction", wasteTypes: ["construction_materials", "mixed_debris"], window: "morning", days: 7, lines: [{ dumpsterSize: 15, quantity: 1, materialCategory: "yard" }] },
  { until: "expired", orderedHoursAgo: 408, deliversInDays: -6, firstName: "Marcus", lastName: "Bell", zip: "32835", address: "359 Wekiva Trail", projectType: "business_cleanout", wasteTypes: ["office_cleanout", "warehouse_cleanout"], window: "afternoon", days: 14, lines: [{ dumpsterSize: 20, quantity: 1, materialCategory: "furniture" }] },
  { until: "awaiting_settlement", orderedHoursAgo: 360, deliversInDays: -11, firstName: "Olivia", lastName: "Hart", zip: "34741", address: "396 Red Bug Lake Road", projectType: "home_cleanout", wasteTypes: ["household_items", "appliances"], window: "anytime", days: 7, lines: [{ dumpsterSize: 25, quantity: 1, materialCategory: "general" }] },
  { until: "out_for_pickup", orderedHoursAgo: 288, deliversInDays: -7, firstName: "Samuel", lastName: "Okafor", zip: "34744", address: "433 Palm Avenue", projectType: "renovation", wasteTypes: ["flooring", "construction_materials"], window: "morning", days: 7, lines: [{ dumpsterSize: 15, quantity: 1, materialCategory: "metal" }] },
  { until: "on_site", orderedHoursAgo: 288, deliversInDays: -9, firstName: "Tomas", lastName: "Herrera", zip: "32701", address: "507 Magnolia Avenue", projectType: "business_cleanout", wasteTypes: ["office_cleanout", "warehouse_cleanout"], window: "anytime", days: 14, lines: [{ dumpsterSize: 15, quantity: 1, materialCategory: "concrete" }] },
  { until: "pickup_failed", orderedHoursAgo: 264, deliversInDays: -8, firstName: "Grace", lastName: "Lindqvist", zip: "34746", address: "470 Lake Ivanhoe Drive", projectType: "construction", wasteTypes: ["construction_materials", "mixed_debris"], window: "afternoon", days: 7, lines: [{ dumpsterSize: 20, quantity: 1, materialCategory: "general" }] },
  { until: "on_site", orderedHoursAgo: 192, deliversInDays: -5, firstName: "Hannah", lastName: "Pruitt", zip: "32707", address: "544 Conway Road", projectType: "home_cleanout", wasteTypes: ["household_items", "appliances"], window: "morning", days: 7, lines: [{ dumpsterSize: 25, quantity: 1, materialCategory: "mixed_construction" }] },
  { until: "pickup_requested", orderedHoursAgo: 168, deliversInDays: -4, firstName: "Wendy", lastName: "Castellano", zip: "32746", address: "618 Curry Ford Road", projectType: "construction", wasteTypes: ["construction_materials", "mixed_debris"], window: "anytime", days: 10, lines: [{ dumpsterSize: 20, quantity: 2, materialCategory: "general" }] },
  { until: "on_site", orderedHoursAgo: 144, deliversInDays: -3, firstName: "Andre", lastName: "Baptiste", zip: "32714", address: "581 Semoran Boulevard", projectType: "renovation", wasteTypes: ["flooring", "construction_materials"], window: "afternoon", days: 7, lines: [{ dumpsterSize: 20, quantity: 1, materialCategory: "roofing" }] },
  { until: "on_site", orderedHoursAgo: 120, deliversInDays: -1, firstName: "Isaac", lastName: "Feldman", zip: "32765", address: "655 Neptune Road", projectType: "business_cleanout", wasteTypes: ["office_cleanout", "warehouse_cleanout"], window: "morning", days: 14, lines: [{ dumpsterSize: 15, quantity: 1, materialCategory: "heavy" }, { dumpsterSize: 20, quantity: 1, materialCategory: "wood" }] },
  { until: "delivery_failed", orderedHoursAgo: 96, deliversInDays: -1, firstName: "Rosa", lastName: "Delgado", zip: "32771", address: "692 Bay Street", projectType: "home_cleanout", wasteTypes: ["household_items", "appliances"], window: "afternoon", days: 7, lines: [{ dumpsterSize: 15, quantity: 1, materialCategory: "yard" }] },
  { until: "out_for_delivery", orderedHoursAgo: 70, deliversInDays: 0, firstName: "Kevin", lastName: "Tran", zip: "32789", address: "729 Wekiva Trail", projectType: "renovation", wasteTypes: ["flooring", "construction_materials"], window: "anytime", days: 7, lines: [{ dumpsterSize: 20, quantity: 1, materialCategory: "furniture" }] },
  { until: "out_for_delivery", orderedHoursAgo: 60, deliversInDays: 0, firstName: "Bethany", lastName: "Moore", zip: "32792", address: "766 Red Bug Lake Road", projectType: "construction", wasteTypes: ["construction_materials", "mixed_debris"], window: "morning", days: 10, lines: [{ dumpsterSize: 25, quantity: 1, materialCategory: "general" }] },
  { until: "confirmed", orderedHoursAgo: 55, deliversInDays: 0, firstName: "Luis", lastName: "Ortega", zip: "34787", address: "803 Palm Avenue", projectType: "business_cleanout", wasteTypes: ["office_cleanout", "warehouse_cleanout"], window: "afternoon", days: 14, lines: [{ dumpsterSize: 15, quantity: 1, materialCategory: "metal" }] },
  { until: "confirmed", orderedHoursAgo: 50, deliversInDays: 1, firstName: "Naomi", lastName: "Fisher", zip: "32801", address: "840 Lake Ivanhoe Drive", projectType: "home_cleanout", wasteTypes: ["household_items", "appliances"], window: "anytime", days: 7, lines: [{ dumpsterSize: 20, quantity: 1, materialCategory: "general" }] },
  { until: "confirmed", orderedHoursAgo: 44, deliversInDays: 1, firstName: "Patrick", lastName: "Dolan", zip: "32803", address: "877 Magnolia Avenue", projectType: "renovation", wasteTypes: ["flooring", "construction_materials"], window: "morning", days: 7, lines: [{ dumpsterSize: 15, quantity: 1, materialCategory: "concrete" }] },
  { until: "confirmed", orderedHoursAgo: 40, deliversInDays: 2, firstName: "Angela", lastName: "Rossi", zip: "32806", address: "914 Conway Road", projectType: "construction", wasteTypes: ["construction_materials", "mixed_debris"], window: "afternoon", days: 10, lines: [{ dumpsterSize: 25, quantity: 1, materialCategory: "mixed_construction" }] },
  { until: "confirmed", orderedHoursAgo: 30, deliversInDays: 4, firstName: "Curtis", lastName: "Wade", zip: "32808", address: "951 Semoran Boulevard", projectType: "business_cleanout", wasteTypes: ["office_cleanout", "warehouse_cleanout"], window: "anytime", days: 14, lines: [{ dumpsterSize: 20, quantity: 1, materialCategory: "roofing" }] },
  { until: "cancelled", orderedHoursAgo: 30, deliversInDays: 9, firstName: "Robert", lastName: "Aldridge", zip: "32835", address: "1099 Wekiva Trail", projectType: "business_cleanout", wasteTypes: ["office_cleanout", "warehouse_cleanout"], window: "morning", days: 14, lines: [{ dumpsterSize: 20, quantity: 1, materialCategory: "furniture" }] },
  { until: "paid_pending_scheduling", orderedHoursAgo: 20, deliversInDays: 2, firstName: "Yolanda", lastName: "Price", zip: "32822", address: "988 Curry Ford Road", projectType: "home_cleanout", wasteTypes: ["household_items", "appliances"], window: "morning", days: 7, lines: [{ dumpsterSize: 20, quantity: 2, materialCategory: "general" }] },
  { until: "paid_pending_scheduling", orderedHoursAgo: 12, deliversInDays: 3, firstName: "Gavin", lastName: "Schultz", zip: "32825", address: "1025 Neptune Road", projectType: "renovation", wasteTypes: ["flooring", "construction_materials"], window: "afternoon", days: 7, lines: [{ dumpsterSize: 15, quantity: 1, materialCategory: "heavy" }, { dumpsterSize: 20, quantity: 1, materialCategory: "wood" }] },
  { until: "paid_pending_scheduling", orderedHoursAgo: 5, deliversInDays: 5, firstName: "Mei", lastName: "Chen", zip: "32828", address: "1062 Bay Street", projectType: "construction", wasteTypes: ["construction_materials", "mixed_debris"], window: "anytime", days: 10, lines: [{ dumpsterSize: 15, quantity: 1, materialCategory: "yard" }] },
  { until: "pending_payment", orderedHoursAgo: 3, deliversInDays: 4, firstName: "Sofia", lastName: "Marin", zip: "34741", address: "1136 Red Bug Lake Road", projectType: "home_cleanout", wasteTypes: ["household_items", "appliances"], window: "afternoon", days: 7, lines: [{ dumpsterSize: 25, quantity: 1, materialCategory: "general" }] },
  { until: "quoted", orderedHoursAgo: 2, deliversInDays: 6, firstName: "Derek", lastName: "Haines", zip: "34744", address: "1173 Palm Avenue", projectType: "renovation", wasteTypes: ["flooring", "construction_materials"], window: "anytime", days: 7, lines: [{ dumpsterSize: 15, quantity: 1, materialCategory: "metal" }] },
];

/**
 * The one booking that the home page's ?delete=true may delete: paid, with a dumpster that is set down in nine days.
 * Nobody's name, so that the office sees at once what it is.
 */
export const TEST_BOOKING: SeedBooking = {
  until: "confirmed", orderedHoursAgo: 1, deliversInDays: 9, firstName: "Test", lastName: "Booking", zip: "32801", address: "1 Test Street",
  projectType: "home_cleanout", wasteTypes: ["household_items"], window: "anytime", days: 7, lines: [{ dumpsterSize: 15, quantity: 1, materialCategory: "general" }],
};
