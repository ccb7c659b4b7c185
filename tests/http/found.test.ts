import Database from "better-sqlite3";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Page, TextBrowser } from "../support/form";
import { startServer, type TestServer } from "../support/server";

/** Not the address that is listened on: nothing may be taken from the request. */
const PUBLIC = "http://localhost:4000";
let server: TestServer;
beforeAll(async () => {
  server = await startServer({ env: { PUBLIC_URL: PUBLIC, RATE_LIMITS: "off" } });
});
afterAll(() => server.stop());

const open = (path: string) => new TextBrowser(server.url).open(path);
const attribute = (page: Page, selector: string, name: string) => page.root.querySelector(selector)?.getAttribute(name);
const canonicalOf = (page: Page) => attribute(page, 'link[rel="canonical"]', "href");
const robotsOf = (page: Page) =>
  `${attribute(page, 'meta[name="robots"]', "content") ?? ""} ${page.headers.get("X-Robots-Tag") ?? ""}`;
const titleOf = (page: Page) => page.root.querySelector("title")?.text ?? "";

type Node = Record<string, unknown>;
function graphOf(page: Page): Node[] {
  const blocks = page.root.querySelectorAll('script[type="application/ld+json"]');
  return blocks.flatMap((block) => (JSON.parse(block.rawText) as { "@graph": Node[] })["@graph"]);
}
const node = (page: Page, type: string) => graphOf(page).find((one) => one["@type"] === type);

async function listed(): Promise<string[]> {
  const { headers, html } = await open("/sitemap.xml");
  expect(headers.get("Content-Type")).toMatch(/^application\/xml/);
  expect(html).toMatch(
    /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<urlset xmlns="http:\/\/www\.sitemaps\.org\/schemas\/sitemap\/0\.9">/,
  );
  return [...html.matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => match[1] ?? "");
}

/** Whether robots.txt lets a robot ask for this address, by the longest rule that fits (RFC 9309). */
async function mayAsk(): Promise<(address: string) => boolean> {
  const { html } = await open("/robots.txt");
  const rules = [...html.matchAll(/^Disallow: (\S+)$/gm)].map(
    (match) => new RegExp(`^${(match[1] ?? "").replace(/[.?+^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*")}`),
  );
  expect(rules.length).toBeGreaterThan(5);
  expect(html).toContain(`\nSitemap: ${PUBLIC}/sitemap.xml\n`);
  return (address) => !rules.some((rule) => rule.test(address));
}

describe("every page that may be listed", () => {
  it("has a title and a description of its own, of a length that is shown whole, and one canonical address", async () => {
    const pages = await Promise.all(
      (await listed()).map(async (address) => ({ address, page: await open(new URL(address).pathname) })),
    );
    expect(pages.length).toBeGreaterThanOrEqual(9);
    for (const { address, page } of pages) {
      expect([page.status, canonicalOf(page), robotsOf(page).trim()], address).toEqual([200, address, ""]);
      const description = attribute(page, 'meta[name="description"]', "content") ?? "";
      expect(titleOf(page).length, titleOf(page)).toBeLessThanOrEqual(60);
      expect(description.length, `${address}: ${description}`).toBeGreaterThan(60);
      expect(description.length, `${address}: ${description}`).toBeLessThanOrEqual(155);
      expect(attribute(page, 'meta[property="og:image"]', "content")).toBe(`${PUBLIC}/social-card.png`);
      expect(attribute(page, 'meta[property="og:url"]', "content")).toBe(address);
      expect(attribute(page, 'meta[property="og:description"]', "content")).toBe(description);
      for (const block of graphOf(page)) expect(block["@type"], address).toEqual(expect.any(String));
    }
    const [titles, descriptions] = [
      pages.map(({ page }) => titleOf(page)),
      pages.map(({ page }) => attribute(page, 'meta[name="description"]', "content")),
    ];
    expect(new Set(titles).size).toBe(pages.length);
    expect(new Set(descriptions).size).toBe(pages.length);
  });

  it("keeps its address whatever hangs on it", async () => {
    for (const [asked, address] of [
      ["/?zip=32801", "/"],
      ["/?utm_source=mail", "/"],
      ["/about/", "/about"],
      ["/book?dumpsterSize=20&projectType=renovation", "/book"],
    ]) {
      expect(canonicalOf(await open(asked ?? "")), asked).toBe(PUBLIC + address);
    }
  });

  it("is open in robots.txt, which closes what is private", async () => {
    const may = await mayAsk();
    for (const address of await listed()) expect(may(new URL(address).pathname), address).toBe(true);
    for (const path of ["/", "/book?dumpsterSize=20", "/social-card.png", "/?zip=32801"])
      expect(may(path), path).toBe(true);
    for (const path of [
      "/crm",
      "/crm/overview",
      "/driver/auth",
      "/auth",
      "/manage-booking",
      "/manage-booking?key=a",
      "/payment-success?session_id=a",
      "/booking-confirmation?booking=a",
      "/sign-agreement/a",
      "/files/a",
      "/book/payment?draft=a",
      "/book?draft=a",
      "/functions/v1/quote",
      "/sandbox",
    ]) {
      expect(may(path), path).toBe(false);
    }
  });
});

