import { rmSync } from "node:fs";
import { describe, expect, it, onTestFinished } from "vitest";
import { openDay } from "../support/booking";
import { checkLedger } from "../support/ledger-check";
import { eventually, keepDumpsters, payOnPage, pressPay, query, signOrders } from "../support/orders";
import { FULL } from "../support/paths";
import { freePort } from "../support/ports";
import { copyPrepared, serverForTest } from "../support/server";

const BUYERS = 200;
const ROUNDS: number[] = FULL ? [1, 3, 7].flatMap((units) => Array.from({ length: 20 }, () => units)) : [3];
const WINDOWS = ["morning", "afternoon", "anytime"] as const;

describe(`${BUYERS} buyers at once over two processes for the last units`, () => {
  it.each(ROUNDS.map((units, index) => [units, index + 1]))(
    "%i units: exactly as many are sold (round %i)",
    { timeout: 120_000 },
    async (units) => {
      const dataDir = copyPrepared();
      onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
      const [first, second] = [await freePort(), await freePort()];
      const publicUrl = `http://localhost:${first}`;
      const env = { PUBLIC_URL: publicUrl, RATE_LIMITS: "off" };
      keepDumpsters(dataDir, 20, units);
      const deliveryDate = openDay(70);
      const servers = [
        await serverForTest({ dataDir, port: first, env }),
        await serverForTest({ dataDir, port: second, env }),
      ].map((server) => server.url);
      const orders = await signOrders(
        dataDir,
        publicUrl,
        Array.from({ length: BUYERS }, (_, i) => ({
          email: `buyer${i}@example.com`,
          deliveryDate,
          window: WINDOWS[i % 3],
        })),
      );

      const begun = Date.now();
      const answers = await Promise.all(
        orders.map(async (order, i) => ({ order, ...(await pressPay(servers[i % 2] ?? "", order)) })),
      );
      const took = Date.now() - begun;
      const won = answers.filter((answer) => answer.status === 303);
      const lost = answers.filter((answer) => answer.status === 409);
      const other = answers
        .filter((answer) => answer.status !== 303 && answer.status !== 409)
        .map(({ status, text }) => ({ status, text: text.slice(0, 200) }));
      expect({ won: won.length, lost: lost.length, other }, `${took} ms, ${JSON.stringify(other)}`).toEqual({
        won: units,
        lost: BUYERS - units,
        other: [],
      });
      expect(won.every((answer) => answer.sessionId !== null)).toBe(true);
      // A window holds six deliveries; whoever meets a full one is told that.
      for (const { text } of lost) expect(text).toMatch(/Not Enough Inventory|has just filled up/);
      expect(checkLedger(dataDir, deliveryDate)).toEqual([]);

      for (const { location } of won) expect((await payOnPage(location)).status).toBe(303);
      await eventually(
        "all paid",
        () =>
          query(
            dataDir,
            "SELECT id FROM bookings WHERE paid_at IS NOT NULL AND scheduled_delivery_date = ? AND email LIKE 'buyer%'",
            deliveryDate,
          ),
        (paid) => paid.length === units,
      );
      expect(checkLedger(dataDir, deliveryDate)).toEqual([]);
      console.warn(`races: ${BUYERS} buyers for ${units} units answered in ${took} ms`);
    },
  );
});
