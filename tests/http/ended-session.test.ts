import { afterAll, beforeAll, expect, it } from "vitest";
import { openDay, scheduleFields } from "../support/booking";
import { type Page, TextBrowser } from "../support/form";
import { arrange, count, pathOf, signIn } from "../support/meanwhile";
import { query } from "../support/orders";
import type { TestServer } from "../support/server";
import { sharedServer } from "../support/shared";

/** A session that ends in mid-form: who signs in again finds the form as they sent it, and it was not sent. */

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

const NOTE = "Gate code 4711 \u{1F69B}\nשלום, <b>call before</b>";
const endSessions = () => arrange(server, "update sessions set revoked_at = 1 where revoked_at is null");
const kept = () => count(server, "select count(*) from kept_forms");
const notes = () =>
  count(server, "select count(*) from events where action = 'note_written' and why like 'Gate code%'");
const aBooking = (where = "true") =>
  query<{ number: string }>(server.dataDir, `select booking_number as number from bookings where ${where} limit 1`)[0]
    ?.number ?? "";

/** On a sign-in page: logs in there, and goes on to where it leads. */
async function comeBack(door: Page, email: string): Promise<Page> {
  expect(pathOf(door)).toBe("/auth");
  expect(door.text).toContain("You were signed out meanwhile. Log in again: everything you typed is kept.");
  return door.form("password").fill({ email, password: "roll-off-demo" }).submit("Login");
}

it("a note that was sent too late stands in its field again, for the same person, until they send it themselves", async () => {
  const staff = await signIn(server, "staff@example.com");
  const page = await staff.open(`/crm/bookings/${aBooking()}`);
  endSessions();
  const door = await page.form("note").fill({ note: NOTE }).submit("note");
  expect([notes(), kept()]).toEqual([0, 1]);
  const back = await comeBack(door, "staff@example.com");
  expect(pathOf(back)).toBe(`/crm/bookings/${aBooking()}`);
  expect(back.root.querySelector("[role=alert]")?.text).toContain("You were signed out meanwhile");
  expect(back.form("note").values().get("note")).toBe(NOTE);
  expect(notes()).toBe(0);
  // Nobody else reads it by the same address.
  const admin = await signIn(server, "admin@example.com");
  const other = await admin.open(new URL(back.url).pathname + new URL(back.url).search);
  expect([other.status, other.html.includes("4711")]).toEqual([200, false]);
  const done = await back.form("note").submit("note");
  expect([notes(), done.root.querySelector("[role=alert]")]).toEqual([1, null]);
});

it("an order that was sent too late is answered as it stands there again: its day has room, its caller is known", async () => {
  const staff = await signIn(server, "staff@example.com");
  const later = openDay(30);
  const page = await staff.open("/crm/bookings/new");
  endSessions();
  const filled = { ...scheduleFields({ deliveryDate: later }), phone: "(407) 555-0110", dumpsterSize: "20" };
  const back = await comeBack(await page.form("deliveryDate").fill(filled).submit("save"), "staff@example.com");
  expect(back.form("deliveryDate").values().get("deliveryDate")).toBe(later);
  expect(back.html).toContain(`value="${later}"`);
  // Among the days with room, as a button.
  expect(back.root.querySelectorAll(`.days button[value="${later}"]`)).toHaveLength(1);
  expect(back.text).toMatch(/Maria Gonzalez/);
});

/** A line of ten, so that its breaks count too. */
const chinese = (characters: number) => "注意：门前有狗勿入\n".repeat(characters / 10).trim();

it.each([
  ["/crm/bookings/", "select booking_number from bookings limit 1"],
  ["/crm/customers/", "select id from customers limit 1"],
])(
  "%s: a note of 10,000 Chinese characters is kept, also past an ended session; a longer one is given back whole",
  async (folder, which) => {
    const [[, one] = []] = query<Record<string, string>>(server.dataDir, which).map(
      (row) => Object.entries(row)[0] ?? [],
    );
    const staff = await signIn(server, "staff@example.com");
    const page = await staff.open(folder + one);
    const tooLong = await page
      .form("note")
      .fill({ note: chinese(14_000) })
      .submit("note");
    expect([tooLong.status, tooLong.root.querySelector("[role=alert]")?.text]).toEqual([
      400,
      expect.stringMatching(/Shorten the note to 10,000 characters or fewer: there are 1[0-9],\d{3}\./),
    ]);
    expect(tooLong.form("note").values().get("note")).toBe(chinese(14_000));

    endSessions();
    const back = await comeBack(
      await page
        .form("note")
        .fill({ note: chinese(10_000) })
        .submit("note"),
      "staff@example.com",
    );
    expect(back.form("note").values().get("note")).toBe(chinese(10_000));
    const written = () => count(server, "select count(*) from events where why = ?", chinese(10_000));
    const before = written();
    expect((await back.form("note").submit("note")).root.querySelector("[role=alert]")).toBe(null);
    expect(written()).toBe(before + 1);
  },
);

