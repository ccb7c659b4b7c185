import { expect, it } from "vitest";
import type { EventAction } from "~/domain/events/happenings";
import { MESSAGE_STATE } from "~/domain/states/labels";
import { TOLD_OF_TRUCKS, type Sentence } from "../../../tests/support/told-of-trucks";
import { describeEvent, tellTimeline, type TimelineEntry } from "./timeline-words";

/** Each action as it is recorded, with the sentence that the office reads. The type refuses a missing one. */
const AREA = { area_name: "Orange County", delivery_fee: 0, minimum_order: 0, is_active: true };
const TABLE: { [A in EventAction]: Sentence<A> } = {
  ...TOLD_OF_TRUCKS,
  booking_made: [
    { to: "pending_payment", data: { booking_number: "DMP-2026-00001" } },
    "Booking DMP-2026-00001 made: Waiting for payment",
  ],
  booking_quoted: [
    { to: "quoted", data: { booking_number: "DMP-2026-00001" } },
    "Booking DMP-2026-00001 prepared: Quote ready",
  ],
  booking_moved: [{ from: "pending_payment", to: "cancelled" }, "Booking: Cancelled"],
  material_asked: [
    { data: { wasteTypes: ["roofing"], checked: ["roofing"], proposed: ["roofing"], answer: "general" } },
    "Customer was asked: Roofing checked, kept General debris",
  ],
  card_consent_given: [{}, "Agreed to the card on file"],
  card_replaced: [{ data: { was: "4242", is: "1881" } }, "Card on file replaced: ending in 1881"],
  place_described: [
    { data: { note: true, photos: 2, removed: 1 } },
    "Customer on the place, note changed, 2 pictures added, 1 taken away",
  ],
  note_written: [{}, "Note"],
  link_opened: [{}, "The link to sign was opened"],
  quote_renewed: [
    { data: { was: 40932, now: 42932, until: Date.UTC(2026, 11, 8, 5) } },
    "Price renewed: $429.32, before $409.32, good through Dec 7",
  ],
  order_corrected: [
    { data: { fields: [], changes: [{ field: "deliveryTime", was: "", is: "anytime" }] } },
    "Order put right: delivery time: nothing → Anytime (8AM - 5PM)",
  ],
  area_made: [{ data: { is: { ...AREA, delivery_fee: 2500 } } }, "Service area made: delivery fee $25.00; switched on"],
  area_changed: [
    { data: { was: AREA, is: { ...AREA, delivery_fee: 2500, is_active: false } } },
    "Service area: delivery fee: $0.00 → $25.00; switched off",
  ],
  area_zips_changed: [{ data: { added: ["32801", "32803"] } }, "ZIP codes added: 32801, 32803"],
  booking_edited: [
    {
      data: {
        changes: [
          { field: "phone", was: "(407) 555-0133", is: "(407) 555-0144" },
          { field: "placement", was: "driveway", is: "lot" },
          { field: "smsConsent", was: "on", is: "" },
        ],
      },
    },
    "Booking edited: phone: (407) 555-0133 → (407) 555-0144; placement: On the driveway → On a lot or yard; text messages: yes → no",
  ],
  view_kept: [
    { data: { name: "Out now", filter: "status=on_site", shared: true } },
    "View of everybody saved: Out now",
  ],
  view_renamed: [{ data: { was: "Out now", is: "At sites" } }, "View renamed: Out now → At sites"],
  view_removed: [{ data: { name: "At sites" } }, "View removed: At sites"],
  sent_again: [{ data: { what: "papers" } }, "The papers were sent again"],
  put_on_hold: [{}, "Put on hold"],
  taken_off_hold: [{}, "Taken off hold"],
  permit_kept: [
    { data: { permit_number: "C-1042", from: "2026-12-01", until: "2026-12-09" } },
    "Street permit C-1042: Tue, Dec 1 to Wed, Dec 9",
  ],
  additional_asked: [
    { data: { booking_number: "DMP-2026-00002" } },
    "Another dumpster asked for: booking DMP-2026-00002",
  ],
  test_booking_deleted: [
    { from: "confirmed", data: { booking_number: "DMP-2026-00003", invoice_numbers: [] } },
    "Test booking DMP-2026-00003 deleted",
  ],
  links_ended: [{ data: { reason: "signed_out" } }, "Links and cookies ended: signed out of the booking"],
  account_refused: [
    { data: { owed: 450_00, total: 409_32, limit: 500_00 } },
    "Not on account: $450.00 owed and $409.32 for this order are more than the limit of $500.00",
  ],
  right_granted: [
    { data: { right: "full_window" } },
    "Prepared by the office: they keep their delivery window even if it fills up before they pay",
  ],
  right_ended: [
    { data: { right: "price", reason: "other_order_signed" } },
    "Ended: a fixed price, another order was signed",
  ],
  unit_reserved: [{ to: "reserved", data: { unit_number: 2 } }, "Unit 2: Reserved"],
  unit_moved: [{ from: "reserved", to: "delivering", data: { unit_number: 2 } }, "Unit 2: On its way"],
  unit_rescheduled: [
    {
      data: {
        unit_number: 2,
        was: { delivery: "2026-12-03", window: "morning", pickup: "2026-12-10" },
        is: { delivery: "2026-12-08", window: "afternoon", pickup: "2026-12-15" },
      },
    },
    "Unit 2: moved to Tue, Dec 8, pickup Tue, Dec 15",
  ],
  job_paid_before: [{ data: { job: "swap", total: 100 } }, "Swap: planned again, paid before ($1.00)"],
  job_priced: [{ data: { job: "swap", total: 51192 } }, "Swap: said to cost $511.92, not charged yet"],
  dumpster_added: [{ data: { number: "20-15", size: 20 } }, "Dumpster 20-15 added, 20 yards"],
  dumpster_changed: [
    { data: { number: "20-15", changes: [{ field: "location", was: "yard", is: "shop" }] } },
    "Dumpster 20-15: place: In the yard → In the shop",
  ],
  number_settled: [
    { data: { ours: "20-01", theirs: "20-07", stands: "theirs" } },
    "Number cleared up: it was 20-07, not 20-01",
  ],
  status_mended: [
    { data: { number: "20-01", what: "on_no_truck", was: "truck", is: "unknown" } },
    "Dumpster 20-01 put right: On a truck → Not known where",
  ],
  driver_invited: [{ data: { name: "Nina" } }, "Invited to drive: Nina"],
  driver_invitation_withdrawn: [{ data: { name: "Nina" } }, "Invitation withdrawn: Nina"],
  driver_joined: [{ data: { name: "Nina" } }, "Accepted, and drives for us: Nina"],
  driver_changed: [
    { data: { changes: [{ field: "licence_until", was: null, is: "2027-03-01" }] } },
    "Driver: license ends: none → Mon, Mar 1, 2027",
  ],
  driver_ended: [{}, "Access ended, signed out everywhere"],
  driver_back: [{}, "May drive again"],
  driver_off: [{ data: { from: "2026-12-07", until: "2026-12-11" } }, "Off Mon, Dec 7 to Fri, Dec 11"],
  driver_on: [{ data: { from: "2026-12-07", until: "2026-12-07" } }, "Drives after all Mon, Dec 7"],
  driver_day_set: [
    { data: { day: "2026-12-07", begins: 6 * 60, ends: 14 * 60 + 30, truck: "Truck 9" } },
    "Another day than usual: Mon, Dec 7, 6:00 am to 2:30 pm, Truck 9",
  ],
  driver_day_back: [{ data: { day: "2026-12-07" } }, "As usual again: Mon, Dec 7"],
  fleet_changed: [
    { data: { name: "Truck 3", changes: [{ field: "is_active", was: 1, is: 0 }] } },
    "Truck 3: in use: yes → no",
  ],
  dumpster_moved: [
    { data: { number: "20-07", was: { location: "yard", load: "empty" }, is: { location: "truck", load: "empty" } } },
    "Dumpster 20-07: on a truck, empty",
  ],
  hold_made: [{ to: "live" }, "Dumpsters held while paying"],
  quote_held: [{ to: "live", data: { until: Date.UTC(2026, 11, 8, 5) } }, "Dumpsters held through Dec 7"],
  hold_ended: [{ from: "live", to: "used" }, "Hold used by the payment"],
  checkout_opened: [{ to: "creating" }, "Payment page opened"],
  checkout_ended: [{ from: "open", to: "expired" }, "Payment page expired"],
  card_declined: [{ data: { code: "insufficient_funds" } }, "Card declined: not enough money on it"],
  payment_confirmed: [{ from: "open", to: "complete" }, "Payment confirmed the booking"],
  payment_refunded_nothing_left: [{ from: "open", to: "complete" }, "Nothing was left: the payment goes back"],
  payment_refunded_duplicate: [{ from: "open", to: "complete" }, "Paid a second time: the payment goes back"],
  payment_refunded_wrong_amount: [{ from: "open", to: "complete" }, "Paid for another order: the payment goes back"],
  payment_refunded_refused: [{ from: "expired", to: "complete" }, "Not possible any more: the payment goes back"],
  change_asked: [{ to: "priced", data: { kind: "extension", total: 8100 } }, "More days: asked for, $81.00"],
  change_moved: [
    { from: "priced", to: "refused", data: { kind: "extension" } },
    "More days: not possible, money returned",
  ],
  payment_nothing_left: [{ from: "open", to: "complete" }, "Card saved, but nothing was left"],
  charge_made: [{ to: "succeeded", data: { amount: 40931 } }, "Charge, $409.31: Paid"],
  charge_noticed: [{ to: "noticed", data: { amount: 14385 } }, "Charge, $143.85: Notice sent"],
  charge_disputed: [
    { from: "succeeded", to: "disputed", data: { amount: 100 } },
    "Charge, $1.00: Disputed at the bank",
  ],
  charge_settled: [{ from: "billed", to: "succeeded", data: { amount: 100 } }, "Charge, $1.00: paid"],
  excess_let_off: [{ data: { amount: 5400 } }, "Let off what had gone back twice, $54.00"],
  surplus_given_back: [{ data: { amount: 2925 } }, "Given back what was paid too much, $29.25"],
  charge_given_back: [{ data: { amount: 100 } }, "Given back outside the rules, $1.00"],
  dispute_opened: [
    { to: "needs_response", data: { amount: 100, reason: "fraudulent" } },
    "A payment is disputed, $1.00",
  ],
  dispute_moved: [{ from: "under_review", to: "won", data: { amount: 100 } }, "Dispute, $1.00: won"],
  dispute_answer_asked: [{ data: { amount: 100 } }, "The answer to the dispute is being packed"],
  dispute_answered: [{ data: { amount: 100 } }, "The answer to the dispute was sent to the bank"],
  dispute_written_off: [{ data: { amount: 100 } }, "Lost dispute written off, $1.00"],
  charge_proposed: [
    { to: "proposed", data: { kind: "weight_overage", amount: 14385 } },
    "Extra weight, $143.85: proposed",
  ],
  charge_moved: [
    { from: "processing", to: "failed", data: { kind: "dry_run", amount: 15000 } },
    "Dry run, $150.00: card declined",
  ],
  charge_questioned: [{}, "The customer questions a charge"],
  charge_answered: [{ data: { outcome: "upheld" } }, "Question answered: it stands"],
  charge_held: [{}, "Charge held"],
  charge_released: [{}, "Charge goes on"],
  charge_approved: [{}, "Charge allowed by an admin"],
  charge_proved: [{}, "Proof put to a charge"],
  charge_told: [{}, "The customer was told of a charge by phone"],
  payment_link_sent: [{ on: "booking" }, "Payment link sent again"],
  ticket_waived: [{ data: { unit_number: 2 } }, "Unit 2: settles without a weight ticket"],
  charge_credited: [{ data: { amount: 20466 } }, "Taken back, $204.66"],
  payment_received: [{ data: { amount: 40931 } }, "Payment received, $409.31"],
  refund_approved: [{ to: "approved", data: { amount: 100 } }, "Refund approved, $1.00"],
  refund_moved: [{ from: "pending", to: "succeeded", data: { amount: 100 } }, "Refunded, $1.00"],
  order_cancelled: [{ data: { percent: 10, fee: 4093, refund: 36838 } }, "Cancelled: fee $40.93, refund $368.38"],
  invoice_issued: [{ data: { invoice_number: "INV-2026-00001" } }, "Invoice INV-2026-00001 issued"],
  agreement_signed: [{ data: { version: 2, content_sha256: "ab", terms_version: "1" } }, "Agreement signed, version 2"],
  pdf_made: [{ on: "invoice", data: { sha256: "ab" } }, "Invoice: PDF made"],
  pdf_made_again: [
    { data: { reason: "file_missing", before: "ab", sha256: "cd" } },
    "PDF made again: the stored file was missing",
  ],
  lead_made: [{ to: "new" }, "Request came in"],
  lead_moved: [{ from: "new", to: "contacted" }, "Request: called back"],
  lead_noted: [{}, "Note"],
  message_moved: [{ from: "sent", to: "bounced" }, `Message: ${MESSAGE_STATE.bounced}`],
  text_received: [{ to: "received", data: { word: "stop" } }, "Texted STOP"],
  call_ringing: [{ to: "ringing", data: { direction: "in", number: "+14075550133" } }, "Incoming call: ringing"],
  call_answered: [{ from: "ringing", to: "open", data: { direction: "out", number: "" } }, "Outgoing call: answered"],
  call_ended: [
    { to: "ended", data: { direction: "in", number: "+14075550133", outcome: "answered", seconds: 245 } },
    "Incoming call: answered, 4:05",
  ],
  call_bound: [
    { data: { direction: "in", number: "+14075550133", customer: "cus_1", booking: "bkg_1", moved: 2 } },
    "Call put with a booking, and 2 things that came of it",
  ],
  call_wrapped: [{ data: { direction: "in", number: "+14075550133", reason: "billing" } }, "Call: Bill or refund"],
  booking_link_asked: [{ data: { direction: "in", number: "" } }, "Call: booking link asked for by a key"],
  call_left: [{ data: { direction: "in", number: "+14075550133" } }, "Call: we hung up"],
  voicemail_heard: [{ data: { direction: "in", number: "+14075550133" } }, "Voicemail: listened to"],
  texts_stopped: [{ data: { phone: "+14075550133", source: "customer" } }, "No texts any more: +14075550133"],
  texts_allowed: [{ data: { phone: "+14075550133" } }, "Texts wanted again: +14075550133"],
  reminder_skipped: [
    { data: { reminder: "day-before", day: "2026-12-02" } },
    "Not sent, its time had passed: the reminder on the day before of Wed, Dec 2",
  ],
  SIGNED_IN: [{ data: { by: "code" } }, "Signed in with a code"],
  SIGNED_OUT: [{ data: { scope: "others" } }, "Signed out: on all other devices"],
  TOKEN_REFRESHED: [{}, "Session renewed"],
  USER_UPDATED: [{ data: { fields: ["display_name", "phone"] } }, "Account changed: name, phone"],
  PASSWORD_RECOVERY: [{}, "New password by a link or code"],
  INITIAL_SESSION: [{}, "Came back, still signed in"],
  task_made: [{ to: "open", data: { task: "to_schedule" } }, "To do: Order to schedule"],
  task_closed: [{ from: "open", to: "closed", data: { task: "lead" } }, "No longer to do: Call back"],
  task_done: [{ from: "open", to: "done", data: { task: "answer" } }, "Done: Answer a customer"],
  task_reopened: [
    { from: "done", to: "open", data: { task: "of_a_later_version" } },
    "To do after all: of_a_later_version",
  ],
  task_snoozed: [
    { data: { task: "permit", until: Date.parse("2026-12-02T13:00:00Z") } },
    "Put off: Street permit to get, until Dec 2, 8:00 am",
  ],
  task_taken: [{ data: { task: "refund_failed" } }, "Taken on: Refund not received"],
  task_given_back: [{ data: { task: "quote_ending" } }, "Given back: Quote about to end"],
  signed_up: [{}, "Account asked for"],
  MFA_CHALLENGE_VERIFIED: [{ data: { by: "recovery" } }, "Second factor: a recovery code was used"],
  second_factor_refused: [{ data: { reason: "used" } }, "Second factor: a used code was refused"],
  second_factor_on: [{}, "Second factor turned on"],
  second_factor_off: [{}, "Second factor turned off"],
  recovery_codes_made: [{}, "New recovery codes"],
  second_factor_reset: [{}, "Second factor reset"],
  team_invited: [{}, "Invited to the team"],
  team_invitation_withdrawn: [{}, "Invitation withdrawn"],
  team_joined: [{ to: "staff" }, "Joined the team as staff"],
  team_role_changed: [{ from: "staff", to: "admin" }, "Made an admin"],
  team_removed: [{ from: "staff", to: "user" }, "Removed from the team"],
  flag_switched: [{ from: "on", to: "off" }, "Flag switched off"],
  setting_changed: [{ data: { changes: [] } }, "Settings changed"],
  setting_planned: [{ data: { from: "2026-12-01", changes: [] } }, "Settings planned for Tue, Dec 1"],
  setting_plan_ended: [{ data: { reason: "withdrawn", from: "2026-12-01", changes: [] } }, "Plan withdrawn"],
  customer_changed: [
    {
      data: {
        version: 2,
        changes: [
          { field: "last_name", was: "Le", is: "Lee" },
          { field: "credit_limit", was: null, is: 50_000 },
          { field: "exempt_until", was: null, is: "2027-06-30" },
        ],
      },
    },
    "Last name Lee, was Le; Credit limit $500.00, was none; Exempt until Wed, Jun 30, 2027, was none",
  ],
  customer_noted: [{}, "Note"],
  contact_added: [{ data: { value: "a@example.com" } }, "Contact added: a@example.com"],
  contact_confirmed: [{ data: { value: "a@example.com" } }, "Contact confirmed for terms and exemption: a@example.com"],
  contact_ended: [{ data: { value: "+14075550399" } }, "Contact ended: (407) 555-0399"],
  served_no_more: [{}, "Do not serve"],
  served_again: [{}, "Served again"],
  customer_merged: [{ data: { from: "cus_a", into: "cus_b" } }, "Two records merged"],
  customer_unmerged: [{ data: { from: "cus_a", into: "cus_b" } }, "Merge undone"],
};

