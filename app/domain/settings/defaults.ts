import { day, type Day } from "../kernel/days";
import type { Settings } from "./schema";

/** The days on which hauliers and landfills here are closed. July 4, 2027 is a Sunday, closed anyway. */
const HOLIDAYS: Day[] = [
  "2026-01-01",
  "2026-05-25",
  "2026-07-04",
  "2026-09-07",
  "2026-11-26",
  "2026-12-25",
  "2027-01-01",
  "2027-05-31",
  "2027-07-05",
  "2027-09-06",
  "2027-11-25",
  "2027-12-25",
  "2028-01-01",
  "2028-05-29",
  "2028-07-04",
  "2028-09-04",
  "2028-11-23",
  "2028-12-25",
].map(day);

/**
 * What holds until an admin changes it in the CRM. Prices, fees and limits are the specification's (section 9), the
 * operating figures domain.md's. Name, phone (a 555-01xx number) and address are invented.
 */
export const DEFAULT_SETTINGS: Settings = {
  businessName: "Sunline Roll-Off",
  legalName: "Sunline Roll-Off LLC",
  phone: "(407) 555-0142",
  email: "office@example.com",
  address: { street: "2400 Sunline Yard Road", city: "Orlando", state: "FL", zip: "32809" },
  hoursLabel: "8AM to 5PM",
  structuredHours: {
    days: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"],
    opens: "08:00",
    closes: "18:00",
  },
  licenseNumber: "",
  insuranceNumber: "",
  photographs: [],
  reviews: [],
  zipClaim: 197,

  prices: { 15: 32900, 20: 37900, 25: 43900 },
  discountPercent: 0,
  taxRate: 0.08,
  deliveryFee: 0,
  haulFees: { 15: 9500, 20: 9500, 25: 9500 },
  defaultHaulFee: 9500,
  extensionPerDay: 2500,
  materials: {},
  includedDays: 7,

  includedTons: 1,
  maxTons: 3,
  overagePerTon: 7000,
  landfillPerTon: 3500,
  dryRunFee: 15000,
  prohibitedItemFee: 9500,
  lightCleaningFee: 3500,
  tamperFee: 100000,
  cancellation: { freeHours: 48, lateHours: 24, latePercent: 10, lastPercent: 20 },
  noticeHours: 24,

  accessWaitMinutes: 15,
  moveNoticeMinutes: 10,

  windowCapacity: 6,
  sameDayCutoffMinute: 12 * 60,
  deliveryWeekdays: [1, 2, 3, 4, 5, 6],
  holidays: HOLIDAYS,
  bookingHorizonDays: 90,
  flexibleExtensionDays: 3,

  maxUnitsPerBooking: 10,
  maxQuantityPerLine: 5,
  maxRentalDays: 30,
  holdMinutes: 40,
  maxHoldsPerEmail: 3,
  draftDays: 14,
  quoteDays: 7,
  quoteHoldPercent: 50,
  logDays: 90,
  agreementClause: "",
  invoiceNote: "",
  invoicesEnabled: true,
  callRecording: false,

  closings: [],
};
