import Database from "better-sqlite3";
import { afterAll, beforeAll, expect, it } from "vitest";
import { bookAndPay, openDay } from "../support/booking";
import { TextBrowser } from "../support/form";
import { startServer, type TestServer } from "../support/server";

/** What an owner can show of the company: nowhere while it is empty, then where readers look for it. */
let server: TestServer;
let rows: Database.Database;
beforeAll(async () => {
  server = await startServer({ env: { RATE_LIMITS: "off" } });
  rows = new Database(`${server.dataDir}/roll-off.sqlite`);
});
afterAll(async () => {
  rows.close();
  await server.stop();
});

const open = (path: string) => new TextBrowser(server.url).open(path);
const set = (key: string, value: unknown) =>
  rows.prepare("insert or replace into settings values (?, ?, 0)").run(key, JSON.stringify(value));

it("shows no place for what is not there", async () => {
  for (const path of ["/", "/about"]) {
    const { text, root } = await open(path);
    expect(text, path).not.toMatch(/What customers say|Our yard|License|Insurance/);
    expect(root.querySelectorAll("img"), path).toHaveLength(0);
  }
});

it("shows license and insurance in the footer, on /about and on documents; photographs and reviews", async () => {
  set("licenseNumber", "OC 12<3>");
  set("insuranceNumber", "GL 998877");
  set("reviews", [{ text: "On <b>time</b>.", name: "Maria A.", from: "Winter Park" }]);
  set("photographs", [{ file: "/photos/yard.webp", alt: 'Our "yard"', width: 1200, height: 800 }]);
  const home = await open("/");
  expect(home.root.querySelector("footer")?.text).toContain("GL 998877");
  expect(home.text).toContain("License OC 12<3>");
  expect(home.text).toContain("“On <b>time</b>.”Maria A., Winter Park");
  const about = await open("/about");
  expect(about.text).toContain("On paper. License OC 12<3>, Insurance GL 998877.");
  for (const { root } of [home, about]) {
    const image = root.querySelector("main img");
    expect([image?.getAttribute("src"), image?.getAttribute("loading"), image?.getAttribute("width")]).toEqual([
      "/photos/yard.webp",
      "lazy",
      "1200",
    ]);
  }
  const paid = await bookAndPay(new TextBrowser(server.url), { deliveryDate: openDay(50), email: "own@example.com" });
  expect((await paid.follow(/agreement/i)).text).toContain("License OC 12<3>");
});

it("shows nothing of a photograph from elsewhere: the default stays", async () => {
  set("photographs", [{ file: "https://evil.example/a.png", alt: "x", width: 1, height: 1 }]);
  expect((await open("/about")).root.querySelectorAll("img")).toHaveLength(0);
});

it("asks nobody who has paid whether they know what they need", async () => {
  const paid = await bookAndPay(new TextBrowser(server.url), { deliveryDate: openDay(51), email: "band@example.com" });
  const managed = await paid.follow("Manage your booking");
  for (const page of [paid, managed]) {
    expect(page.text, page.url).toContain("Questions about your booking?");
    expect(page.text, page.url).not.toContain("Not sure what you need?");
  }
  expect((await open("/")).text).toContain("Not sure what you need?");
});