const entry = (action: string, given: object = {}): TimelineEntry => {
  const { on, from, to, data } = given as { on?: string; from?: string; to?: string; data?: Record<string, unknown> };
  return {
    id: 1,
    at: Date.UTC(2026, 10, 30, 15),
    subject_kind: on ?? "booking",
    subject_id: "bkg_a",
    action,
    from_state: from ?? null,
    to_state: to ?? null,
    actor_kind: "system",
    actor_label: "System",
    why: null,
    data: data ?? null,
  };
};

it.each(Object.entries(TABLE))("%s", (action, [given, words]) => {
  expect(describeEvent(entry(action, given))).toBe(words);
});

it("tells what a prepared order carries in one line, and what another one was given later in its own", () => {
  const ends_at = Date.UTC(2026, 11, 11, 22);
  const granted = (right: string, at: number) => ({ ...entry("right_granted", { data: { right, ends_at } }), at });
  const lines = tellTimeline([
    entry("booking_quoted"),
    granted("price", 5),
    granted("full_window", 5),
    granted("price", 9),
  ]);
  expect(lines.map(({ words }) => words.replace(/ until .*? [ap]m/, " until then"))).toEqual([
    "Booking prepared",
    "Prepared by the office: the price holds until then, and they keep their delivery window even if it fills up before they pay",
    "Prepared by the office: the price holds until then",
  ]);
});

it("tells whose answer about the material it was, and that it was a dumpster for each", () => {
  const apart = ["general", "roofing"];
  const data = { wasteTypes: ["roofing"], checked: ["roofing"], proposed: ["roofing"], answer: "general", apart };
  expect(describeEvent({ ...entry("material_asked", { data }), actor_kind: "staff" })).toBe(
    "Caller was asked: Roofing checked, took a dumpster each for General debris and Roofing",
  );
});

it.each(Object.keys(TABLE))("%s of a row that lacks what it has now is still a sentence", (action) => {
  const words = describeEvent(entry(action));
  expect(words).toMatch(/^[A-Z][\w, ]+(: [\w, ]+)?$/);
  expect(words).not.toMatch(/undefined|null|NaN|_|[,:]$/);
});

it.each([
  ["links faded", "Booking: links faded"],
  ["toString", "Booking: toString"],
  ["unit_teleported", "Booking: unit teleported"],
])("an action that nobody knows is shown by its name: %s", (action, words) => {
  expect(describeEvent(entry(action))).toBe(words);
});
