import type { Db, Tx } from "#db/client.server";
import { accounts, dumpsters, settings as settingsTable } from "#db/schema/index";
import { seedOnce } from "#db/seed/seed.server";
import type { Config } from "~/config.server";
import { readConfig } from "~/config.server";
import { getBooking, type Booking } from "~/domain/booking/order/bookings.server";
import { readDraftData, type DraftData } from "~/domain/booking/draft/data";
import { findDraft, insertDraft, type Draft } from "~/domain/booking/draft/drafts.server";
import { describeOrder } from "~/domain/booking/order/order.server";
import { draftAgreement } from "~/domain/documents/agreement.server";
import { NUMBER_WHEN_SIGNED, signAgreement, type Signature, type SignResult } from "~/domain/documents/sign.server";
import { addDays, day } from "~/domain/kernel/days";
import type { Actor, Deed, StaffActor } from "~/domain/kernel/deed";
import { newId, type Id } from "~/domain/kernel/ids.server";
import { instantAt, type Instant } from "~/domain/kernel/time.server";
import { attachSession, findOpenCheckout, openCheckout, type Checkout } from "~/domain/payments/checkouts.server";
import { confirmPayment } from "~/domain/changes/confirm.server";
import type { ConfirmResult } from "~/domain/payments/receive.server";
import type { SessionFacts } from "~/domain/payments/ports";
import type { Settings } from "~/domain/settings/schema";
import { type Content, createContent } from "~/services/start/content.server";
import { openCopy } from "./copies";

/** A Tuesday. */
export const TODAY = day("2026-12-01");
export const WEBSITE = "example.com";
export const CUSTOMER: Actor = { kind: "customer", label: "Customer" };
/** As the session makes it; `openWorld` has the account. */
export const STAFF = { kind: "staff", id: "acc_test", label: "Sam Staff" } as unknown as StaffActor;
const SIGNATURE: Signature = { name: "Ada Tester", image: null, ip: "198.51.100.7", userAgent: "vitest" };

/** A real database with the catalogue and a small fleet, and a clock that a test moves by hand. */
export interface TestWorld extends Content {
  db: Db;
  clock: { now(): Instant; at: Instant };
  config: Config;
  deed<By extends Actor>(by: By, now?: Instant): Deed<By>;
  deed(by?: Actor, now?: Instant): Deed;
  close(): void;
}

export async function openWorld(
  options: { fleet?: Partial<Record<15 | 20 | 25, number>>; sandbox?: boolean; now?: Instant } = {},
): Promise<TestWorld> {
  const now = options.now ?? instantAt(TODAY, 9);
  const { db, close } = await openCopy(`${options.sandbox} ${now}`, async (made) => {
    await seedOnce(worldOf(made, now, options.sandbox));
    await made.write((tx) => addStaff(tx, now));
  });
  const world: TestWorld = { ...worldOf(db, now, options.sandbox), close };
  if (options.fleet)
    await db.write((tx) => {
      for (const [size, count] of Object.entries(options.fleet ?? {})) addDumpsters(tx, Number(size), count, now);
    });
  return world;
}

function addStaff(tx: Tx, now: Instant): void {
  tx.insert(accounts)
    .values({
      id: STAFF.id,
      email: "test-staff@example.com",
      password_hash: "",
      email_confirmed_at: now,
      created_at: now,
    })
    .onConflictDoNothing()
    .run();
}

function worldOf(db: Db, now: Instant, sandbox = false): Omit<TestWorld, "close"> {
  const clock = { at: now, now: () => clock.at };
  const live = readConfig({ PUBLIC_URL: "http://localhost:3000", NODE_ENV: "test" });
  const config = { ...live, sandbox: { ...live.sandbox, any: sandbox } };
  return {
    db,
    clock,
    config,
    ...createContent(db, clock, config.givenFlags),
    deed: (by: Actor = CUSTOMER, at: Instant = clock.at) => ({ by, now: at, requestId: "test" }) as never,
  };
}

/** Free dumpsters in the yard, with numbers that no other has. */
export function addDumpsters(tx: Tx, size: number, count: number, now: Instant): void {
  for (let number = 1; number <= count; number++) {
    tx.insert(dumpsters)
      .values({
        id: newId("dumpster"),
        number: `${size}-${newId("dumpster")}`,
        size_yards: size,
        location: "yard",
        load: "empty",
        condition: "ok",
        created_at: now,
      })
      .run();
  }
}

export function changeSetting<K extends keyof Settings>(world: TestWorld, key: K, value: Settings[K]): Promise<void> {
  return world.db.write((tx) => {
    tx.insert(settingsTable)
      .values({ key, value, updated_at: world.clock.at })
      .onConflictDoUpdate({ target: settingsTable.key, set: { value } })
      .run();
  });
}

