import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { formatDay } from "~/domain/kernel/days";
import { openDay, scheduleFields, throughProject, throughSchedule } from "../support/booking";
import { TextBrowser } from "../support/form";
import { arrange, count, signIn } from "../support/meanwhile";
import { query } from "../support/orders";
import { ROOT } from "../support/paths";
import { startServer, type TestServer } from "../support/server";

let server: TestServer;
let admin: TextBrowser;
/** Files of the owner's, as a build has them that was made with them: what is there at the start is served. */
const PHOTOS = Array.from({ length: 6 }, (_, i) => `/photos/${"y".repeat(90)}${i}.webp`);
const served = (photo: string) => join(ROOT, "build/client", photo);
beforeAll(async () => {
  mkdirSync(served("photos"), { recursive: true });
  for (const photo of PHOTOS) writeFileSync(served(photo), "");
  server = await startServer({ env: { RATE_LIMITS: "off" } });
  admin = await signIn(server, "admin@example.com");
});
afterAll(async () => {
  for (const photo of PHOTOS) rmSync(served(photo), { force: true });
  await server.stop();
});

const open = (path: string) => new TextBrowser(server.url).open(path);
const home = async () => (await open("/")).text;
const clock = (advance: string) =>
  fetch(`${server.url}/sandbox/clock`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ advance }),
  });

describe("prices, as a plain form", () => {
  it("are looked at, then saved, and the kept public pages follow at once", async () => {
    expect(await home()).toContain("$379");
    const form = (await admin.open("/crm/pricing/sizes")).form("prices.20");
    const look = await form.fill({ "prices.20": "384" }).submit("look");
    expect(look.text).toContain("What it changes, at once");
    expect(look.text).toMatch(/1 × 20-yard dumpster, General debris, 7 days\s*\$409.32\s*\$414.72/);
    expect(await home()).toContain("$379");
    const refused = await look.form("prices.20").submit("save");
    expect([refused.status, refused.text.includes("Say why")]).toEqual([400, true]);
    expect(refused.text).toContain("What it changes, at once");
    const saved = await refused.form("prices.20").fill({ why: "fuel" }).submit("save");
    expect(saved.url).toBe(`${server.url}/crm/pricing?saved=sizes`);
    expect(saved.text).toMatch(/Price by size: 20 yards: \$379 → \$384\s*“fuel”\s*Alex Admin/);
    expect(await home()).toContain("$384");
  });

  it("of which one cannot be read are not saved beside no preview: Save comes with the preview of what is right", async () => {
    const button = (page: Awaited<ReturnType<typeof open>>) => page.root.querySelector('button[value="save"]');
    const form = (await admin.open("/crm/pricing/sizes")).form("prices.15");
    const wrong = await form.fill({ "prices.15": "three", why: "fuel" }).submit("look");
    expect([wrong.status, button(wrong)]).toEqual([400, null]);
    const right = await wrong.form("prices.15").fill({ "prices.15": "99" }).submit("look");
    expect(button(right)).not.toBeNull();
    expect(right.text).toContain("Price by size: 15 yards: less than half of what it was. Is that meant?");
    // Changed once more, after its preview: Save shows that of the new price.
    const other = await right.form("prices.15").fill({ "prices.15": "341" }).submit("save");
    expect([other.status, other.text]).toEqual([400, expect.stringMatching(/Nothing is saved yet.*→ \$341/s)]);
    expect(await home()).not.toContain("$341");
    const saved = await other.form("prices.15").submit("save");
    expect(saved.url).toBe(`${server.url}/crm/pricing?saved=sizes`);
  });

  it("for a day to come hold from that day on, on kept pages and in orders that were begun before", async () => {
    const mine = new TextBrowser(server.url);
    const schedule = await throughProject(mine, { size: "25" });
    const form = (await admin.open("/crm/pricing/sizes")).form("prices.25");
    const look = await form.fill({ "prices.25": "477", from: openDay(9), why: "spring" }).submit("look");
    const saved = await look.form("prices.25").submit("save");
    expect(saved.text).toContain(`Sizes: planned for ${formatDay(openDay(9), { year: true })}.`);
    expect((await admin.open("/crm/pricing?saved=sizes&from=x")).text).toContain("Sizes: saved.");
    expect((await admin.open("/crm/pricing")).text).toMatch(/Planned 1.*25 yards: \$439 → \$477\s*“spring”/);
    expect(await home()).not.toContain("$477");
    await clock("14d");
    try {
      expect(await home()).toContain("$477");
      const agreement = await schedule
        .form("address")
        .fill(scheduleFields({ deliveryDate: openDay(60) }))
        .submit("continue");
      expect(agreement.text).toContain("$477.00");
    } finally {
      await clock("-14d");
    }
    expect(count(server, "select base_price from pricing_matrix where size_yards = 25")).toBe(47700);
    expect(count(server, "select base_price from dumpster_sizes where size = 25")).toBe(47700);
  });

  it("are read by staff, who are offered no change", async () => {
    const staff = await signIn(server, "staff@example.com");
    const page = await staff.open("/crm/pricing");
    expect([page.status, page.html.includes("/crm/pricing/sizes")]).toEqual([200, false]);
    expect(page.html).not.toContain('href="/crm/settings"');
    for (const path of ["/crm/pricing/sizes", "/crm/settings", "/crm/settings/company"])
      expect((await staff.open(path)).status, path).toBe(403);
  });
});

