import { afterAll, beforeAll, expect, it } from "vitest";
import { addDays } from "~/domain/kernel/days";
import { nextOpenDay } from "~/domain/schedule/rules";
import { DEFAULT_SETTINGS } from "~/domain/settings/defaults";
import { openDay } from "../support/booking";
import { postEvent, startCardCompany, type CardCompany } from "../support/card-company";
import { checkLedger } from "../support/ledger-check";
import { signIn } from "../support/meanwhile";
import { addDumpsters, eventually, openWork, pressPay, query, signOrders, spreadOrders } from "../support/orders";
import { firstOf } from "../support/paths";
import { freePort } from "../support/ports";
import { startServer, type TestServer } from "../support/server";

/**
 * One life of a payment, told by Stripe in other orders, and again: paid, a part refunded in Stripe's dashboard, disputed, and
 * decided by the bank. The books end the same.
 */

interface Told {
  type: string;
  body: string;
}
type Order = (events: Told[]) => Told[];

const ends = (type: string) => (list: Told[]) => [
  ...list.filter((one) => one.type !== type),
  ...list.filter((one) => one.type === type),
];
const first = (type: string) => (list: Told[]) => ends(type)(list.toReversed()).toReversed();
const ORDERS: Record<string, Order> = {
  "as it happened": (list) => list,
  "each one twice": (list) => list.flatMap((one) => [one, one]),
  "all of it, and all of it again": (list) => [...list, ...list],
  "the other way round": (list) => list.toReversed(),
  "the other way round, and then as it happened": (list) => [...list.toReversed(), ...list],
  "the payment's page last": ends("checkout.session.completed"),
  "the charge's refund before the refund": (list) => ends("refund.created")(list),
  "the dispute's end first": first("charge.dispute.closed"),
  "the dispute's beginning last": ends("charge.dispute.created"),
  "a refund before anything": first("refund.created"),
};

let server: TestServer;
let company: CardCompany;
beforeAll(async () => {
  const port = await freePort();
  company = await startCardCompany({ webhookUrl: `http://127.0.0.1:${port}/webhooks/stripe`, delivers: false });
  server = await startServer({ port, env: { ...company.env, RATE_LIMITS: "off" } });
  addDumpsters(server.dataDir, 20, 40);
});
afterAll(async () => {
  await server.stop();
  await company.close();
});

/** Pays, and lets happen at Stripe what is told afterwards; the events of it, oldest first. */
async function live(sessionId: string, outcome: "won" | "lost" | "inquiry"): Promise<Told[]> {
  const from = company.events().length;
  await company.pay(sessionId, outcome === "inquiry" ? { cardNumber: "4000000000001976" } : {});
  const session = await company.sdk.checkout.sessions.retrieve(sessionId, { expand: ["payment_intent"] });
  const intent = session.payment_intent as { id: string; latest_charge: string };
  await company.sdk.refunds.create({ payment_intent: intent.id, amount: 50_00 });
  await company.bank.dispute(intent.latest_charge);
  const [dispute] = (await company.sdk.disputes.list({ payment_intent: intent.id })).data;
  if (!dispute) throw new Error("not disputed");
  if (outcome !== "inquiry") await company.bank.close(dispute.id, outcome);
  return company.events().slice(from);
}

/** Everything that the books, the cases and the tasks of a booking have come to, without ids and times. */
function booksOf(bookingId: string) {
  const rows = (sql: string) => query(server.dataDir, sql, bookingId);
  return {
    status: rows("SELECT status FROM bookings WHERE id = ?"),
    entries: rows("SELECT kind, amount, tax FROM ledger_entries WHERE booking_id = ? ORDER BY kind, amount"),
    charges: rows("SELECT kind, state, amount FROM charges WHERE booking_id = ? ORDER BY kind, amount"),
    refunds: rows("SELECT state, amount FROM refunds WHERE booking_id = ?"),
    disputes: rows("SELECT state, amount, withdrawn, reinstated FROM disputes WHERE booking_id = ?"),
    papers: rows(
      "SELECT substr(invoice_number, 1, 3) AS paper, total FROM invoices WHERE booking_id = ? ORDER BY 1, 2",
    ),
    tasks: rows("SELECT kind FROM tasks WHERE booking_id = ? AND ended_at IS NULL ORDER BY kind"),
  };
}

it.each(firstOf<"won" | "lost" | "inquiry">(1, ["won", "lost", "inquiry"]))(
  "a payment that was refunded in part and disputed (%s) ends in the same books in whatever order it is told",
  { timeout: 120_000 },
  async (outcome) => {
    const names = Object.keys(ORDERS);
    const day = nextOpenDay(addDays(openDay(35), 7 * ["won", "lost", "inquiry"].indexOf(outcome)), DEFAULT_SETTINGS);
    const wishes = spreadOrders(names.length, outcome).map((wish) => ({ ...wish, deliveryDate: day }));
    const orders = await signOrders(server.dataDir, server.url, wishes);
    for (const [i, order] of orders.entries()) {
      const { sessionId, status, text } = await pressPay(server.url, order);
      expect(status, text.slice(0, 300)).toBe(303);
      const told = ORDERS[names[i] ?? ""]?.(await live(sessionId ?? "", outcome)) ?? [];
      for (const { body } of told) expect((await postEvent(server.url, body)).status).toBe(200);
    }
    const admin = await signIn(server, "admin@example.com");
    await (await admin.open("/crm/billing/takings")).form("Ask Stripe now").submit("ask");
    await eventually(
      "what goes to Stripe",
      () => openWork(server.dataDir).filter(({ kind }) => kind.startsWith("stripe.")),
      (open) => open.length === 0,
      60_000,
    );
    const [asItHappened, ...others] = orders.map((order) => booksOf(order.bookingId));
    expect(asItHappened?.disputes).toMatchObject([{ state: outcome === "inquiry" ? "inquiry" : outcome }]);
    for (const [i, books] of others.entries()) expect(books, names[i + 1]).toEqual(asItHappened);
    // What a bank took for good is owed again, of a booking whose order was paid.
    const faults = checkLedger(server.dataDir);
    expect(faults.filter((fault) => !fault.endsWith(" owes 40932"))).toEqual([]);
  },
);
