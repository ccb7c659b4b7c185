import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { desc, ne } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { bookings, checkouts, invoices, outbox, refunds, rentalAgreements } from "#db/schema/index";
import { createFilesAdapter } from "~/adapters/files/files.server";
import { askForCode } from "~/domain/accounts/codes.server";
import { askForLink } from "~/domain/accounts/keys.server";
import { seedAccounts } from "~/domain/accounts/seed.server";
import { inviteDriver } from "~/domain/accounts/driver-invitations.server";
import { inviteToTeam } from "~/domain/accounts/invitations.server";
import { signUp } from "~/domain/accounts/sign-up.server";
import { mailResumeLink } from "~/domain/booking/draft/resume-mail.server";
import { prepareQuote } from "~/domain/booking/order/place.server";
import { cancelBooking } from "~/domain/changes/cancel.server";
import { DAY, plus } from "~/domain/kernel/time.server";
import { keepLead } from "~/domain/leads/leads.server";
import type { Email } from "~/domain/messages/ports";
import { enqueue } from "~/domain/outbox/outbox.server";
import { laneOf, readWork, WORK_KINDS, type KindOfWork, type WorkKind } from "~/domain/outbox/work";
import { endCheckout } from "~/domain/payments/checkouts.server";
import { applyRefundFacts } from "~/domain/payments/refunds.server";
import { listTasks } from "~/domain/records/task-queue.server";
import {
  confirm,
  draftData,
  openedCheckout,
  openWorld,
  paidBooking,
  sessionFacts,
  signedBooking,
  STAFF,
  startedDraft,
  type TestWorld,
} from "../../../tests/support/domain";
import { fakeServices, fakeStripe, type FakeStripe } from "../../../tests/support/visit";
import { chargeCases } from "../../../tests/support/charge-cases";
import { missDelivery } from "../../../tests/support/driver";
import { phoneCases } from "../../../tests/support/phone-cases";
import { reminderCases } from "../../../tests/support/reminder-cases";
import { moneyCases } from "../../../tests/support/money-cases";
import { truckCases } from "../../../tests/support/truck-cases";
import { selfCases } from "../../../tests/support/self-cases";
import { putStored } from "../../../tests/support/work";
import type { Services } from "../../services.server";
import { sendDocumentsAgain } from "../messages/send.server";
import { runDueWork, startWorker } from "./worker.server";

let world: TestWorld;
let services: Services;
let stripe: FakeStripe;
let folder: string;
let sent: string[];
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 3 } });
  folder = mkdtempSync(join(tmpdir(), "roll-off-files-"));
  stripe = fakeStripe();
  sent = [];
  services = {
    ...fakeServices(world, stripe),
    files: createFilesAdapter(folder),
    mail: { send: async ({ to, subject }: Email) => void sent.push(`${to}: ${subject}`) },
    sms: {
      send: async ({ to, body }: { to: string; body: string }) => {
        sent.push(`${to}: ${body}`);
        return { ok: true, providerId: "SM1" };
      },
    },
    pdf: { render: async () => Buffer.from("%PDF-") },
  } as unknown as Services;
});
afterEach(() => {
  world.close();
  rmSync(folder, { recursive: true, force: true });
});

