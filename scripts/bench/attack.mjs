import Database from "better-sqlite3";
import { connect } from "node:net";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { bookAndPay, bookingNumberOn, openDay, throughProject, throughSchedule } from "../../tests/support/booking";
import { TextBrowser } from "../../tests/support/form";
import { dataUrl, makePng } from "../../tests/support/png";
import { raw } from "../../tests/support/raw";
import { during, startOurs, withDataDir } from "./processes.mjs";
import { show } from "./table.mjs";

const FORM = "application/x-www-form-urlencoded";
const EMAIL = "attacked@example.com";
/** Longer than the server waits for who reads nothing. */
const SLOW_READERS_MS = 45_000;
/** Another visitor may wait so much longer (bars.md, trust); one core serves both. */
const OTHERS_MS = 250;

/** @typedef {import("./processes.mjs").Running} Running */
/** @typedef {import("./table.mjs").Row} Row */

/**
 * Issue 9's table once more, with the limits on, as a stranger would do it: what each line answers now, and how long
 * another visitor waits meanwhile. The tests hold the same; this is for the eyes.
 */
export async function run() {
  await withDataDir((dataDir) =>
    during(startOurs(dataDir, { env: { RATE_LIMITS: "on", TRUST_PROXY: "on" } }), async (ours) => {
      /** @type {Parameters<typeof show>[1]} */
      const rows = {};
      for (const attack of [fields, signature, mails, sessions, drafts, wastes, lookUps, leaving, refusals, readers])
        Object.assign(rows, await attack(ours));
      show("What a stranger tries, with the limits on", rows);
    }),
  );
}

/** Who pays sits at this machine: the sandbox's card page is shown to nobody who comes through a proxy. @param {string} base */
const payer = (base) => new TextBrowser(base);
/** @param {string} base @param {number} address @param {{ followRedirects?: boolean }} [options] */
const from = (base, address, options = {}) =>
  new TextBrowser(base, { ...options, headers: { "X-Forwarded-For": `203.0.113.${address}` } });
/** @param {string} dataDir @param {string} sql @param {unknown[]} values */
function ask(dataDir, sql, ...values) {
  const db = new Database(join(dataDir, "roll-off.sqlite"), { readonly: true });
  try {
    return db
      .prepare(sql)
      .pluck()
      .get(...values);
  } finally {
    db.close();
  }
}
/** @template T @param {() => Promise<T>} work @returns {Promise<[T, number]>} */
async function timed(work) {
  const begun = performance.now();
  return [await work(), performance.now() - begun];
}
const another = (/** @type {string} */ url) => timed(() => fetch(`${url}/manage-booking`));
const memory = (/** @type {number} */ pid) =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
/** How often each answer came: "200 × 3, 429 × 9". @param {(string | number)[]} answers */
const counted = (answers) =>
  [...new Set(answers)].map((one) => `${one} × ${answers.filter((other) => other === one).length}`).join(", ");

/** @param {Running} ours @returns {Promise<Record<string, Row>>} */
async function fields({ url }) {
  /** @type {Record<string, Row>} */
  const rows = {};
  const body = Array.from({ length: 140_000 }, (_, i) => i.toString(36)).join("&");
  for (const path of ["/book", "/auth", "/manage-booking", "/payment-success", "/?index", "/sign-agreement/none"]) {
    const headers = { "Content-Type": FORM, "Content-Length": String(body.length) };
    const attack = timed(() => raw(url, { path, method: "POST", body, headers }));
    const [, meanwhile] = await another(url);
    const [{ status, body: answer }, ms] = await attack;
    rows[`140,000 fields to ${path}`] = { answers: status, ms, bytes: answer.length, ...waited(meanwhile) };
  }
  return rows;
}
/** @param {number} ms @returns {Row} */
const waited = (ms) => ({ "another page ms": { value: ms, most: OTHERS_MS } });

