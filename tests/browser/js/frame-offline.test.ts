import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bookAndPay, openDay } from "../../support/booking";
import { startBrowser, visitor } from "../../support/browser";
import { TextBrowser } from "../../support/form";
import { hydrated } from "../../support/journey";
import { expectSound, watch } from "../../support/page-checks";
import { firstOf } from "../../support/paths";
import { freePort } from "../../support/ports";
import { startServer, type TestServer } from "../../support/server";
import { inFull } from "../../support/in-full";

/** What stands between browser and server here: a line that can be cut, and a deploy of a new worker. */
const line = { cut: false, build: 1 };
let server: TestServer;
let front: Server;
let browser: Browser;
let url: string;

beforeAll(async () => {
  const port = await freePort();
  url = `http://localhost:${port}`;
  [server, browser] = await Promise.all([
    startServer({ env: { RATE_LIMITS: "off", PUBLIC_URL: url } }),
    startBrowser(),
  ]);
  front = createServer((req, res) => {
    if (line.cut) return void req.socket.destroy();
    const target = new URL(server.url);
    const call = request(
      {
        host: target.hostname,
        port: target.port,
        path: req.url,
        method: req.method,
        headers: { ...req.headers, ...(req.url === "/sw.js" && { "accept-encoding": "identity" }) },
      },
      (answer) => {
        if (req.url !== "/sw.js") {
          res.writeHead(answer.statusCode ?? 502, answer.headers);
          return void answer.pipe(res);
        }
        const chunks: Buffer[] = [];
        answer
          .on("data", (chunk: Buffer) => chunks.push(chunk))
          .on("end", () => {
            const { "content-length": _, etag: __, ...headers } = answer.headers;
            res.writeHead(200, headers).end(
              Buffer.concat(chunks)
                .toString()
                .replace(/VERSION = "\w+"/, `VERSION = "build${line.build}"`),
            );
          });
      },
    );
    call.on("error", () => res.destroy());
    req.pipe(call);
  });
  await new Promise<void>((resolve) => front.listen(port, "localhost", resolve));
  expect((front.address() as AddressInfo).port).toBe(port);
});
afterAll(async () => {
  await browser.close();
  front.closeAllConnections();
  await new Promise((resolve) => front.close(resolve));
  await server.stop();
});

/** A visitor whose browser has the worker: it serves from the second page on. */
async function withWorker(): Promise<{ context: BrowserContext; page: Page }> {
  line.cut = false;
  const context = await visitor(browser, url);
  const page = await context.newPage();
  await page.goto("/");
  await page.evaluate(() => navigator.serviceWorker.ready.then((registration) => registration.active?.state));
  await page.goto("/about");
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
  return { context, page };
}