/** A complete draft: one 20-yard dumpster for general waste, Thursday morning, 7 days. */
export function draftData(changes: Partial<DraftData> = {}): DraftData {
  return readDraftData({
    projectType: "renovation",
    wasteTypes: ["flooring"],
    cart: [{ dumpsterSize: 20, quantity: 1, materialCategory: "general" }],
    zip: "32801",
    city: "Orlando",
    county: "Orange",
    address: "123 Main Street",
    deliveryDate: "2026-12-03",
    deliveryTime: "morning",
    rentalDays: 7,
    contactInfo: { firstName: "Ada", lastName: "Tester", phone: "(407) 555-0133", email: "ada@example.com" },
    ...changes,
  });
}

export function startedDraft(world: TestWorld, changes: Partial<DraftData> = {}): Promise<Draft> {
  return world.db.write((tx) =>
    insertDraft(tx, draftData(changes), world.clock.at, world.settings().draftDays, ["project", "schedule"]),
  );
}

/** The draft as it is stored now. */
export function freshDraft(world: TestWorld, id: Id<"draft">): Draft {
  const draft = findDraft(world.db.orm, id);
  if (!draft) throw new Error("no draft");
  return draft;
}

/** The hash that the agreement's page shows for a draft. */
export function seenHash(world: TestWorld, draft: Draft): string {
  const settings = world.settings();
  const { orm } = world.db;
  const number = draft.bookingId ? getBooking(orm, draft.bookingId).booking_number : NUMBER_WHEN_SIGNED;
  return (
    draftAgreement(settings, draft.data, describeOrder(orm, settings, draft.data), number, WEBSITE)?.view
      .contentSha256 ?? ""
  );
}

export function sign(
  world: TestWorld,
  draft: Draft,
  seen = seenHash(world, draft),
  at = world.clock.at,
): Promise<SignResult> {
  const deed = world.deed(undefined, at);
  return world.db.write((tx) => signAgreement(tx, deed, world.settings(), draft, SIGNATURE, seen, WEBSITE));
}

/** A booking in `pending_payment`, signed by the draft's contact: where the clock is past its day, two days before that. */
export async function signedBooking(world: TestWorld, changes: Partial<DraftData> = {}): Promise<Booking> {
  const draft = await startedDraft(world, changes);
  const inTime = instantAt(addDays(day(draft.data.deliveryDate), -2), 9);
  const signed = await sign(world, draft, undefined, inTime < world.clock.at ? inTime : undefined);
  if (!signed.ok) throw new Error(`not signed: ${JSON.stringify(signed)}`);
  return signed.booking;
}

export function sessionFacts(checkout: Checkout, changes: Partial<SessionFacts> = {}): SessionFacts {
  const free = checkout.amount === 0;
  return {
    // As the card company writes them: letters, digits and underscores.
    sessionId: `cs_test_${checkout.id.slice(4).replaceAll("-", "_")}`,
    url: "https://pay.example/1",
    status: "complete",
    paymentStatus: free ? "no_payment_required" : "paid",
    mode: free ? "setup" : "payment",
    amountTotal: checkout.amount,
    currency: "usd",
    bookingId: checkout.booking_id,
    checkoutId: checkout.id,
    paymentIntentId: free ? null : `pi_${checkout.id.slice(4)}`,
    setupIntentId: null,
    stripeCustomerId: "cus_test",
    customerEmail: null,
    expiresAt: 0,
    ...changes,
  };
}

/** Opens a checkout as the payment step does, with its session. Throws the refusal's code. */
export async function openedCheckout(world: TestWorld, booking: Booking): Promise<Checkout> {
  return world.db.write((tx) => {
    const opened = openCheckout(tx, world.deed(), world.settings(), getBooking(tx, booking.id), {
      success: () => "https://example.com/ok",
      cancel: "https://example.com/no",
    });
    if (!opened.ok) throw new Error(opened.code);
    attachSession(tx, opened.checkout.id, sessionFacts(opened.checkout, { status: "open", paymentStatus: "unpaid" }));
    return findOpenCheckout(tx, booking.id) ?? opened.checkout;
  });
}

export function confirm(world: TestWorld, facts: SessionFacts, now = world.clock.at): Promise<ConfirmResult> {
  return world.db.write((tx) =>
    confirmPayment(
      tx,
      { by: { kind: "stripe", label: "Stripe" }, now, requestId: "test" },
      world.settings(),
      facts,
      WEBSITE,
    ),
  );
}

/** A booking that was signed and paid. */
export async function paidBooking(world: TestWorld, changes: Partial<DraftData> = {}): Promise<Booking> {
  const booking = await signedBooking(world, changes);
  const result = await confirm(world, sessionFacts(await openedCheckout(world, booking)));
  if (!result.ok || result.outcome !== "confirmed") throw new Error("not confirmed");
  return getBooking(world.db.orm, booking.id);
}
