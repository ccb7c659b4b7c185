import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { addDays, type Day } from "~/domain/kernel/days";
import { nextOpenDay } from "~/domain/schedule/rules";
import { DEFAULT_SETTINGS } from "~/domain/settings/defaults";
import { openDay } from "../support/booking";
import { postEvent, startCardCompany, type CardCompany } from "../support/card-company";
import { checkLedger } from "../support/ledger-check";
import { eventually, mailsTo, openWork, pressPay, query, signOrders, type SignedOrder } from "../support/orders";
import { freePort } from "../support/ports";
import { startServer, type TestServer } from "../support/server";

// One server; each test has a far day of its own for the 25-yard dumpsters, of which all but two are under repair.
let server: TestServer;
let company: CardCompany;
let date: Day = openDay(20);
let people = 0;

beforeAll(async () => {
  const port = await freePort();
  company = await startCardCompany({ webhookUrl: `http://127.0.0.1:${port}/webhooks/stripe` });
  server = await startServer({ port, env: { ...company.env, RATE_LIMITS: "off" } });
  query(
    server.dataDir,
    "UPDATE dumpsters SET condition = 'out_of_service' WHERE size_yards = 25 AND id NOT IN (SELECT id FROM dumpsters WHERE size_yards = 25 AND condition = 'ok' LIMIT 2)",
  );
});
afterAll(async () => {
  await server.stop();
  await company.close();
});
beforeEach(() => {
  date = nextOpenDay(addDays(date, 4), DEFAULT_SETTINGS);
});

async function order(change: { material?: string; quantity?: number } = {}): Promise<SignedOrder> {
  const [signed] = await signOrders(server.dataDir, server.url, [
    { email: `odd${people++}@example.com`, deliveryDate: date, size: 25, rentalDays: 1, ...change },
  ]);
  if (!signed) throw new Error("not signed");
  return signed;
}

async function checkout(of: SignedOrder): Promise<string> {
  const { status, sessionId, text } = await pressPay(server.url, of);
  expect(status, text).toBe(303);
  return sessionId ?? "";
}

/** A true event about this session, with other words in it; only the holder of the webhook secret can send it. */
async function tell(sessionId: string, type: string, object: Record<string, unknown>): Promise<string> {
  const session = await company.sdk.checkout.sessions.retrieve(sessionId);
  const body = JSON.stringify({
    id: `evt_told_${people++}`,
    object: "event",
    type,
    created: Math.floor(Date.now() / 1000),
    data: { object: { ...session, ...object } },
  });
  const answer = await postEvent(server.url, body);
  expect(answer.status).toBe(200);
  return answer.result;
}

const expire = (sessionId: string) => tell(sessionId, "checkout.session.expired", { status: "expired" });
const page = async (sessionId: string) => (await fetch(`${server.url}/payment-success?session_id=${sessionId}`)).text();
const outcomeOf = (sessionId: string) =>
  query<{ outcome: string | null }>(server.dataDir, "SELECT outcome FROM checkouts WHERE session_id = ?", sessionId)[0]
    ?.outcome ?? null;
const statusOf = ({ bookingId }: SignedOrder) =>
  query<{ status: string }>(server.dataDir, "SELECT status FROM bookings WHERE id = ?", bookingId)[0]?.status;
const subjectsTo = ({ email }: SignedOrder) => mailsTo(server.dataDir, email).map((mail) => mail.subject);
const refundsOf = (sessionId: string) =>
  query(
    server.dataDir,
    "SELECT r.amount, r.state FROM refunds r JOIN payments p ON p.id = r.payment_id JOIN checkouts c ON c.id = p.checkout_id WHERE c.session_id = ?",
    sessionId,
  );

async function settled(): Promise<void> {
  await eventually(
    "all follow-up work",
    () => openWork(server.dataDir),
    (open) => open.length === 0,
  );
  expect(checkLedger(server.dataDir, openDay(20))).toEqual([]);
}

async function payAndSettle(sessionId: string): Promise<string | null> {
  await company.pay(sessionId);
  const outcome = await eventually(
    "an outcome",
    () => outcomeOf(sessionId),
    (known) => known !== null,
  );
  await settled();
  return outcome;
}

it("late, and there is a dumpster: confirmed after all", async () => {
  const late = await order();
  const session = await checkout(late);
  await expire(session);
  expect(await payAndSettle(session)).toBe("confirmed");
  expect(statusOf(late)).toBe("paid_pending_scheduling");
  expect(subjectsTo(late)).toHaveLength(1);
});

it("late, and the last dumpster is gone: refunded once and in full, with a mail and an honest page", async () => {
  const late = await order({ quantity: 2 });
  const session = await checkout(late);
  await expire(session);
  const quick = await order();
  expect(await payAndSettle(await checkout(quick))).toBe("confirmed");
  expect(await payAndSettle(session)).toBe("refunded_nothing_left");
  await eventually(
    "the refund",
    () => refundsOf(session),
    (refunds) => JSON.stringify(refunds) === JSON.stringify([{ amount: late.total, state: "succeeded" }]),
  );
  await settled();
  expect(statusOf(late)).toBe("pending_payment");
  expect(await page(session)).toMatch(/Your payment came too late[\s\S]*goes back to the card you paid with/);
  expect(subjectsTo(late).map((subject) => subject.replace(/^.*: /, ""))).toEqual(
    expect.arrayContaining(["we are returning your payment", "your refund has been sent to your bank"]),
  );
  expect(subjectsTo(late)).toHaveLength(2);
  const back = company
    .objects<{ amount: number; metadata: { booking_id: string } }>("refund")
    .filter((refund) => refund.metadata.booking_id === late.bookingId);
  expect(back.map((refund) => refund.amount)).toEqual([late.total]);
});