describe("settings, as a plain form", () => {
  it("show the papers with the words in the form before they are saved", async () => {
    const form = (await admin.open("/crm/settings/documents")).form("agreementClause");
    const typed = { agreementClause: "Keep <b>dogs</b> away.\r\n\r\nThank you.", invoiceNote: "Ring twice" };
    const values = Object.fromEntries(form.fill(typed).values());
    const paper = (which: string) => admin.post("/crm/settings/documents/paper", { ...values, paper: which });
    const agreement = await paper("agreement");
    expect(agreement.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(agreement.text).toMatch(/Further terms\s*Keep <b>dogs<\/b> away.\s*Thank you./);
    expect((await paper("invoice")).text).toContain("Ring twice");
    expect((await admin.open("/crm/settings/documents")).text).not.toContain("Ring twice");
    await form.fill({ why: "the lawyer" }).submit("save");
    const unsigned = await throughSchedule(new TextBrowser(server.url), { email: "clause@example.com" });
    expect(unsigned.text).toContain("Keep <b>dogs</b> away.");
  });

  it("takes six reviews and photographs of the longest words in any script, and says beside the field what is one too many", async () => {
    const review = (i: number) => `${"\u597d".repeat(399)}${i} | ${"\u738b".repeat(60)} | ${"\u5e02".repeat(60)}`;
    const photo = (i: number) => `${PHOTOS[i]} | ${"\u9662".repeat(160)} | 1600 | 1200`;
    const lines = (one: (i: number) => string, count: number) =>
      Array.from({ length: count }, (_, i) => one(i)).join("\n");
    const form = (await admin.open("/crm/settings/website")).form("reviews");
    const full = { reviews: lines(review, 6), photographs: lines(photo, 6), why: "what they wrote" };
    expect((await form.fill(full).submit("save")).url).toBe(`${server.url}/crm/settings?saved=website`);
    expect(await home()).toContain(`“${"\u597d".repeat(399)}5”`);
    // The form now has the same once more, as it was made of.
    const again = (await admin.open("/crm/settings/website")).form("reviews");
    const refused = await again.fill({ reviews: lines(review, 7), why: "one more" }).submit("save");
    expect([refused.status, refused.text.includes("Show at most 6 reviews.")]).toEqual([400, true]);
    expect(refused.form("reviews").values().get("photographs")).toContain("\u9662".repeat(160));
    const none = refused.form("reviews").fill({ reviews: "", photographs: "", why: "gone again" });
    expect((await none.submit("save")).status).toBe(200);
    expect(await home()).not.toContain("What customers say");
  });

  it("take no photograph that is none of our files, and say so beside the field with all that is wrong", async () => {
    const lost = "/photos/never-put-there.webp";
    const typed = `${PHOTOS[0]} | Our yard | 1600 | 1200\n${lost} | Our trucks | 1600 | 1200`;
    const form = (await admin.open("/crm/settings/website")).form("photographs");
    const first = await form.fill({ photographs: typed, why: "" }).submit("save");
    const second = await first.form("photographs").fill({ why: "new ones" }).submit("save");
    for (const page of [first, second]) {
      expect([page.status, page.root.querySelector("#photographs-error")?.text]).toEqual([
        400,
        expect.stringContaining(`Not among our files yet: ${lost}.`),
      ]);
      expect(page.form("photographs").values().get("photographs")).toBe(typed);
    }
    expect((await open("/about")).root.querySelectorAll("img")).toHaveLength(0);
  });

  it("lead to the flags, which keep their address", async () => {
    const flags = await (await admin.open("/crm/settings")).follow("Feature flags");
    expect(flags.url).toBe(`${server.url}/crm/settings/flags`);
  });
});

it("who is not served books nothing online: neutral words, what was typed, and a call-back", async () => {
  const wish = { email: "not-served@example.com", deliveryDate: openDay(50) };
  await throughSchedule(new TextBrowser(server.url), wish).then((agreement) =>
    agreement.form("signatureName").fill({ signatureName: "Ada Tester", agree: "on" }).submit("continue"),
  );
  const [known] = query<{ id: string }>(
    server.dataDir,
    "select customer_id id from bookings where email = ?",
    wish.email,
  );
  const record = await admin.open(`/crm/customers/${known?.id ?? ""}`);
  await record.form("stopReason").fill({ stopReason: "Threw a shovel at Bob" }).submit("stop-serving");
  const refused = await throughSchedule(new TextBrowser(server.url), wish);
  expect(refused.status).toBe(400);
  expect(refused.text).toContain("We finish this order with you by phone.");
  expect(refused.html).toContain("123 Main Street");
  expect(refused.text).not.toMatch(/shovel|serve you|do not serve/i);
  const before = count(server, "select count(*) from leads");
  const callBack = await refused.follow("Ask us to call you back");
  await callBack.form("phone").submit();
  expect(count(server, "select count(*) from leads")).toBe(before + 1);
  const signed = "select count(*) from bookings where email = ?";
  expect(count(server, signed, wish.email)).toBe(1);
});

it("a company's statement is a page to print and a file, for the office alone", async () => {
  const [one] = query<{ id: string; number: string }>(
    server.dataDir,
    "select customer_id id, booking_number number from bookings where paid_at is not null limit 1",
  );
  arrange(server, "update customers set po_number = 'PO 7' where id = ?", one?.id ?? "");
  const page = await (await admin.open(`/crm/customers/${one?.id}`)).follow("Statement");
  expect(page.text).toContain("PO 7");
  const month = query<{ at: number }>(
    server.dataDir,
    "select e.at from ledger_entries e join bookings b on b.id = e.booking_id where b.booking_number = ? limit 1",
    one?.number,
  )[0]?.at;
  const name = new Date(month ?? 0).toLocaleDateString("en-CA", { timeZone: "America/New_York" }).slice(0, 7);
  const csv = await admin.open(`/crm/customers/${one?.id}/statement.csv?month=${name}`);
  expect(csv.headers.get("content-disposition")).toBe(`attachment; filename="statement-${name}.csv"`);
  expect(csv.html).toContain(`"${one?.number}","Charge: Rental"`);
  const pdf = await fetch(`${server.url}/crm/customers/${one?.id}/statement.pdf?month=${name}`, {
    headers: { Cookie: admin.cookieHeader },
  });
  expect([pdf.status, pdf.headers.get("content-type")]).toEqual([200, "application/pdf"]);
  const driver = await signIn(server, "driver@example.com", "/driver/auth");
  expect((await driver.open(`/crm/customers/${one?.id}/statement.csv`)).url).toContain("/driver/dashboard");
});