/** Every address that the browser keeps, and all the words that it keeps with them. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    const found: { address: string; text: string }[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const asked of await cache.keys())
        found.push({ address: new URL(asked.url).pathname, text: (await (await cache.match(asked))?.text()) ?? "" });
    }
    return found;
  });

describe("the service worker", () => {
  it("shows a page of ours without a connection, from which the wanted page is tried again", async () => {
    const { page } = await withWorker();
    line.cut = true;
    await page.goto("/services/residential?from=mail");
    await page.getByRole("heading", { name: "We could not load this page" }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/services/residential");
    expect(await page.getByRole("main").getByRole("link", { name: /^Call/ }).getAttribute("href")).toMatch(/^tel:\+1/);
    await expectSound(page, "offline");
    line.cut = false;
    await page.getByRole("link", { name: "Try again" }).click();
    await page.waitForURL("**/services/residential?from=mail");
    await page.getByRole("heading", { level: 1 }).filter({ hasNotText: "could not" }).waitFor();
  });

  inFull("keeps the offline page and hashed files, and nothing of anybody", async () => {
    const { context, page } = await withWorker();
    const text = new TextBrowser(url);
    const paid = await bookAndPay(text, { deliveryDate: openDay(44), email: "kept@example.com", firstName: "Zebulon" });
    await context.addCookies(text.windowCookies);
    await page.goto(paid.url);
    await page.getByText("Thank you!").first().waitFor();
    // From the text of the page: in the browser it may just be asking anew whether the papers are there.
    const documents = paid.root.querySelectorAll("a[href^='/files/']").map((link) => link.getAttribute("href") ?? "");
    expect(documents.length).toBeGreaterThan(0);
    for (const path of ["/", "/manage-booking", "/auth", "/driver/auth", "/book"]) await page.goto(path);
    for (const path of [...documents, "/functions/v1/quote"])
      await page.evaluate(
        (address) =>
          fetch(address).then(
            (answer) => answer.text(),
            () => "",
          ),
        path,
      );
    await page.goto("/");
    await page.locator("#zip").fill("32801");
    await hydrated(page);
    await page.getByRole("button", { name: "Check" }).click();
    await page.getByText("Book for 32801").waitFor();
    const all = await kept(page);
    const pages = all.filter(({ address }) => !/^\/assets\/[\w.$-]+\.(js|css)$/.test(address));
    expect(pages.map(({ address }) => address)).toEqual(["/offline"]);
    expect(all.length, "hashed files are kept once they were used").toBeGreaterThan(1);
    expect(
      all.filter(({ text: words }) => /Zebulon|kept@example|DMP-\d/.test(words)).map(({ address }) => address),
    ).toEqual([]);
    // And they serve from there.
    const asked: string[] = [];
    page.on(
      "response",
      (response) => response.url().includes("/assets/") && !response.fromServiceWorker() && asked.push(response.url()),
    );
    await page.reload();
    await page.locator("#zip").focus();
    await hydrated(page);
    expect(asked).toEqual([]);
  });

  inFull.each([
    [true, []],
    [false, ["/sw.js", "/manifest.webmanifest"]],
  ])("and the manifest are asked for once the page is painted; with Save-Data (%s) never", async (saveData, wanted) => {
    line.cut = false;
    const page = await (await visitor(browser, url)).newPage();
    await page.clock.install();
    await page.addInitScript((given) => {
      Object.defineProperty(navigator, "connection", { value: { saveData: given } });
      const asked = ((window as { asked?: string[] }).asked = [] as string[]);
      ServiceWorkerContainer.prototype.register = (script) => new Promise(() => asked.push(String(script)));
    }, saveData);
    await page.goto("/");
    const asked = () =>
      page.evaluate(() => [
        ...((window as { asked?: string[] }).asked ?? []),
        ...[...document.querySelectorAll("[rel=manifest]")].map((link) => link.getAttribute("href")),
      ]);
    await page.clock.runFor(60_000);
    expect(await asked()).toEqual(wanted);
  });

  it("waits when there is a new version, asks, and the page is loaded anew once and only on Reload", async () => {
    const { context, page } = await withWorker();
    const complaints = watch(page);
    const other = await context.newPage();
    await other.goto("/careers");
    let loads = 0;
    for (const each of [page, other]) each.on("load", () => loads++);
    line.build++;
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
    const ask = page.getByRole("region", { name: "A new version is ready" });
    await ask.waitFor();
    expect(await page.evaluate(() => document.activeElement?.localName), "the focus stays where it was").toBe("body");
    await page.waitForTimeout(200);
    expect(loads).toBe(0);
    await page.goto("/#zip");
    await ask.waitFor();
    await page.locator("#zip").fill("32801");
    await hydrated(page);
    await ask.getByText("What you typed on this page would be lost").waitFor();
    const goTo = (path: string) =>
      page.evaluate((to) => {
        history.replaceState(history.state, "", to);
        dispatchEvent(new Event("frame"));
      }, path);
    await goTo("/driver/jobs/job_1");
    expect(await ask.count(), "at a job it would lie over the next step").toBe(0);
    await goTo("/");
    await ask.waitFor();
    loads = 0;
    await ask.getByRole("button", { name: "Reload" }).click();
    await expect.poll(() => loads, { timeout: 8000 }).toBe(1);
    await expect
      .poll(() => page.evaluate(() => caches.keys()).catch(() => []), { timeout: 8000 })
      .toContain(`pages-build${line.build}`);
    await page.waitForTimeout(300);
    expect(loads, "one page, once").toBe(1);
    expect(await ask.count()).toBe(0);

    // The next version: Later, and it is not spoken of again for a day.
    line.build++;
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
    await ask.getByRole("button", { name: "Later" }).click();
    expect(await ask.count()).toBe(0);
    await Promise.all([page.waitForResponse("**/frame.js"), page.goto("/about")]);
    await page.waitForTimeout(100);
    expect(await ask.count()).toBe(0);
    expect(complaints).toEqual([]);
  });
});

