import { CALL_REASONS } from "~/domain/voice/labels";
import { ADMINS, ALL, everybody, HOLDER, OFFICE, OFFICE_CALL, OFFICE_NOTHING, PEOPLE, type Rule } from "./access-rules";

const NO_CALL: Rule = { ...OFFICE_CALL, staff: "nothing", admin: "nothing" };

export interface IntentRows {
  /** The pattern of the page that the table answers for. */
  page: string;
  /** Each intent, sent without any other field. */
  intents: Record<string, Rule>;
}

const alike = (rule: Rule, ...intents: string[]) => Object.fromEntries(intents.map((intent) => [intent, rule]));

/** Each exported table of intents (app/routes/…/*-intents.server.ts). */
export const INTENTS: Record<string, IntentRows> = {
  BOOKING_INTENTS: {
    page: "/crm/bookings/:number",
    intents: {
      ...alike(OFFICE, "note", "resend", "renew", "hold", "release", "permit", "cancel"),
      waive_ticket: ADMINS,
    },
  },
  // The order of the example has no account: a refusal, which is none of a right.
  NEW_BOOKING_INTENTS: { page: "/crm/bookings/new", intents: { lead: OFFICE } },
  // The lead of the example is none.
  LEAD_INTENTS: { page: "/crm/overview/leads/:id", intents: alike(OFFICE_NOTHING, "called", "close", "undo", "note") },
  PREPARED_INTENTS: {
    page: "/crm/bookings/:number/order",
    intents: alike(OFFICE, "resend", "renew", "account", "card"),
  },
  // Money outside the rules, checks, cash and what is given up are an admin's (domain.md, sections 3 and 5).
  GIVE_BACK_INTENTS: { page: "/crm/bookings/:number/refund", intents: { "give-back": ADMINS, "let-off": ADMINS } },
  RECEIPT_INTENTS: { page: "/crm/billing/receive/:id", intents: { record: ADMINS } },
  REFUND_INTENTS: { page: "/crm/billing/refunds", intents: alike(ADMINS, "again", "paid-out") },
  DISPUTE_INTENTS: {
    page: "/crm/billing/disputes/:id",
    intents: { answer: OFFICE_NOTHING, ...alike({ ...ADMINS, admin: "nothing" }, "accept", "write-off") },
  },
  TAKINGS_INTENTS: { page: "/crm/billing/takings", intents: { ask: OFFICE } },
  // The charge of the example is none. Waivers and the tamper charge are an admin's (domain.md, section 5).
  BILLING_INTENTS: {
    page: "/crm/billing",
    intents: {
      ...alike(OFFICE_NOTHING, "answer", "lower", "hold", "release", "void", "told", "proof", "run", "link"),
      ...alike({ ...ADMINS, admin: "nothing" }, "waive", "write_off", "approve"),
    },
  },
  ADD_CHARGE_INTENTS: { page: "/crm/billing/new", intents: { add: OFFICE } },
  VIEW_INTENTS: { page: "/crm/bookings/views", intents: alike(OFFICE, "keep", "rename", "remove") },
  // An exemption, and terms with a credit limit, are an admin's to grant (domain.md, 4.23).
  CUSTOMER_INTENTS: {
    page: "/crm/customers/:id",
    intents: {
      ...alike(OFFICE, "edit", "add-contact", "end-contact", "note", "stop-serving", "serve-again", "merge"),
      "undo-merge": OFFICE,
      // Merging where one has grants that the other has not is an admin's as well (routes/crm/customer.test.ts).
      ...alike(ADMINS, "facts", "confirm-contact"),
    },
  },
  AREA_INTENTS: {
    page: "/crm/service-areas/:id",
    intents: alike({ ...ADMINS, admin: "nothing" }, "save", "add", "remove"),
  },
  MAKE_AREA_INTENTS: { page: "/crm/service-areas", intents: alike(ADMINS, "make") },
  OVERVIEW_INTENTS: {
    page: "/crm/overview",
    intents: alike(OFFICE, "take", "give-back", "done", "snooze", "undo", "bring-back", "retry"),
  },
  // The job of the example is none.
  DISPATCH_INTENTS: {
    page: "/crm/dispatch",
    intents: {
      ...alike(OFFICE_NOTHING, "assign", "unassign", "dumpster"),
      move: OFFICE,
    },
  },
  DISPATCH_ORDER_INTENTS: { page: "/crm/dispatch", intents: alike(OFFICE, "order", "put") },
  DISPATCH_OFFER_INTENTS: {
    page: "/crm/dispatch",
    intents: { ...alike(OFFICE_NOTHING, "offer", "take-offer-back"), undo: OFFICE },
  },
  DISPATCH_DAY_INTENTS: { page: "/crm/dispatch", intents: alike(OFFICE, "auto", "accept", "drop", "copy") },
  DISPATCH_OUT_INTENTS: {
    page: "/crm/dispatch",
    intents: {
      ...alike(OFFICE, "recall", "hand-over"),
      ...alike(OFFICE_NOTHING, "en_route", "arrived", "serviced", "to_disposal", "at_disposal", "ticketed"),
      ...alike(OFFICE_NOTHING, "returned", "next_site", "completed", "dump_later", "attempted"),
    },
  },
  // The closure of the example is none.
  CLOSE_INTENTS: {
    page: "/crm/dispatch/close",
    intents: { ...alike(OFFICE, "close", "open"), undo: OFFICE_NOTHING },
  },
  DUMPSTER_INTENTS: { page: "/crm/inventory/:number", intents: { change: OFFICE } },
  ADD_DUMPSTER_INTENTS: { page: "/crm/inventory/new", intents: { add: OFFICE } },
  RECONCILE_INTENTS: { page: "/crm/inventory/reconcile", intents: { settle: OFFICE } },
  TRUCK_INTENTS: { page: "/crm/drivers/trucks", intents: { save: OFFICE } },
  FACILITY_INTENTS: { page: "/crm/drivers/facilities", intents: { save: OFFICE } },
  DRIVER_INTENTS: {
    page: "/crm/drivers/:id",
    intents: alike(OFFICE, "save", "off", "on", "day", "usual-day", "sign-out", "end", "back"),
  },
  INVITE_DRIVER_INTENTS: { page: "/crm/drivers", intents: alike(OFFICE, "invite", "withdraw") },
  // The job of the example is none.
  NEEDS_INTENTS: {
    page: "/crm/bookings/:number/needs",
    intents: { plan: OFFICE, pickup: OFFICE, keep: OFFICE, withdraw: OFFICE_NOTHING },
  },
  PHONE_INTENTS: { page: "/crm/dispatch/phones", intents: alike(OFFICE, "theirs", "ours") },
  CALLS_INTENTS: { page: "/crm/calls", intents: alike(OFFICE, "take", "wrap", "bind") },
  SETUP_INTENTS: { page: "/crm/pricing/:group", intents: alike(ADMINS, "look", "save", "withdraw") },
  TEAM_INTENTS: { page: "/crm/team", intents: alike(ADMINS, "invite", "withdraw", "role", "remove", "factor") },
  FLAG_INTENTS: { page: "/crm/settings/flags", intents: { switch: ADMINS } },
  ACCOUNT_INTENTS: {
    page: "/account",
    intents: alike(PEOPLE, "profile", "password", "email", "end", "others", "everywhere"),
  },
  FACTOR_INTENTS: {
    page: "/account/second-factor",
    intents: { begin: { ...OFFICE, driver: "denied" }, ...alike(PEOPLE, "enable", "codes", "off") },
  },
  // The payment of the example is none: everybody is sent back to its page.
  PAYMENT_INTENTS: { page: "/payment-success", intents: alike(ALL, "email", "invoice") },
  ACCESS_INTENTS: { page: "/manage-booking/access", intents: alike(HOLDER, "clearing", "reschedule") },
  PICKUP_INTENTS: { page: "/manage-booking/pickup", intents: alike(HOLDER, "request", "keep") },
  MANAGE_INTENTS: {
    page: "/manage-booking",
    intents: {
      ...alike(HOLDER, "lookup", "pay", "again"),
      // The change of the example is none: its owner is sent back to the booking.
      ...alike(everybody("look-up"), "sign-out", "pay-change", "drop-change"),
    },
  },
};

/** What a page says by a program's call: its body is right, so that only the right is asked for. */
export const CALLS: Record<string, { rule: Rule; json: (bookingId: string) => object }> = {
  "/realtime/broadcast": { rule: OFFICE_CALL, json: () => ({ topic: "office", kind: "test" }) },
  "/realtime/presence": { rule: OFFICE_CALL, json: (booking) => ({ booking }) },
  "/crm/voice/heartbeat": { rule: OFFICE_CALL, json: () => ({ ready: false }) },
  "/crm/voice/available": { rule: OFFICE_CALL, json: () => ({ is_available: false }) },
  "/crm/voice/typed": { rule: OFFICE_CALL, json: () => ({ values: {} }) },
  "/crm/voice/left": { rule: OFFICE_CALL, json: () => ({}) },
  // The call of the example is none.
  "/crm/voice/ring": { rule: NO_CALL, json: () => ({ call: "none" }) },
  "/crm/voice/bind": { rule: NO_CALL, json: () => ({ call: "none" }) },
  "/crm/voice/wrap": { rule: NO_CALL, json: () => ({ call: "none", note: "", reason: CALL_REASONS[0] }) },
};