const texts = { smsConsent: true };
/** A booking that was paid and cancelled: its refund is approved, and its mail about to go. */
async function cancelled(): Promise<void> {
  const { id } = await paidBooking(world, texts);
  const done = await world.db.write((tx) => cancelBooking(tx, world.deed(), world.settings(), id, null, 4093));
  expect(done).toMatchObject({ ok: true });
}
/** A payment that came when nothing was left. */
async function paidTooLate(): Promise<void> {
  const booking = await signedBooking(world, texts);
  const checkout = await openedCheckout(world, booking);
  await world.db.write((tx) => endCheckout(tx, world.deed(), checkout, "expired", "test"));
  world.clock.at = plus(world.clock.at, 30 * DAY);
  expect(await confirm(world, sessionFacts(checkout))).toMatchObject({ outcome: "refunded_nothing_left" });
}
async function refunded(): Promise<void> {
  await cancelled();
  const row = refund();
  if (!row) throw new Error("no refund");
  const facts = { refundId: "re_1", amount: row.amount, paymentIntentId: null, failureReason: null };
  await world.db.write((tx) => applyRefundFacts(tx, world.deed(), row, { ...facts, status: "succeeded" }));
}
/** The truck came on its day and could not set the dumpster down. */
async function missed(): Promise<void> {
  const { id } = await paidBooking(world, texts);
  await missDelivery(world, id);
}
const quote = () =>
  world.db.write((tx) => {
    const ends = plus(world.clock.at, DAY);
    return prepareQuote(tx, world.deed(STAFF), world.settings(), draftData(texts), ends).booking;
  });
/** A second payment page of a booking that the first one paid for. */
async function paidByTheEarlierPage(): Promise<void> {
  const booking = await signedBooking(world);
  const first = await openedCheckout(world, booking);
  await world.db.write((tx) => endCheckout(tx, world.deed(), first, "abandoned", "test"));
  const second = await openedCheckout(world, booking);
  stripe.sessions.set(
    sessionFacts(second).sessionId,
    sessionFacts(second, { status: "open", paymentStatus: "unpaid" }),
  );
  expect(await confirm(world, sessionFacts(first))).toMatchObject({ outcome: "confirmed" });
}

const refund = () => world.db.orm.select().from(refunds).get();
const newest = () => world.db.orm.select().from(bookings).orderBy(desc(bookings.created_at)).get();
const mailed = () => sent.map((one) => one.replace(/DMP-\d+-\d+/g, "DMP"));
/** Without the office's mail of the day, which a worker that has time sends beside what is tried. */
const isDigest = (one: unknown) => typeof one === "string" && one.includes(": To clear up: ");
const withoutDigest = (effect: unknown): unknown =>
  Array.isArray(effect) ? effect.filter((one) => !isDigest(one)).map(withoutDigest) : effect;
const ofKind = (kind: WorkKind, effect: unknown) => (kind === "mail.office-digest" ? effect : withoutDigest(effect));