/** @param {Running} ours @returns {Promise<Record<string, Row>>} */
async function signature({ url, pid }) {
  const image = dataUrl(makePng({ width: 20_000, height: 20_000, depth: 1, colour: 0 }));
  const browser = from(url, 2);
  const page = await throughSchedule(browser, { deliveryDate: openDay(60) });
  const seen = page.form("signatureName").values().get("seen") ?? "";
  const before = memory(pid);
  const sent = timed(() =>
    browser.post(page.url, { signatureName: "Ada Tester", agree: "on", seen, signatureImage: image }),
  );
  const [, meanwhile] = await another(url);
  const [answer, ms] = await sent;
  return {
    "a signature of 20,000 × 20,000": {
      answers: answer.status,
      ms,
      ...waited(meanwhile),
      "what is left": `memory ${before.toFixed(0)} → ${memory(pid).toFixed(0)} MB`,
    },
  };
}

/** @param {Running} ours @returns {Promise<Record<string, Row>>} */
async function mails({ url, dataDir }) {
  const browser = payer(url);
  const paid = await bookAndPay(browser, { deliveryDate: openDay(62), email: EMAIL });
  const number = bookingNumberOn(paid);
  const inbox = async () =>
    /** @type {{ subject: string }[]} */ (await (await fetch(`${url}/sandbox/inbox.json?to=${EMAIL}`)).json());
  for (const until = Date.now() + 20_000; Date.now() < until && (await inbox()).length < 1;) await pause(200);
  const answers = [];
  const ms = [];
  for (let i = 0; i < 30; i++) {
    const [page, took] = await timed(() => browser.post(paid.url, { intent: "email" }));
    answers.push(page.status);
    ms.push(took);
  }
  const cancel = await browser.open(`/manage-booking/cancel?booking=${number}`);
  await cancel.form().submit();
  const state = ask(dataDir, "select status from bookings where booking_number = ?", number);
  await browser.post(paid.url, { intent: "email" });
  await pause(5_000);
  const subjects = (await inbox()).map(({ subject }) => subject.replace(/DMP\S+/, "…"));
  return {
    "30 times the documents, then cancelled": {
      answers: counted(answers),
      ms: Math.max(...ms),
      "what is left": `${state}; mails: ${counted(subjects)}`,
    },
  };
}

/** @param {Running} ours @returns {Promise<Record<string, Row>>} */
async function sessions({ url, dataDir }) {
  const browser = from(url, 4);
  const verified = () =>
    Number(ask(dataDir, "select coalesce(sum(hits), 0) from rate_limits where key like '%verify%'"));
  const before = verified();
  const [answers, ms] = await timed(async () => {
    const got = [];
    for (let i = 0; i < 300; i++)
      got.push((await browser.post(`/payment-success?session_id=cs_test_unknown${i}`, { intent: "email" })).status);
    return got;
  });
  const asked = verified() - before;
  return {
    "300 unknown payment sessions": { answers: counted(answers), ms, "what is left": `Stripe asked ${asked} times` },
  };
}

/** @param {Running} ours @returns {Promise<Record<string, Row>>} */
async function drafts({ url, dataDir }) {
  const count = () => Number(ask(dataDir, "select count(*) from booking_drafts"));
  const before = count();
  /** @type {number[]} */
  const answers = [];
  const [, ms] = await timed(async () => {
    for (let i = 0; i < 300; i++)
      answers.push((await from(url, 5, { followRedirects: false }).post("/book/schedule", { zip: "32801" })).status);
  });
  return {
    "300 posts without a draft": { answers: counted(answers), ms, "what is left": `${count() - before} drafts` },
  };
}

/** @param {Running} ours @returns {Promise<Record<string, Row>>} */
async function wastes({ url, dataDir }) {
  const body = `projectType=renovation&dumpsterSize=20&quantity=1&materialCategory=general&${"wasteTypes=flooring&".repeat(100)}`;
  const [answer, ms] = await timed(() => from(url, 6).post("/book", new URLSearchParams(body)));
  const longest = ask(dataDir, "select max(length(data)) from booking_drafts");
  return { "100 × wasteTypes": { answers: answer.status, ms, "what is left": `longest draft ${longest} characters` } };
}

