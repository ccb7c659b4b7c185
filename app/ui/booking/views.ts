import type { MaterialAnswer } from "~/domain/pricing/material-advice";
import type { MaterialRules } from "~/domain/pricing/material-texts";
import type { BusinessTypeWords, ProjectType, WasteType } from "~/domain/pricing/waste-types";
import type { Chosen, MaterialId, OrderLine, PricingConfig, PricingResult } from "~/domain/pricing/types";
import type { DeliveryWindowId } from "~/domain/schedule/rules";
import type { AgreementSection } from "~/domain/documents/views";
import type { Day } from "~/domain/kernel/days";
import type { Cents } from "~/domain/kernel/money";
import type { CostMore } from "~/domain/records/cost-more";
import type { Settings } from "~/domain/settings/schema";
import type { Notes, Values } from "../form/values";
import type { ChoiceFigures, PriceFigures } from "../frame/figures";

import type { UndeliverableView } from "./Undeliverable";

/** What the booking's loaders give to the step components: plain JSON; money in cents, days as New York dates. */

/** What the live price needs in the browser. The server prices again at every step. */
export interface Pricing {
  config: PricingConfig;
  /** The service area's own fee; 0 while the ZIP is unknown. */
  areaDeliveryFee: Cents;
}

/** The "save and finish later" block. */
export interface SaveView {
  /** The whole address of /book/resume?key=…; null before the draft exists. */
  resumeUrl: string | null;
  /** Where the link can be sent (`intent=email-link`); null while no email address is known. */
  email: string | null;
  /** The link has just been sent, or was sent so often that it is not sent now; null when nobody asked. */
  sent: "just" | "often" | null;
}

export interface ProjectView {
  /** projectType, businessType, wasteTypes, materialCategory, dumpsterSize, quantity: the line being typed. */
  values: Values;
  /** Where the line is not as it was asked for: field → what was done and why. */
  notes?: Notes;
  /** The draft's version, where its material has just become a very heavy one by an answer: its size is to be looked at once more, says its note. Else 0. */
  turnedHeavy?: number;
  /** Known from the ZIP check on the home page; else empty. */
  zip: string;
  /** Which line the form is about (hidden field): "", "new", its place in the order, or "none": there is no form then. */
  line: string;
  /** Over the form of one dumpster of several, and on the buttons that lead back without it and with it; null: none. */
  lineWords: { heading: string; close: string; save: string } | null;
  /** The cart as this page shows it (hidden field). */
  cartSeen: string;
  /** The lines beside the one in the form, each with its place in the whole order. */
  cart: (OrderLine & { at: number })[];
  /** What was just done to the order; null when there is nothing to say. */
  cartNote: string | null;
  /** What was said about the material when it was asked; null while it holds no more. */
  answered: MaterialAnswer | null;
  /**
   * Cart and typed line together; null while there is no line, and for a line with notes: then the shown values are
   * priced.
   */
  price: PricingResult | null;
  pricing: Pricing;
  /** What was chosen for all dumpsters, on the schedule's form. */
  chosen: Chosen;
  figures: ChoiceFigures;
  /** The catalogues as this page needs them: their words are not loaded with the scripts. */
  projects: readonly ProjectType[];
  businessTypes: readonly BusinessTypeWords[];
  wasteTypes: readonly WasteType[];
  /** Of what is very heavy, and of what is agreed on by phone. */
  heavyNotes: { material: MaterialId; only: string; words: string }[];
  /** What each material is, and what must stay out of it. */
  rules: MaterialRules[];
  maxQuantity: number;
  /** As the schedule's. */
  seen?: number;
  save: SaveView;
}

/** A ZIP where we do not deliver, in the words of the ZIP check. */
export interface OutsideView {
  zip: string;
  message: string;
  /** What comes before the link to the call-back. */
  otherwise: string;
  /** Where a call-back can be asked for. */
  callBack: string;
}

export type WindowState = "open" | "full" | "started";

/** An open delivery day and its windows. */
export interface DayOffer {
  day: Day;
  /** Whether the dumpsters are free as well: a day to choose. */
  offered: boolean;
  windows: Record<DeliveryWindowId, WindowState>;
}