it("late, while a newer payment page of the same booking holds the last dumpsters: confirmed, the newer page is closed", async () => {
  const twice = await order({ quantity: 2 });
  const old = await checkout(twice);
  await expire(old);
  const newer = await checkout(twice);
  expect(newer).not.toBe(old);
  expect(await payAndSettle(old)).toBe("confirmed");
  expect((await company.sdk.checkout.sessions.retrieve(newer)).status).toBe("expired");
  expect(subjectsTo(twice)).toHaveLength(1);
});

it("paid twice: the second payment goes back, the booking stands", async () => {
  const twice = await order();
  const old = await checkout(twice);
  await expire(old);
  const newer = await checkout(twice);
  expect(await payAndSettle(newer)).toBe("confirmed");
  expect(await payAndSettle(old)).toBe("refunded_duplicate");
  await eventually(
    "the refund",
    () => refundsOf(old),
    (refunds) => JSON.stringify(refunds) === JSON.stringify([{ amount: twice.total, state: "succeeded" }]),
  );
  await settled();
  expect(refundsOf(newer)).toEqual([]);
  expect(statusOf(twice)).toBe("paid_pending_scheduling");
  expect(await page(old)).toMatch(/You had already paid[\s\S]*Your booking stands/);
  expect(await page(newer)).toMatch(/Thank you/);
});

it("amounts that were forged change nothing: the form's are ignored, an event's other amount goes back", async () => {
  const one = await order();
  const body = new URLSearchParams({ cardConsent: "on", total: "100", amount: "1", total_amount: "1", price: "1" });
  const answer = await fetch(`${server.url}/book/payment?draft=${one.draftId}`, {
    method: "POST",
    redirect: "manual",
    body,
    headers: { Cookie: one.cookie },
  });
  const session = /cs_[A-Za-z0-9_]+/.exec(answer.headers.get("Location") ?? "")?.[0] ?? "";
  expect((await company.sdk.checkout.sessions.retrieve(session)).amount_total).toBe(one.total);
  await company.silence();
  await company.pay(session);
  await tell(session, "checkout.session.completed", { amount_total: 100 });
  expect([outcomeOf(session), statusOf(one)]).toEqual(["refunded_wrong_amount", "pending_payment"]);
  company.deliver();
  await settled();
});

it("another currency, another booking, or a session that is not ours: no booking is confirmed by it", async () => {
  const [one, other] = [await order(), await order()];
  const session = await checkout(one);
  await company.silence();
  await company.pay(session);
  await tell(session, "checkout.session.completed", {
    metadata: { booking_id: other.bookingId, checkout_id: "chk_none" },
    client_reference_id: other.bookingId,
  });
  expect([statusOf(one), statusOf(other)]).toEqual(["pending_payment", "pending_payment"]);
  await tell(session, "checkout.session.completed", { id: "cs_test_somebodyelse000000000000" });
  expect(statusOf(one)).toBe("pending_payment");
  expect(await page("cs_test_nobodyknowsthis0000000000")).toContain("processing your payment");
  company.deliver();
  await eventually(
    "the true event is applied",
    () => outcomeOf(session),
    (outcome) => outcome === "confirmed",
  );
  expect(statusOf(other)).toBe("pending_payment");
  await settled();
});

it("$0: the card is kept in setup mode, nothing is charged, everything else is as usual", async () => {
  const free = await order({ material: "metal" });
  expect(free.total).toBe(0);
  const session = await checkout(free);
  expect(await company.sdk.checkout.sessions.retrieve(session)).toMatchObject({ mode: "setup", amount_total: null });
  expect(await payAndSettle(session)).toBe("confirmed");
  expect(statusOf(free)).toBe("paid_pending_scheduling");
  expect(query(server.dataDir, "SELECT id FROM payments WHERE booking_id = ?", free.bookingId)).toEqual([]);
  expect(
    query(
      server.dataDir,
      "SELECT card_last4 FROM bookings WHERE id = ? AND payment_method_id IS NOT NULL",
      free.bookingId,
    ),
  ).toEqual([{ card_last4: "4242" }]);
  expect(mailsTo(server.dataDir, free.email)).toMatchObject([{ attachments: 3 }]);
  expect(await page(session)).toMatch(/Thank you[\s\S]*\$0\.00/);
});

it("$0, late, and the last dumpster is gone: nothing was charged, the page and a mail say so", async () => {
  const free = await order({ material: "metal", quantity: 2 });
  const session = await checkout(free);
  await expire(session);
  expect(await payAndSettle(await checkout(await order()))).toBe("confirmed");
  expect(await payAndSettle(session)).toBe("nothing_left");
  expect(await page(session)).toMatch(/no longer free[\s\S]*Nothing was charged/);
  expect(subjectsTo(free)).toEqual([expect.stringContaining("no dumpster is left for your days")]);
});
