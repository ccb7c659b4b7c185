import { expect, it, onTestFinished } from "vitest";
import { postEvent, startCardCompany, type StoredEvent } from "../support/card-company";
import { checkLedger } from "../support/ledger-check";
import {
  addDumpsters,
  eventually,
  mailsTo,
  openWork,
  pressPay,
  query,
  signOrders,
  spreadOrders,
} from "../support/orders";
import { FULL } from "../support/paths";
import { freePort } from "../support/ports";
import { startServer } from "../support/server";

const SESSIONS = FULL ? 400 : 15;
const POSTS = FULL ? 10_000 : 200;
const AT_ONCE = 16;
const SHARE = { duplicate: 0.3, forged: 0.05, stale: 0.05 };

interface Parcel {
  kind: "genuine" | "forged" | "stale";
  body: string;
  secret?: string;
  at?: number;
  header?: string | null;
}

it(
  `${POSTS} webhooks, repeated, shuffled, forged and stale: each payment takes effect once`,
  { timeout: 400_000 },
  async () => {
    const port = await freePort();
    const company = await startCardCompany({ webhookUrl: `http://127.0.0.1:${port}/webhooks/stripe`, delivers: false });
    const server = await startServer({ port, env: { ...company.env, RATE_LIMITS: "off" } });
    onTestFinished(async () => {
      await server.stop();
      await company.close();
    });
    addDumpsters(server.dataDir, 20, SESSIONS);
    const orders = await signOrders(server.dataDir, server.url, spreadOrders(SESSIONS, "hook"));
    const sessions: string[] = [];
    for (const order of orders) {
      const { sessionId, status, text } = await pressPay(server.url, order);
      expect(status, text).toBe(303);
      sessions.push(sessionId ?? "");
    }
    const paid = sessions.slice(0, Math.floor(SESSIONS * 0.8));
    const expired = sessions.slice(paid.length, Math.floor(SESSIONS * 0.93));
    for (const id of paid) await company.pay(id);
    for (const id of expired) await company.sdk.checkout.sessions.expire(id);

    const parcels = shuffled(parcelsFor(company.events(), paid, sessions.slice(paid.length)));
    const begun = Date.now();
    const answers = await inParallel(parcels, (parcel) => postEvent(server.url, parcel.body, parcel));
    const took = Date.now() - begun;
    const of = (kind: Parcel["kind"]) => answers.filter((_, i) => parcels[i]?.kind === kind);
    expect(of("genuine").filter((answer) => answer.status !== 200)).toEqual([]);
    expect([...of("forged"), ...of("stale")].filter((answer) => answer.status !== 400)).toEqual([]);

    const work = Date.now();
    await eventually(
      "all follow-up work",
      () => openWork(server.dataDir),
      (open) => open.length === 0,
      240_000,
    );
    const paidRows = query<{ email: string }>(
      server.dataDir,
      "SELECT email FROM bookings WHERE paid_at IS NOT NULL AND email LIKE 'hook%'",
    );
    expect(paidRows.map((row) => row.email).sort()).toEqual(
      orders
        .slice(0, paid.length)
        .map((order) => order.email)
        .sort(),
    );
    expect(
      query(
        server.dataDir,
        "SELECT state, count(*) AS n FROM checkouts WHERE booking_id IN (SELECT id FROM bookings WHERE email LIKE 'hook%') GROUP BY state ORDER BY state",
      ),
    ).toEqual([
      { state: "complete", n: paid.length },
      { state: "expired", n: expired.length },
      { state: "open", n: SESSIONS - paid.length - expired.length },
    ]);
    // One payment, one invoice, one set of units and jobs, nothing oversold, no gap in the numbers: all of it in here.
    expect(checkLedger(server.dataDir)).toEqual([]);
    const mails = mailsTo(server.dataDir, "hook%");
    expect(mails.map((mail) => mail.recipient).sort()).toEqual(
      orders
        .slice(0, paid.length)
        .map((order) => order.email)
        .sort(),
    );
    expect(mails.filter((mail) => mail.attachments !== 3)).toEqual([]);
    console.warn(
      `webhooks: ${POSTS} posts for ${SESSIONS} sessions in ${took} ms (${Math.round((POSTS / took) * 1000)}/s), follow-up work ${Date.now() - work} ms`,
    );
  },
);

/** Genuine events with their repetitions, and what an attacker or a broken network makes of them. */
function parcelsFor(events: StoredEvent[], paid: string[], unpaid: string[]): Parcel[] {
  const now = Math.floor(Date.now() / 1000);
  const completed = events.filter((event) => event.type === "checkout.session.completed");
  const forgedCount = Math.round(POSTS * SHARE.forged);
  const staleCount = Math.round(POSTS * SHARE.stale);
  const genuine: string[] = [
    ...events.map((event) => event.body),
    // "Expired" for what was paid, and types that nobody has asked for: true signatures, no harm.
    ...completed
      .slice(0, 60)
      .map((event, i) =>
        altered(
          event,
          { id: `evt_late_${i}`, type: "checkout.session.expired" },
          { status: "expired", payment_status: "unpaid" },
        ),
      ),
    ...Array.from({ length: 40 }, (_, i) =>
      JSON.stringify({
        id: `evt_unknown_${i}`,
        object: "event",
        type: ["customer.created", "payout.paid", "no.such.type"][i % 3],
        created: now,
        data: { object: { id: `x_${i}`, object: "thing" } },
      }),
    ),
  ];
  const repeats = POSTS - genuine.length - forgedCount - staleCount;
  if (repeats < POSTS * SHARE.duplicate) throw new Error("too few repetitions");
  return [
    ...genuine.map((body) => ({ kind: "genuine" as const, body })),
    ...Array.from({ length: repeats }, (_, i) => ({
      kind: "genuine" as const,
      body: genuine[(i * 7) % genuine.length] ?? "",
    })),
    ...Array.from({ length: forgedCount }, (_, i) =>
      forged(completed[i % completed.length], unpaid[i % unpaid.length] ?? "", i),
    ),
    ...Array.from({ length: staleCount }, (_, i) => ({
      kind: "stale" as const,
      body: altered(completed[i % paid.length], { id: `evt_stale_${i}` }, { id: unpaid[i % unpaid.length] ?? "" }),
      at: now - 301 - i,
    })),
  ];
}

/**
 * "This open session was paid", without the secret: signed with another, unsigned, or with a signature of other words.
 */
function forged(event: StoredEvent | undefined, session: string, i: number): Parcel {
  const body = altered(event, { id: `evt_forged_${i}` }, { id: session });
  const variants: Omit<Parcel, "kind" | "body">[] = [
    { secret: "whsec_guessed" },
    { header: null },
    { header: "t=1,v1=00" },
    { header: `t=${Math.floor(Date.now() / 1000)},v1=${"0".repeat(64)}` },
  ];
  return { kind: "forged", body, ...variants[i % variants.length] };
}

function altered(
  event: StoredEvent | undefined,
  change: Record<string, unknown>,
  object: Record<string, unknown>,
): string {
  const parsed = JSON.parse(event?.body ?? "{}") as { data: { object: Record<string, unknown> } };
  return JSON.stringify({
    ...parsed,
    ...change,
    data: { ...parsed.data, object: { ...parsed.data.object, ...object } },
  });
}

function shuffled<T>(list: T[]): T[] {
  return list
    .map((item) => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

async function inParallel<T, R>(list: T[], run: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const lane = async () => {
    for (let at = next++; at < list.length; at = next++) results[at] = await run(list[at] as T);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return results;
}