export interface ScheduleView {
  /** The fields of the schedule step by their names. */
  values: Values;
  /** "Orange", once the ZIP is known. */
  county: string | null;
  firstDay: Day;
  lastDay: Day;
  /** The next open days, soonest first, those with room for the whole order offered; and the chosen day. */
  days: DayOffer[];
  lines: OrderLine[];
  price: PricingResult;
  pricing: Pricing;
  /** Null until a delivery day is chosen. */
  pickupDay: Day | null;
  calendar: Pick<Settings, "deliveryWeekdays" | "holidays">;
  /** "Monday to Saturday" */
  weekdays: string;
  maxRentalDays: number;
  figures: PriceFigures;
  /** Whether the order goes on its customer's account, as it stands: no card is asked for then. */
  onAccount: boolean;
  /** Of an order that the office prepared: the version that this page was made from (hidden field). */
  seen?: number;
  save: SaveView;
}

/** The order in words, for agreement and review. */
export interface OrderView {
  bookingNumber: string | null;
  projectType: string;
  wasteTypes: string[];
  /** Street, then "Orlando, FL 32801", then the county where known. */
  address: string[];
  deliveryDay: Day;
  windowLabel: string;
  pickupDay: Day;
  rentalDays: number;
  contact: { name: string; email: string; phone: string };
  flexibleExtension: boolean;
  ecoFriendlyOptions: boolean;
  smsConsent: boolean;
  specialInstructions: string;
  /** "On the street" */
  placement: string;
  /** What the place wants, as it was said where it was chosen; null for one that wants nothing. */
  placementNeeds: string | null;
  associationApproval: boolean;
  price: PricingResult;
  /** Where each dumpster of the price is changed; none where nobody may. */
  edit?: string[];
}

export interface AgreementStepView {
  order: OrderView;
  figures: PriceFigures;
  sections: readonly AgreementSection[];
  termsVersion: string;
  /** What this page shows, as a hash: the signature counts for exactly this content (hidden field `seen`). */
  contentSha256: string;
  /** What is different from what was signed before; null for a first signature. */
  changes: string[] | null;
  /** Where it goes on, while the signature that is there holds; null without one. */
  signedUrl: string | null;
  /** How it is paid, where it goes on the customer's account. */
  account: string | null;
  /**
   * Until when the office's price can be signed ("until November 30, 2026, 8:00 am"); null where it made none. Of an order
   * whose price is not fixed (`isFixed`) only the link ends then.
   * `untaxedUntil`: the last day of the tax exemption that it has, where that ends sooner.
   */
  quote: { until: string; isOver: boolean; isFixed: boolean; untaxedUntil: string | null } | null;
  /** Where the office writes as well: the version that the page shows, and the key that opened it, where one did. */
  office: { version: number; key: string | null } | null;
  /** Why it cannot be signed as it stands any more; null while it can. */
  undeliverable: UndeliverableView | null;
  /** Addresses of the steps, for "Change"; null for what the office prepared. */
  change: { project: string; schedule: string } | null;
  /** signatureName, agree. */
  values: Values;
  save: SaveView;
}

export interface PaymentView {
  order: OrderView;
  figures: PriceFigures;
  costMore: CostMore;
  cardConsentText: string;
  /** Why it cannot be paid as it stands any more; null while it can. */
  undeliverable: UndeliverableView | null;
  /** A card was refused on the payment page that is open. */
  declined?: string;
  /** "until 3:42 pm": the hold's end; null while nothing is held. */
  heldUntil: string | null;
  /** Addresses of the steps, for "Change"; null for a booking that staff made. */
  change: { project: string; schedule: string; agreement: string } | null;
  /** cardConsent. */
  values: Values;
  save: SaveView;
}

export interface CallbackView {
  reason: "consultation" | "outside_area" | "minimum_order" | "large_order" | "call_back";
  /** A sentence of the server's own: the ZIP message, the minimum, the material. */
  detail?: string;
  /** What was asked for so far, in words. */
  summary: string[];
  /** name, phone, email, zip, message. */
  values: Values;
  /** The request is in: who we call, and where. */
  sent?: { name: string; phone: string };
}
