import { signature } from "../../app/sandbox/stripe/webhooks.server";
import { scheduleFields } from "../../tests/support/booking";
import { startCardCompany } from "../../tests/support/card-company";
import { checkLedger } from "../../tests/support/ledger-check";
import { addDumpsters, pressPay, signOrders, spreadOrders, typeOrders } from "../../tests/support/orders";
import { freePort } from "../../tests/support/ports";
import { sendAll } from "./load.mjs";
import { during, startBare, startOurs, withDataDir } from "./processes.mjs";
import { show } from "./table.mjs";

/** @typedef {import("./processes.mjs").Running} Running @typedef {import("./load.mjs").Wanted} Wanted */

const SECONDS = 5;
const DRAFTS = 64;
const BOOKINGS = 1_000;
const PAYMENTS = 300;
const EVENTS_ALONE = 150;
const EVENTS_AT_ONCE = 450;
const BARE_SECRET = "whsec_bare";
const FORM = { "Content-Type": "application/x-www-form-urlencoded" };

/** @param {string} path @param {string} cookie @param {Record<string, string>} fields @returns {Wanted} */
const post = (path, cookie, fields) => ({
  path,
  method: "POST",
  headers: { ...FORM, Cookie: cookie },
  body: new URLSearchParams({ intent: "continue", ...fields }).toString(),
});

/** A step of the booking sent and kept. @param {Running} ours */
export async function drafts(ours) {
  const typed = await typeOrders(ours.dataDir, ours.url, spreadOrders(DRAFTS, "draft"));
  const requests = typed.map(({ draftId, cookie }) =>
    post(`/book/schedule?draft=${draftId}`, cookie, scheduleFields()),
  );
  const bare = await onBare("insert", requests);
  const load = await sendAll(ours, requests, { seconds: SECONDS });
  show("A step of the booking, sent", {
    "the schedule, kept in the draft": {
      "per second": { value: load.perSecond, least: 1_200 },
      "p99 ms": load.p99,
      "core ms": load.core,
      "bare insert/s": Math.round(bare.perSecond),
    },
  });
}

/**
 * Whole bookings: signing makes booking, number, agreement and event; opening the payment makes hold and checkout.
 * @param {string} dataDir
 */
export async function bookings(dataDir) {
  await during(startOurs(dataDir), async (ours) => {
    addDumpsters(dataDir, 20, BOOKINGS);
    const typed = await typeOrders(dataDir, ours.url, spreadOrders(BOOKINGS, "book"));
    const signing = typed.map(({ draftId, cookie, seen }) =>
      post(`/book/agreement?draft=${draftId}`, cookie, { signatureName: "Ada Tester", agree: "on", seen }),
    );
    const paying = typed
      .slice(0, PAYMENTS)
      .map(({ draftId, cookie }) => post(`/book/payment?draft=${draftId}`, cookie, { cardConsent: "on" }));
    const bare = await onBare("insert", signing);
    const signed = await sendAll(ours, signing);
    const held = await sendAll(ours, paying);
    show("Whole bookings, durable", {
      [`sign: booking, number, agreement, event (${signed.count})`]: {
        "per second": { value: signed.perSecond, least: 500 },
        "p99 ms": { value: signed.p99, most: 60 },
        "core ms": signed.core,
        "bare insert/s": Math.round(bare.perSecond),
      },
      [`pay: hold and checkout, asking the sandbox in the same process (${held.count})`]: {
        "per second": held.perSecond,
        "p99 ms": held.p99,
        "core ms": held.core,
      },
      "the books afterwards": {
        "per second": null,
        "p99 ms": null,
        "core ms": null,
        "bare insert/s": null,
        faults: { value: checkLedger(dataDir).length, most: 0 },
      },
    });
  });
}

/** Stripe's events: signature, once only, and their effect. @param {string} dataDir */
export async function webhooks(dataDir) {
  const port = await freePort();
  const company = await startCardCompany({ webhookUrl: `http://127.0.0.1:${port}/webhooks/stripe`, delivers: false });
  try {
    await during(startOurs(dataDir, { port, env: company.env }), async (ours) => {
      const count = EVENTS_ALONE + EVENTS_AT_ONCE;
      addDumpsters(dataDir, 20, count);
      for (const order of await signOrders(dataDir, ours.url, spreadOrders(count, "hook"))) {
        const { sessionId, status } = await pressPay(ours.url, order);
        if (!sessionId) throw new Error(`the payment page was answered ${status}`);
        await company.pay(sessionId);
      }
      const bodies = company
        .events()
        .filter(({ type }) => type === "checkout.session.completed")
        .map(({ body }) => body);
      const events = bodies.map((body) => event(body, company.env.STRIPE_WEBHOOK_SECRET));
      const bare = await onBare(
        "webhook",
        bodies.map((body) => event(body, BARE_SECRET)),
      );
      const alone = await sendAll(ours, events.slice(0, EVENTS_ALONE), { connections: 1 });
      const atOnce = await sendAll(ours, events.slice(EVENTS_ALONE));
      const again = await sendAll(ours, events, { seconds: SECONDS });
      show("Webhooks (the follow-up work of each payment runs in the same process)", {
        [`new, one by one (${alone.count})`]: {
          "per second": alone.perSecond,
          "p50 ms": alone.p50,
          "p99 ms": { value: alone.p99, most: 5 },
          "core ms": alone.core,
        },
        [`new, 32 at once (${atOnce.count})`]: {
          "per second": { value: atOnce.perSecond, least: 1_300 },
          "p99 ms": atOnce.p99,
          "core ms": atOnce.core,
          "bare/s": Math.round(bare.perSecond),
        },
        "repeated, 32 at once": { "per second": again.perSecond, "p99 ms": again.p99, "core ms": again.core },
      });
    });
  } finally {
    await company.close();
  }
}

/** @param {string} body @param {string} secret @returns {Wanted} */
function event(body, secret) {
  return {
    path: "/webhooks/stripe",
    method: "POST",
    headers: { "Content-Type": "application/json", "Stripe-Signature": signature(body, secret) },
    body,
  };
}

/** @param {"insert" | "webhook"} kind @param {Wanted[]} requests */
function onBare(kind, requests) {
  return withDataDir((dataDir) =>
    during(startBare(kind, 0, dataDir), (bare) => sendAll(bare, requests, { seconds: SECONDS })),
  );
}