describe("what nobody should find", () => {
  it.each([
    "/no-such-page",
    "/services/none",
    "/auth",
    "/driver/auth",
    "/manage-booking",
    "/payment-success",
    "/booking-confirmation?booking=none",
    "/book/expired",
    "/sign-agreement/none",
    "/sandbox",
    "/files/none",
    "/?zip=1",
  ])("%s says noindex", async (path) => {
    const page = await open(path);
    expect(robotsOf(page), `${path} ${page.status}`).toContain("noindex");
    expect(canonicalOf(page)).toBeUndefined();
  });

  it("has a helpful page with status 404, inside the frame, for an unknown kind of service too", async () => {
    for (const path of ["/no-such-page", "/services/none"]) {
      const page = await open(path);
      expect([page.status, titleOf(page)], path).toEqual([404, "Page not found | Sunline Roll-Off"]);
      expect(page.text).toContain("(407) 555-0142");
      expect((await page.form("zip").fill({ zip: "32801" }).submit("Check")).text).toContain("We deliver to 32801");
    }
  });
});

describe("structured data", () => {
  it("describes the company, its hours and the 15 questions on the home page", async () => {
    const page = await open("/");
    expect(node(page, "LocalBusiness")).toMatchObject({
      "@id": `${PUBLIC}/#business`,
      telephone: "+14075550142",
      address: { "@type": "PostalAddress", postalCode: "32809" },
      openingHoursSpecification: {
        dayOfWeek: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"],
        opens: "08:00",
        closes: "18:00",
      },
    });
    const questions = node(page, "FAQPage")?.["mainEntity"] as { name: string; acceptedAnswer: { text: string } }[];
    expect(questions).toHaveLength(15);
    for (const { name, acceptedAnswer } of questions) {
      expect(page.text).toContain(name);
      expect(page.text).toContain(acceptedAnswer.text);
    }
  });

  it("quotes a price that was changed in the database, and so does the text beside it", async () => {
    const db = new Database(join(server.dataDir, "roll-off.sqlite"));
    db.prepare("update pricing_matrix set base_price = 38850 where size_yards = 20").run();
    db.close();
    for (const path of ["/", "/services/commercial"]) {
      const page = await open(path);
      const offers = (node(page, "Service")?.["offers"] ?? node(page, "LocalBusiness")?.["makesOffer"]) as {
        name: string;
        price: string;
        priceCurrency: string;
      }[];
      expect(
        offers.map(({ name, price, priceCurrency }) => [name, price, priceCurrency]),
        path,
      ).toEqual([
        ["15-yard dumpster", "329.00", "USD"],
        ["20-yard dumpster", "388.50", "USD"],
        ["25-yard dumpster", "439.00", "USD"],
      ]);
      expect(page.text).toContain("$388.50");
      expect(page.text).not.toContain("$379");
    }
  });

  it("follows the service areas", async () => {
    const db = new Database(join(server.dataDir, "roll-off.sqlite"));
    db.prepare("update service_areas set is_active = 0 where area_name like 'Seminole%'").run();
    db.close();
    const page = await open("/services/residential");
    expect(page.text).toContain("Orange and Osceola counties");
    expect(page.text).not.toContain("Seminole");
    expect(page.text).not.toContain("Lake Mary");
  });
});

describe("the ZIP check", () => {
  it("leaves an address that can be passed on", async () => {
    const answer = await (await open("/")).form("zip").fill({ zip: "32801" }).submit("Check");
    expect([answer.status, answer.url]).toEqual([200, `${server.url}/?zip=32801`]);
    expect(answer.text).toContain("We deliver to 32801");
  });

  it("answers a mistake with 400, beside the field, with what was typed", async () => {
    const refused = await (await open("/")).form("zip").fill({ zip: "328" }).submit("Check");
    expect(refused.status).toBe(400);
    expect(refused.form("zip").values().get("zip")).toBe("328");
    expect(refused.text).toContain("Please enter a valid 5-digit ZIP code.");
    expect(titleOf(refused)).toMatch(/^Error: /);
  });

  it("still takes the form that an older page posts", async () => {
    expect((await new TextBrowser(server.url).post("/?index", { zip: "32801" })).url).toBe(`${server.url}/?zip=32801`);
  });
});