it("a whole phone order comes back, also when somebody signed out in another tab", async () => {
  const staff = await signIn(server, "staff@example.com");
  const form = (await staff.open("/crm/bookings/new?from=lead")).form("deliveryDate");
  const typed = { firstName: "Ámalie", phone: "(407) 555-0188", address: "12 Pine St", zip: "32801" };
  form.fill({ ...typed, deliveryDate: openDay(40), dumpsterSize: ["20", "15", ""], quantity: ["2", "1", "1"] });
  await staff.post("/auth/sign-out", {});
  const back = await comeBack(await form.submit(), "staff@example.com");
  expect(pathOf(back)).toBe("/crm/bookings/new");
  const values = back.form("deliveryDate").values();
  expect(Object.fromEntries(Object.keys(typed).map((name) => [name, values.get(name)]))).toEqual(typed);
  expect(values.getAll("dumpsterSize").slice(0, 2)).toEqual(["20", "15"]);
  expect(count(server, "select count(*) from bookings where address = '12 Pine St'")).toBe(0);
});

it("keeps nothing of strangers, no secrets, and of one person the newest five", async () => {
  const before = kept();
  const stranger = new TextBrowser(server.url);
  await stranger.post("/crm/bookings/new", { firstName: "Nobody" });
  stranger.cookies.set("former", "ses_made_up.x");
  stranger.cookies.set("session", "made-up.x");
  expect(pathOf(await stranger.post("/crm/bookings/new", { firstName: "Nobody" }))).toBe("/auth");
  expect(kept()).toBe(before);
  const staff = await signIn(server, "staff@example.com");
  endSessions();
  for (let i = 0; i < 7; i++)
    await staff.post("/crm/bookings/new", { firstName: `Try ${i}`, password: "secret one", code: "secret two" });
  const rows = query<{ fields: string; path: string }>(
    server.dataDir,
    "select fields, path from kept_forms order by rowid",
  );
  expect(rows.map(({ fields }) => fields)).toEqual(
    [2, 3, 4, 5, 6].map((i) => JSON.stringify({ firstName: `Try ${i}` })),
  );
});

it("the reason of a cancellation stands in its own form again, which is open; nothing is cancelled", async () => {
  const staff = await signIn(server, "staff@example.com");
  const page = await staff.open(`/crm/bookings/${aBooking("status = 'confirmed'")}`);
  endSessions();
  const back = await comeBack(
    await page
      .form("expectedFee")
      .fill({ why: NOTE.split("\n")[0] ?? "" })
      .submit("cancel"),
    "staff@example.com",
  );
  const field = back.root.querySelector("#why");
  expect([field?.getAttribute("value"), field?.closest("details")?.hasAttribute("open")]).toEqual([
    NOTE.split("\n")[0],
    true,
  ]);
  expect(count(server, "select count(*) from cancellations where reason like 'Gate code%'")).toBe(0);
});

it.each([
  ["/account", "admin@example.com", { display_name: "Zoë שלום" }, "profile"],
  ["/crm/team", "admin@example.com", { why: "She runs the yard now" }, "role"],
])("%s shows what was typed there again", async (path, email, fields, intent) => {
  const page = await (await signIn(server, email)).open(path);
  endSessions();
  const name = Object.keys(fields)[0] ?? "";
  const back = await comeBack(await page.form(name).fill(fields).submit(intent), email);
  expect([pathOf(back), back.text.includes("You were signed out meanwhile")]).toEqual([path, true]);
  const shown = back.root.querySelectorAll(`[name=${name}]`).map((field) => field.getAttribute("value"));
  expect(shown).toContain(Object.values(fields)[0]);
});

it("a driver whose sign-in was ended reads at the door that what they pressed is not lost, and one who comes by themselves does not", async () => {
  const driver = await signIn(server, "driver@example.com", "/driver/auth");
  endSessions();
  const words = "What you pressed is not lost";
  const door = await driver.open("/driver/dashboard");
  expect([pathOf(door), door.text.includes(words)]).toEqual(["/driver/auth", true]);
  expect((await new TextBrowser(server.url).open("/driver/auth")).text).not.toContain(words);
  const wrong = await door.form("password").fill({ email: "driver@example.com", password: "no" }).submit("Login");
  expect(wrong.text).not.toContain(words);
  const back = await door
    .form("password")
    .fill({ email: "driver@example.com", password: "roll-off-demo" })
    .submit("Login");
  expect(pathOf(back)).toBe("/driver/dashboard");
});

it("a page that leads to the sign-in page because the session has ended says so there", async () => {
  const staff = await signIn(server, "staff@example.com");
  endSessions();
  const door = await staff.open("/crm/bookings");
  expect([pathOf(door), door.text]).toEqual([
    "/auth",
    expect.stringContaining("You were signed out. Log in again to go on where you were."),
  ]);
  expect((await new TextBrowser(server.url).open("/crm/bookings")).text).not.toContain("signed out");
});
