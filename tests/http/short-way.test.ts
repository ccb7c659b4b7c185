import { createRequestHandler, type AppLoadContext, type ServerBuild } from "@remix-run/node";
import Database from "better-sqlite3";
import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { onceARequest, pageHandler, type PageHandler } from "../../server/remix/pages";
import {
  bookAndPay,
  bookingNumberOn,
  openDay,
  throughAgreement,
  throughProject,
  throughSchedule,
} from "../support/booking";
import { TextBrowser } from "../support/form";
import { ROOT } from "../support/paths";
import { copyPrepared, startServer, type TestServer } from "../support/server";

// The short way to a page (server/remix/pages.ts) knows Remix's insides. Here both make the same pages: a new version
// of Remix that does something else fails here.
const PAGE_DATA = "text/x-script";
let server: TestServer;
let dataDir: string;
let short: PageHandler;
let whole: PageHandler;
let asked: string[] = [];
let examples: Awaited<ReturnType<typeof places>>;
let keptPage: { status: number; type: string | null; cache: string | null; body: string };

beforeAll(async () => {
  dataDir = copyPrepared();
  server = await startServer({ dataDir, env: { RATE_LIMITS: "off" } });
  examples = await places();
  const answer = await fetch(`${server.url}/`, { headers: { Accept: PAGE_DATA } });
  keptPage = {
    status: answer.status,
    type: answer.headers.get("Content-Type"),
    cache: answer.headers.get("Cache-Control"),
    body: await answer.text(),
  };
  // Between two makings of a page nothing may happen: no mail is sent, and no minute passes.
  await server.stop();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  Object.assign(process.env, { DATA_DIR: dataDir, PUBLIC_URL: server.url, RATE_LIMITS: "off", LOG_LEVEL: "silent" });
  const built = (await import(pathToFileURL(`${ROOT}build/server/index.js`).href)) as ServerBuild;
  const counted = Object.entries(built.routes).map(([id, route]) => {
    const loader = route?.module.loader;
    if (!route || !loader) return [id, route] as const;
    const once = onceARequest(id, (args, ...rest) => {
      asked.push(id);
      return loader(args, ...rest);
    });
    return [id, { ...route, module: { ...route.module, loader: once } }] as const;
  });
  const build = { ...built, routes: Object.fromEntries(counted) };
  short = pageHandler(build);
  const remix = createRequestHandler(build, "production");
  whole = async (request, context) => {
    const { status, headers, body } = await remix(request, context).then(async (answer) => ({
      status: answer.status,
      headers: answer.headers,
      body: await answer.text(),
    }));
    return { status, headers, body };
  };
  // Both ways are loaded and an order is booked: on a busy machine more than a minute and a half.
}, 240_000);
afterAll(() => {
  vi.useRealTimers();
  rmSync(dataDir, { recursive: true, force: true });
});

const context = () =>
  ({
    requestId: "a-request-id",
    nonce: "bm9uY2U=",
    clientAddress: "127.0.0.1",
    local: true,
    onClose: () => undefined,
  }) as unknown as AppLoadContext;

async function make(how: PageHandler, path: string, { cookie = "", accept = "text/html", method = "GET" } = {}) {
  asked = [];
  const page = await how(
    new Request(new URL(path, server.url), { method, headers: { Accept: accept, ...(cookie && { Cookie: cookie }) } }),
    context(),
  );
  // A cookie for twelve hours says when it was made.
  const headers =
    page &&
    [...page.headers].map(([name, value]) => [name, name === "set-cookie" ? value.replace(/=[^;]*/, "") : value]);
  return page && { status: page.status, headers, body: page.body };
}

/** Whole pages of difference tell nobody anything; where it begins does. */
function digest(page: { body: string } | null, other?: { body: string } | null) {
  const body = page?.body ?? "";
  const from = other ? [...body].findIndex((char, at) => char !== other.body[at]) : -1;
  return {
    length: body.length,
    sha256: createHash("sha256").update(body).digest("hex"),
    ...(from >= 0 && { from: body.slice(Math.max(0, from - 80), from + 80) }),
  };
}

function capabilityOf(number: string): string {
  const sqlite = new Database(join(dataDir, "roll-off.sqlite"), { readonly: true });
  try {
    return String(sqlite.prepare("select capability from bookings where booking_number = ?").pluck().get(number));
  } finally {
    sqlite.close();
  }
}