describe("the question whether to install", () => {
  const offer = (page: Page) =>
    page.evaluate(() => {
      const event = Object.assign(new Event("beforeinstallprompt", { cancelable: true }), {
        prompt: () => ((window as { prompted?: boolean }).prompted = true),
      });
      dispatchEvent(event);
      return event.defaultPrevented;
    });
  const ask = (page: Page) => page.getByRole("region", { name: "Install the app" });

  inFull("comes on a page that is not hydrated, stays when it is, and installs", async () => {
    const page = await (await visitor(browser, url)).newPage();
    const complaints = watch(page);
    await page.goto("/");
    expect(await offer(page)).toBe(true);
    await ask(page).waitFor();
    const [box, float] = await Promise.all([ask(page).boundingBox(), page.locator(".float").boundingBox()]);
    if (!box || !float) throw new Error("nothing to see");
    expect(
      box.y + box.height <= float.y || float.y + float.height <= box.y || box.x + box.width <= float.x,
      "beside the contact button",
    ).toBe(true);
    expect(
      await page
        .getByRole("heading", { name: "What is your project?" })
        .evaluate((heading) => getComputedStyle(heading).position),
      "the page's own question stays in its place",
    ).toBe("static");
    await expectSound(page, "install");
    await page.locator("#zip").focus();
    await hydrated(page);
    expect(await ask(page).isVisible()).toBe(true);
    await ask(page).getByRole("button", { name: "Install" }).click();
    expect(await page.evaluate(() => (window as { prompted?: boolean }).prompted)).toBe(true);
    expect(await ask(page).count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  inFull("survives a document that React renders anew, and Escape is Later, for two weeks", async () => {
    const page = await (await visitor(browser, url)).newPage();
    await page.goto("/");
    await offer(page);
    await ask(page).waitFor();
    await page.evaluate(() => {
      document.body.prepend(document.createElement("an-extension"));
      document.querySelector("h1")?.replaceChildren("Otra cosa");
    });
    await page.locator("#zip").focus();
    await hydrated(page);
    await ask(page).getByRole("button", { name: "Later" }).focus();
    await page.keyboard.press("Escape");
    expect(await ask(page).count()).toBe(0);
    const days = await page.evaluate(() => (Number(localStorage.getItem("later-install")) - Date.now()) / 86_400_000);
    expect(days).toBeGreaterThan(13.9);
    await page.goto("/about");
    expect(await offer(page)).toBe(true);
    await page.waitForTimeout(300);
    expect(await ask(page).count()).toBe(0);
  });

  inFull("is not put where it would disturb", async () => {
    const page = await (await visitor(browser, url)).newPage();
    const paths = [
      "/book",
      "/payment-success",
      "/careers",
      "/no-such-page",
      "/development-process",
      "/booking-confirmation",
      "/404",
      "/book/expired",
    ];
    for (const path of firstOf(4, paths)) {
      await page.goto(path);
      await Promise.all([page.waitForResponse("**/frame.js"), offer(page)]);
      await page.waitForTimeout(50);
      expect(await ask(page).count(), path).toBe(0);
    }
  });
});