/** @param {Running} ours @returns {Promise<Record<string, Row>>} */
async function lookUps({ url }) {
  const email = "owner9@example.com";
  const number = bookingNumberOn(await bookAndPay(payer(url), { deliveryDate: openDay(64), email }));
  const look = async (/** @type {number} */ address, /** @type {string} */ typed) =>
    (await from(url, address).post("/manage-booking", { intent: "lookup", bookingNumber: number, email: typed }))
      .status;
  const answers = [];
  for (let i = 0; i < 14; i++) answers.push(await look(8, `stranger${i}@example.com`));
  return {
    "14 wrong look-ups of one booking": {
      answers: counted(answers),
      "what is left": `its owner, from elsewhere: ${await look(9, email)}`,
    },
  };
}

/** @param {Running} ours @returns {Promise<Record<string, Row>>} */
async function leaving({ url, dataDir }) {
  const browser = payer(url);
  const number = bookingNumberOn(await bookAndPay(browser, { deliveryDate: openDay(66), email: "leaves@example.com" }));
  const key = ask(dataDir, "select capability from bookings where booking_number = ?", number);
  const calendar = (await browser.open(`/manage-booking/calendar.ics?booking=${number}`)).html;
  const page = await browser.open(`/manage-booking?booking=${number}`);
  const papers = page.root.querySelectorAll("a[href^='/files/']").map((link) => link.getAttribute("href") ?? "");
  await page.form("Sign out of this booking").submit("sign-out");
  const link = await from(url, 11).open(`/manage-booking?key=${key}`);
  const gone = await Promise.all(papers.map(async (path) => (await from(url, 11).open(path)).status));
  return {
    "signed out of a booking": {
      answers: `its link: ${link.text.includes("does not work any more") ? "ended" : "OPENS"}; papers: ${counted(gone)}`,
      "what is left": `calendar ${/key=|capability/.test(calendar) ? "WITH" : "without"} a key, pages ${page.headers.get("cache-control")}`,
    },
  };
}

/** @param {Running} ours @returns {Promise<Record<string, Row>>} */
async function refusals({ url }) {
  const unknown = await raw(url, { path: "/functions/v1/none", method: "POST", headers: { "Content-Length": "0" } });
  const about = await raw(url, { path: "/about", method: "POST", headers: { "Content-Length": "0" } });
  const draft = await throughProject(from(url, 12));
  return {
    "POST to an unknown function": { answers: unknown.status, "what is left": unknown.body.toString().slice(0, 60) },
    "POST to a page without an action": {
      answers: about.status,
      "what is left": /<h1[^>]*>([^<]*)/.exec(about.body.toString())?.[1] ?? "",
    },
    "a step of the booking": { answers: draft.status, "what is left": draft.headers.get("cache-control") ?? "" },
  };
}

/** @param {Running} ours @returns {Promise<Record<string, Row>>} */
async function readers({ url }) {
  const { hostname, port } = new URL(url);
  let open = 200;
  const sockets = Array.from({ length: open }, () => {
    const socket = connect({ host: hostname, port: Number(port) });
    socket.on("error", () => undefined).once("close", () => open--);
    socket.pause();
    socket.write("GET /book HTTP/1.1\r\nHost: x\r\n\r\n".repeat(20));
    return socket;
  });
  await pause(1_000);
  const [, meanwhile] = await another(url);
  await pause(SLOW_READERS_MS);
  // A socket that is paused learns of its end when it reads on.
  for (const socket of sockets) socket.resume();
  await pause(1_000);
  const left = open;
  for (const socket of sockets) socket.destroy();
  return {
    "200 who read nothing": {
      ...waited(meanwhile),
      "what is left": `${left} connections after ${SLOW_READERS_MS / 1000} s`,
    },
  };
}
