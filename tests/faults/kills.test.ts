import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { moveClock } from "~/adapters/clock/move.server";
import { checkLedger } from "../support/ledger-check";
import {
  addDumpsters,
  eventually,
  mailsTo,
  openBooks,
  openWork,
  payOnPage,
  pressPay,
  query,
  querySandbox,
  signOrders,
  spreadOrders,
  type SignedOrder,
} from "../support/orders";
import { FULL } from "../support/paths";
import { freePort } from "../support/ports";
import { copyPrepared, startServer } from "../support/server";

const KILLS = FULL ? 50 : 3;
const BUYERS_PER_ROUND = 3;
/** From pressing the button to the mail takes about this long. */
const SPAN_MS = 1_500;

it(
  `${KILLS} × kill -9 between payment and mail: nothing is lost and nothing happens twice`,
  { timeout: 600_000 },
  async () => {
    const dataDir = copyPrepared();
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    const port = await freePort();
    const env = { RATE_LIMITS: "off" };
    addDumpsters(dataDir, 20, KILLS * BUYERS_PER_ROUND);
    const orders = await signOrders(
      dataDir,
      `http://localhost:${port}`,
      spreadOrders(KILLS * BUYERS_PER_ROUND, "kill"),
    );
    const told = new Set<string>();

    for (let round = 0; round < KILLS; round++) {
      const server = await startServer({ dataDir, port, env });
      const buying = orders
        .slice(round * BUYERS_PER_ROUND, (round + 1) * BUYERS_PER_ROUND)
        .map((order) => buy(server.url, order));
      // Half of the kills come in the first quarter, where the payment itself is under way.
      await pause(Math.random() ** 2 * SPAN_MS);
      await server.kill9();
      for (const email of await Promise.all(buying)) if (email) told.add(email);
    }

    // What is left: the leases of the dead end by themselves after a while; here they end now. Nobody pays any more, so
    // an hour later every session is over, and the first look of the reconciler gives the dumpsters back.
    query(dataDir, "UPDATE outbox SET leased_until = 0, run_at = 0 WHERE state = 'waiting'");
    querySandbox(
      dataDir,
      "UPDATE stripe_events SET lease_until = 0, next_at = 0 WHERE delivered_at IS NULL AND next_at IS NOT NULL",
    );
    const books = openBooks(dataDir);
    await moveClock(books, { by: 3_600_000 });
    books.close();
    const begun = Date.now();
    const server = await startServer({ dataDir, port, env });
    onTestFinished(() => server.stop());
    await eventually(
      "no checkout is unfinished",
      () => query(dataDir, "SELECT id, state FROM checkouts WHERE state IN ('creating', 'open')"),
      (open) => open.length === 0,
      60_000,
    );
    await eventually(
      "all follow-up work",
      () => openWork(dataDir),
      (open) => open.length === 0,
      120_000,
    );

    const charged = querySandbox<{ number: string }>(
      dataDir,
      "SELECT body ->> '$.metadata.booking_number' AS number FROM stripe_objects WHERE kind = 'checkout.session' AND status = 'complete'",
    )
      .map((row) => row.number)
      .sort();
    const confirmed = query<{ booking_number: string; email: string }>(
      dataDir,
      "SELECT booking_number, email FROM bookings WHERE paid_at IS NOT NULL AND email LIKE 'kill%'",
    );
    expect(confirmed.map((row) => row.booking_number).sort()).toEqual(charged);
    expect([...told].filter((email) => !confirmed.some((row) => row.email === email))).toEqual([]);
    expect(query(dataDir, "SELECT id FROM holds WHERE state = 'live'")).toEqual([]);
    expect(checkLedger(dataDir)).toEqual([]);

    const mails = mailsTo(dataDir, "kill%");
    expect(mails.map((mail) => mail.recipient).sort()).toEqual(confirmed.map((row) => row.email).sort());
    expect(mails.filter((mail) => mail.attachments !== 3)).toEqual([]);
    const files = query<{ path: string }>(dataDir, "SELECT path FROM files");
    expect(files.filter(({ path }) => !existsSync(join(dataDir, "files", path)))).toEqual([]);
    console.warn(
      `kills: ${KILLS} kills, ${confirmed.length} of ${orders.length} paid, ${told.size} saw their payment succeed; healed in ${Date.now() - begun} ms`,
    );
  },
);

/** One buyer; their address once the payment page has told them that they paid, whatever became of us meanwhile. */
async function buy(server: string, order: SignedOrder): Promise<string | null> {
  const { location } = await pressPay(server, order);
  if (!location.includes("/sandbox/checkout/")) return null;
  const paid = await payOnPage(location);
  if (paid.status !== 303) return null;
  await fetch(paid.location)
    .then((response) => response.text())
    .catch(() => "");
  return order.email;
}