/** Each kind with what brings it about and what there is when it is done. */
const CASES: Record<WorkKind, { cause: () => Promise<unknown>; effect: () => unknown; is: unknown }> = {
  "document.invoice": {
    cause: () => paidBooking(world),
    effect: () => world.db.orm.select().from(invoices).get()?.pdf_url,
    is: expect.stringMatching(/^\/files\//),
  },
  "document.agreement": {
    cause: () => paidBooking(world),
    effect: () => world.db.orm.select().from(rentalAgreements).get()?.pdf_url,
    is: expect.stringMatching(/^\/files\//),
  },
  "stripe.card": { cause: () => paidBooking(world), effect: () => newest()?.card_last4, is: "4242" },
  "stripe.refund": { cause: cancelled, effect: () => refund()?.state, is: "succeeded" },
  "stripe.expire": {
    cause: paidByTheEarlierPage,
    effect: () => [...stripe.sessions.values()].map(({ status }) => status),
    is: ["expired"],
  },
  "mail.booking-confirmed": {
    cause: () => paidBooking(world),
    effect: mailed,
    is: ["ada@example.com: Booking DMP is confirmed: delivery Thursday, December 3"],
  },
  "mail.booking-documents": {
    cause: async () => sendDocumentsAgain(services, await paidBooking(world)),
    effect: mailed,
    is: ["ada@example.com: Booking DMP is confirmed: delivery Thursday, December 3"],
  },
  "sms.booking-confirmed": {
    cause: () => paidBooking(world, texts),
    effect: mailed,
    is: [expect.stringContaining("booking DMP is paid. Confirmed for Thu, Dec 3, 8AM to 12PM. Manage it: ")],
  },
  "mail.cancelled": { cause: cancelled, effect: mailed, is: ["ada@example.com: Booking DMP: cancelled"] },
  "sms.cancelled": { cause: cancelled, effect: mailed, is: [expect.stringContaining("booking DMP: Cancelled. ")] },
  "sms.refund": { cause: refunded, effect: mailed, is: [expect.stringContaining("Your refund of $368.39 has been ")] },
  "sms.late-payment": {
    cause: paidTooLate,
    effect: mailed,
    is: [expect.stringContaining("Nothing is booked, and all")],
  },
  "mail.delivery-failed": {
    cause: missed,
    effect: mailed,
    is: ["ada@example.com: Booking DMP: we could not deliver"],
  },
  "sms.delivery-failed": {
    cause: missed,
    effect: mailed,
    is: [expect.stringContaining("booking DMP: We could not deliver on Tue, Dec 1. Choose a new day, or call us.")],
  },
  ...truckCases(() => world, mailed),
  ...selfCases(
    () => world,
    mailed,
    newest,
    () => stripe.detached,
  ),
  ...reminderCases(() => world, mailed),
  ...phoneCases(() => world, mailed),
  ...moneyCases(() => world, mailed),
  ...chargeCases(
    () => world,
    () => stripe,
    mailed,
  ),
  "mail.refund": {
    cause: refunded,
    effect: mailed,
    is: ["ada@example.com: Booking DMP: your refund has been sent to your bank"],
  },
  "mail.late-payment": {
    cause: paidTooLate,
    effect: mailed,
    is: ["ada@example.com: Booking DMP: we are returning your payment"],
  },
  "mail.invitation": {
    cause: () =>
      world.db.write((tx) =>
        inviteToTeam(tx, world.deed(STAFF), "nina@example.com", {
          adminEmails: [],
          limits: true,
          path: (key) => `/invitation?key=${key}`,
        }),
      ),
    effect: mailed,
    is: ["nina@example.com: Sunline Roll-Off invites you to its office"],
  },
  "sms.invitation": {
    cause: () =>
      world.db.write((tx) =>
        inviteDriver(
          tx,
          world.deed(STAFF),
          { name: "Nina", to: "(407) 555-0199" },
          { limits: true, path: (key) => `/driver/invitation?key=${key}` },
        ),
      ),
    effect: mailed,
    is: [expect.stringMatching(/^\+14075550199: .*Sam Staff invites you to drive with us\. .*key=/)],
  },
  "mail.sign-request": {
    cause: async () => {
      const { id } = await quote();
      await put({ kind: "mail.sign-request", payload: { bookingId: id } });
    },
    effect: mailed,
    is: ["ada@example.com: Booking DMP: please sign and pay"],
  },
  "sms.sign-request": {
    cause: async () => {
      const { id } = await quote();
      await put({ kind: "sms.sign-request", payload: { bookingId: id } });
    },
    effect: mailed,
    is: [expect.stringContaining("your booking DMP is ready")],
  },
  "mail.resume": {
    cause: async () => {
      const { id } = await startedDraft(world);
      await world.db.write((tx) => mailResumeLink(tx, id, "ada@example.com"));
    },
    effect: mailed,
    is: ["ada@example.com: Your saved dumpster booking"],
  },
  "mail.lead": {
    cause: async () => {
      const asked = { kind: "call_back" as const, name: "Ada", phone: "1", email: "", zip: "", message: "" };
      const { id } = await world.db.write((tx) => keepLead(tx, world.deed(), asked));
      await put({ kind: "mail.lead", payload: { leadId: id } });
    },
    effect: mailed,
    is: [expect.stringContaining("New lead")],
  },
  "mail.confirm-account": {
    cause: () =>
      signUp(
        world.db,
        world.deed(),
        { emailOrPhone: "new@example.com", password: "gravel heap 9" },
        { signIn: "/auth", confirm: (token) => `/auth/confirm?token=${token}` },
      ),
    effect: mailed,
    is: ["new@example.com: Please confirm your email address"],
  },
  "mail.account-key": {
    cause: async () => {
      await seedAccounts(world.db, world.clock.at);
      await askForLink(world.db, world.deed(), "reset", "User@example.com");
    },
    effect: mailed,
    is: ["user@example.com: Choose a new password"],
  },
  "sms.account-code": {
    cause: () => askForCode(world.db, "(407) 555-0133", { purpose: "sign-up", passwordHash: "x" }),
    effect: mailed,
    is: [expect.stringMatching(/^\+14075550133: .*your code.* \d{6}$/)],
  },
  "mail.account-changed": {
    cause: () => put({ kind: "mail.account-changed", payload: { to: "user@example.com", changed: "email" } }),
    effect: mailed,
    is: ["user@example.com: Your email address was changed"],
  },
  "sms.account-changed": {
    cause: () => put({ kind: "sms.account-changed", payload: { to: "+14075550133", changed: "password" } }),
    effect: mailed,
    is: [expect.stringMatching(/^\+14075550133: .*Your password was changed\. /)],
  },
};
const put = (work: KindOfWork) => world.db.write((tx) => enqueue(tx, { ...work, cause: "test" }));

const rows = () => world.db.orm.select().from(outbox).all();

describe("follow-up work", () => {
  it.each(WORK_KINDS)("%s is done, from its cause to its effect", { timeout: 20_000 }, async (kind) => {
    const one = CASES[kind];
    await one.cause();
    await world.db.write((tx) => tx.delete(outbox).where(ne(outbox.kind, kind)).run());
    // A confirmation waits for its documents for a while, which are not made here.
    world.db.orm.update(outbox).set({ run_at: 0, created_at: 0 }).run();
    expect(rows()).toMatchObject([{ kind, state: "waiting" }]);
    expect(readWork(rows()[0] ?? { kind: "", payload: null }).kind).toBe(kind);
    expect(await one.effect()).not.toEqual(one.is);
    const worker = startWorker(services);
    await expect.poll(() => rows().find((row) => row.kind === kind)?.state, { timeout: 10_000 }).toBe("done");
    await worker.stop();
    expect(rows().find((row) => row.kind === kind)).toMatchObject({ attempts: 1, last_error: null, lease_token: null });
    expect(ofKind(kind, one.effect())).toEqual(one.is);
  });

  it.each(WORK_KINDS)("%s with a payload that is not its own goes to the office, and nothing is done", async (kind) => {
    await world.db.write((tx) => putStored(tx, kind, "old", { bookingId: 7, to: "", elsewhere: "x" }));
    world.db.orm.update(outbox).set({ attempts: 77 }).run();
    expect(await runDueWork(services, laneOf(kind))).toBe(1);
    expect(rows()).toMatchObject([
      { state: "dead", last_error: expect.stringMatching(/payload cannot be read/) as string },
    ]);
    const queue = listTasks(world.db.orm, world.clock.at, { queue: "all", me: STAFF.id }).rows;
    expect(queue.filter((task) => task.kind === "work_given_up")).toMatchObject([
      { detail: expect.stringContaining(`${kind} · `) as string },
    ]);
    expect([sent, refund(), world.db.orm.select().from(checkouts).all()]).toEqual([[], undefined, []]);
  });

  it("of a kind that nobody knows goes there as well, by the lane of the messages", async () => {
    await world.db.write((tx) => (putStored(tx, "fax.sent", "f"), putStored(tx, "constructor", "c")));
    world.db.orm.update(outbox).set({ attempts: 77 }).run();
    expect(await runDueWork(services, "documents")).toBe(0);
    expect(await runDueWork(services, "messages")).toBe(2);
    expect(rows().map((row) => [row.state, row.last_error])).toEqual([
      ["dead", "no handler for fax.sent"],
      ["dead", "no handler for constructor"],
    ]);
  });
});