/** A page of each kind, with the cookies that open it. */
async function places(): Promise<Record<string, { path: string; cookie: string }>> {
  const steps = { schedule: throughProject, agreement: throughSchedule, payment: throughAgreement };
  const found: Record<string, { path: string; cookie: string }> = {};
  for (const [name, through] of Object.entries(steps)) {
    const browser = new TextBrowser(server.url);
    const { pathname, search } = new URL((await through(browser, { deliveryDate: openDay(60) })).url, server.url);
    found[name] = { path: pathname + search, cookie: browser.cookieHeader };
  }
  const customer = new TextBrowser(server.url);
  const paid = await bookAndPay(customer, { deliveryDate: openDay(61) });
  const number = bookingNumberOn(paid);
  // Both give the cookie that opens the booking.
  const { pathname, search } = new URL(paid.url, server.url);
  found["just paid"] = { path: pathname + search, cookie: customer.cookieHeader };
  found["a confirmation's link"] = { path: `/booking-confirmation?booking=${capabilityOf(number)}`, cookie: "" };
  found["a booking"] = { path: `/manage-booking?booking=${number}`, cookie: customer.cookieHeader };
  const office = new TextBrowser(server.url);
  await (
    await office.open("/auth")
  )
    .form("password")
    .fill({ email: "staff@example.com", password: "roll-off-demo" })
    .submit();
  // Long lists hand over less than Remix would (`handOver`).
  for (const path of ["/crm/pricing", `/crm/bookings/${number}`, "/crm/drivers"])
    found[path] = { path, cookie: office.cookieHeader };
  for (const path of [
    "/",
    "/?zip=32801",
    "/about",
    "/services/residential",
    "/book",
    "/book?dumpsterSize=20",
    "/manage-booking",
    "/auth",
    "/driver/auth",
    "/payment-success",
    "/no-such-page",
    "/booking-confirmation?booking=nobody",
  ])
    found[path] = { path, cookie: "" };
  return found;
}

it("makes the same page as Remix: status, headers and every byte", async () => {
  for (const [name, { path, cookie }] of Object.entries(examples)) {
    const ours = await make(short, path, { cookie });
    expect(ours, name).not.toBeNull();
    const theirs = await make(whole, path, { cookie });
    expect({ name, ...ours, body: digest(ours, theirs) }).toEqual({ name, ...theirs, body: digest(theirs) });
  }
});

describe("what the browser asks for when somebody begins to type", () => {
  it("is what Remix would have sent with the page", async () => {
    const ours = await make(short, "/book?dumpsterSize=20", { accept: PAGE_DATA });
    const theirs = await make(whole, "/book?dumpsterSize=20", { accept: PAGE_DATA });
    expect({ ...ours, body: digest(ours, theirs) }).toEqual({ ...theirs, body: digest(theirs) });
    expect(ours?.headers).toContainEqual(["cache-control", "no-store"]);
    expect(ours?.body).toContain("routes/book/project");
  });

  it("is not in a page that waits for it, and is in one that is taken over at once", async () => {
    expect((await make(short, "/book?dumpsterSize=20"))?.body).not.toContain("c.enqueue(");
    expect((await make(short, "/payment-success"))?.body).toContain("c.enqueue(");
  });

  it("comes from a kept page's address too", () => {
    expect(keptPage).toMatchObject({ status: 200, type: PAGE_DATA, cache: "no-store" });
    expect(keptPage.body).toContain("routes/public/home");
  });
});

describe("what is not plain", () => {
  it.each([
    "/book/schedule",
    "/service-areas",
    "/services/gardening",
    "/crm",
    "/crm/bookings",
    "/book/schedule.data",
    "/files/nothing",
    "/sign-agreement/nobody",
  ])("%s is left to Remix, whose loaders are not asked twice", async (path) => {
    const request = new Request(new URL(path, server.url), { headers: { Accept: "text/html" } });
    const one = context();
    asked = [];
    expect(await short(request, one)).toBeNull();
    const begun = [...asked];
    const page = await whole(request, one);
    expect(page?.status).toBeGreaterThanOrEqual(200);
    expect(new Set(asked).size).toBe(asked.length);
    expect(asked.slice(0, begun.length)).toEqual(begun);
  });

  it("a form, and a question about the headers alone", async () => {
    expect(await make(short, "/book", { method: "POST" })).toBeNull();
    expect(await make(short, "/about", { method: "HEAD" })).toBeNull();
  });
});
