import { openDay } from "../support/booking";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dayOn } from "~/domain/kernel/moments";
import { parse } from "node-html-parser";
import { TextBrowser, type Page } from "../support/form";
import { arrange, count, localPath, mailTo, pathOf, signIn } from "../support/meanwhile";
import { query } from "../support/orders";
import { startServer, type TestServer } from "../support/server";

let server: TestServer;
let staff: TextBrowser;
let admin: TextBrowser;
beforeAll(async () => {
  server = await startServer({ env: { RATE_LIMITS: "off" } });
  staff = await signIn(server, "staff@example.com");
  admin = await signIn(server, "admin@example.com");
});
afterAll(() => server.stop());

const error = (page: Page, field: string) => page.root.querySelector(`#${field}-error`)?.text ?? "";
const switchFlag = (flag: string, to: "on" | "off") =>
  admin.post("/crm/settings/flags", { intent: "switch", flag, was: to === "on" ? "off" : "on", to });

describe("the yard, by plain forms", () => {
  it("a dumpster is added, sent to the shop for a reason, and the second who changes it is told", async () => {
    const wrong = await staff.post("/crm/inventory/new", { intent: "add", number: "labels", size: "20" });
    expect([wrong.status, error(wrong, "number")]).toEqual([400, "Problem: The number needs a digit."]);
    const added = await staff.post("/crm/inventory/new", { intent: "add", number: "20-88", size: "20" });
    expect([pathOf(added), added.text.includes("Added. It can go out from now on.")]).toEqual([
      ...["/crm/inventory/20-88", true],
    ]);
    const [mine, theirs] = [await staff.open("/crm/inventory/2088"), await admin.open("/crm/inventory/20-88")];
    expect(pathOf(mine)).toBe("/crm/inventory/20-88");
    const noWhy = await mine.form("location").fill({ location: "shop" }).submit("change");
    expect([noWhy.status, error(noWhy, "why")]).toEqual([400, "Problem: Say why, so that the others know."]);
    const done = await noWhy.form("location").fill({ why: "New floor" }).submit("change");
    expect([pathOf(done), done.text.includes("New floor"), done.text.includes("In the yard → In the shop")]).toEqual([
      ...["/crm/inventory/20-88", true, true],
    ]);
    const late = await theirs.form("location").fill({ condition: "damaged", why: "Dent" }).submit("change");
    expect([late.status, late.form("location").values().get("why")]).toEqual([409, "Dent"]);
    const list = await staff.open("/crm/inventory?location=shop");
    expect(list.root.querySelectorAll(".yard-list tbody tr").map((row) => row.querySelector("a")?.text)).toEqual([
      "20-88",
    ]);
  });

  it("has its eight weeks as bars and as figures, and its labels with number and code", async () => {
    const weeks = await staff.open("/crm/inventory/availability");
    expect(weeks.root.querySelectorAll("svg.bars")).toHaveLength(3);
    expect(weeks.root.querySelectorAll(".weeks table").map((table) => table.querySelectorAll("td").length)).toEqual([
      ...[56, 56, 56],
    ]);
    const labels = await staff.open("/crm/inventory/labels?size=15");
    expect(labels.root.querySelectorAll(".labels b").map((one) => one.text)[0]).toBe("15-01");
    expect(labels.root.querySelectorAll(".labels svg path")).toHaveLength(14);
  });
});

describe("a driver", () => {
  const invite = (to: string, name = "Nina Novak") =>
    staff.post("/crm/drivers", { intent: "invite", driverName: name, to });
  const lastLink = async (address: string) =>
    localPath((await mailTo(server, address)).links.find((one) => one.includes("/driver/invitation")) ?? "");

  it.each(["on", "off"] as const)(
    "is invited by mail, accepts with a password, drives, and is out at once when access ends (link checked early: flag %s)",
    async (flag) => {
      if (flag === "off") await switchFlag("skip_frontend_invitation_validation", "off");
      const email = `nina-${flag}@example.com`;
      const wrong = await invite("nobody");
      expect([wrong.status, wrong.form("driverName").values().get("driverName")]).toEqual([400, "Nina Novak"]);
      expect((await invite(email)).text).toContain("Invited. The mail with the link is on its way");
      const link = await lastLink(email);
      const nina = new TextBrowser(server.url);
      // On: a link that is none looks like any other until it is sent in.
      const none = await nina.open("/driver/invitation?key=none");
      expect(none.status).toBe(flag === "on" ? 200 : 410);
      expect((await nina.post("/driver/invitation?key=none", { password: "gravel heap 9" })).status).toBe(410);
      const weak = await (await nina.open(link)).form("password").fill({ password: "123" }).submit();
      expect(weak.status).toBe(400);
      const joined = await weak.form("password").fill({ password: "gravel heap 9" }).submit();
      expect(pathOf(joined)).toBe("/driver/auth");
      expect((await nina.open(link)).status).toBe(flag === "on" ? 200 : 410);
      const inside = await joined.form("password").fill({ email, password: "gravel heap 9" }).submit();
      expect(pathOf(inside)).toBe("/driver/dashboard");
      const [row] = query<{ id: string; role: number; idle: number }>(
        server.dataDir,
        "select d.id, (select count(*) from user_roles r where r.user_id = d.user_id and role = 'driver') role, (select max(idle_ms) from sessions s where s.user_id = d.user_id) idle from drivers d join accounts a on a.id = d.user_id where a.email = ?",
        email,
      );
      // A working week; the office's people have twelve hours.
      expect([row?.role, row?.idle]).toEqual([1, 7 * 24 * 3_600_000]);
      const page = await staff.open(`/crm/drivers/${row?.id}`);
      const ended = await page.form("End access").fill({ why: "Moved away" }).submit("end");
      expect(ended.text).toContain("Access ended. Every sign-in ended with it.");
      expect(pathOf(await nina.open("/driver/dashboard"))).toBe("/driver/auth");
      const refused = await (
        await nina.open("/driver/auth")
      )
        .form("password")
        .fill({ email, password: "gravel heap 9" })
        .submit();
      expect(pathOf(refused)).toBe("/driver/auth");
      if (flag === "off") await switchFlag("skip_frontend_invitation_validation", "on");
    },
  );

  it.each(["on", "off"] as const)(
    "who has an account accepts signed in, with no other password; somebody else who is signed in is told so (flag %s)",
    async (flag) => {
      if (flag === "off") await switchFlag("skip_frontend_invitation_validation", "off");
      const email = flag === "on" ? "user@example.com" : "staff@example.com";
      await invite(email, `Uma ${flag}`);
      const link = await lastLink(email);
      const other = await admin.open(link);
      expect(other.text).toContain("You are signed in as Alex Admin.");
      expect(other.root.querySelector("[name=password]")).toBeNull();
      const refused = await admin.post(link, {});
      expect([refused.status, refused.text.includes("Sign out, then open its link again.")]).toEqual([409, true]);
      const uma = await signIn(server, email);
      const page = await uma.open(link);
      expect(page.root.querySelector("[name=password]")).toBeNull();
      expect(pathOf(await page.form("Accept").submit())).toBe("/driver/dashboard");
      if (flag === "off") await switchFlag("skip_frontend_invitation_validation", "on");
    },
  );

  it("is invited by text; a withdrawn link works no more", async () => {
    expect((await invite("(407) 555-0171", "Tex")).text).toContain("Invited. The text with the link");
    const page = await staff.open("/crm/drivers");
    const gone = await page.form("Withdraw").submit("withdraw");
    expect(gone.text).toContain("Nobody.");
    expect(
      count(server, "select count(*) from driver_invitations where withdrawn_at is null and accepted_at is null"),
    ).toBe(0);
  });

  it("has days off, several at once; what is planned is named before it is saved", async () => {
    const [job] = query<{ id: string; day: string; driver: string; number: string }>(
      server.dataDir,
      "select j.id, j.day, j.driver_id driver, b.booking_number number from jobs j join bookings b on b.id = j.booking_id where j.state = 'assigned' order by j.day desc limit 1",
    );
    if (!job) throw new Error("the seed has no assigned job");
    const page = await staff.open(`/crm/drivers/${job.driver}`);
    for (const [field, from, until, words] of [
      ["until", "1100-01-01", "1100-01-01", "These days have passed."],
      ["from", "8999-12-31", "8999-12-31", "Enter a first day within a year from now."],
      ["from", "0999-12-31", job.day, "Enter the first day."],
    ] as const) {
      const refused = await page.form("Enter days off").fill({ from, until, note: "Dentist" }).submit("off");
      expect([refused.status, error(refused, field)]).toEqual([400, expect.stringContaining(words)]);
      const kept = refused.form("Enter days off").values();
      expect([kept.get("from"), kept.get("until"), kept.get("note")]).toEqual([from, until, "Dentist"]);
    }
    const days = { from: job.day, until: job.day, note: "Dentist" };
    const named = await page.form("Enter days off").fill(days).submit("off");
    expect([named.status, error(named, "agreed")]).toEqual([409, expect.stringContaining(job.number)]);
    expect(count(server, "select count(*) from shifts")).toBe(0);
    const saved = await named.form("Enter days off").fill({ agreed: "on" }).submit("off");
    expect(saved.text).toContain("Still planned for days off:");
    expect(count(server, "select count(*) from tasks where kind = 'driver_off' and state = 'open'")).toBeGreaterThan(0);
    const back = await saved.form("Take back").submit("on");
    expect(back.text).toContain("Drives on those days after all.");
    expect(count(server, "select count(*) from tasks where kind = 'driver_off' and state = 'open'")).toBe(0);
  });

  it("has other hours or another truck on one day: kept, shown to dispatch and the driver, and taken back", async () => {
    const driver = query<{ id: string }>(server.dataDir, "select id from drivers where name = 'Dana Driver'")[0]?.id;
    const day = dayOn(Date.now());
    const page = await staff.open(`/crm/drivers/${driver}`);
    const wrong = await page.form("Keep this day").fill({ day, begins: "14:00", ends: "6.30" }).submit("day");
    expect([wrong.status, error(wrong, "ends")]).toEqual([400, "Problem: Enter a time like 06:30, or nothing."]);
    const late = await wrong.form("Keep this day").fill({ ends: "06:30" }).submit("day");
    expect([late.status, error(late, "ends")]).toEqual([400, "Problem: The end is after the beginning."]);
    expect(late.form("Keep this day").values().get("begins")).toBe("14:00");
    const kept = await late.form("Keep this day").fill({ begins: "06:00", ends: "14:30" }).submit("day");
    expect(kept.text).toContain("6:00 am to 2:30 pm");
    expect((await staff.open(`/crm/dispatch?day=${day}`)).text).toContain("6:00 am to 2:30 pm");
    const dana = await signIn(server, "driver@example.com", "/driver/auth");
    expect((await dana.open("/driver/dashboard")).text).toContain("Today: 6:00 am to 2:30 pm");
    const back = await kept.form(`Take back`).submit("usual-day");
    expect(back.text).toContain("That day is as always again.");
    expect((await staff.open(`/crm/dispatch?day=${day}`)).text).not.toContain("6:00 am to 2:30 pm");
  });

  it("has a usual truck, a license with an end, and trucks and facilities are kept on pages of their own", async () => {
    const trucks = await staff.post("/crm/drivers/trucks", {
      intent: "save",
      name: "Truck 9",
      plate: "ABC 123",
      is_active: "on",
    });
    expect(trucks.text).toContain("ABC 123");
    const twice = await staff.post("/crm/drivers/trucks", { intent: "save", name: "Truck 9", is_active: "on" });
    expect([twice.status, error(twice, "name")]).toEqual([400, "Problem: Another one has this name already."]);
    const wrong = await staff.post("/crm/drivers/facilities", { intent: "save", name: "East pit", zip: "1" });
    expect([wrong.status, error(wrong, "zip")]).toEqual([400, "Problem: Enter its ZIP code, five digits."]);
    const pit = await wrong.form("zip").fill({ zip: "32801" }).submit("save");
    expect(pit.text).toContain("East pit");
    const [driver] = query<{ id: string }>(server.dataDir, "select id from drivers where name = 'Dana Driver'");
    const [truck] = query<{ id: string }>(server.dataDir, "select id from trucks where name = 'Truck 9'");
    const page = await staff.open(`/crm/drivers/${driver?.id}`);
    // The same way from each of these pages to the others, and each says where one is.
    for (const one of [page, pit, trucks, await staff.open("/crm/drivers")]) {
      const links = one.root.querySelectorAll("nav[aria-label=Fleet] a");
      expect(links.map(({ text }) => text)).toEqual(["Drivers", "Trucks", "Facilities"]);
      const here = links.filter((link) => link.getAttribute("aria-current") === "page");
      expect(here.map((link) => link.getAttribute("href"))).toEqual(one === page ? [] : [pathOf(one)]);
    }
    const saved = await page
      .form("licence_until")
      .fill({ truck_id: truck?.id ?? "", licence_until: "2020-01-31" })
      .submit("save");
    expect(saved.text).toContain("usual truck: Truck 1 → Truck 9");
    expect((await staff.open("/crm/drivers")).text).toContain("License ended Fri, Jan 31");
  });
});

describe("what a customer needs besides", () => {
  const standing = () =>
    query<{ unit: string; number: string }>(
      server.dataDir,
      "select u.id unit, b.booking_number number from units u join bookings b on b.id = u.booking_id where u.state = 'on_site' and u.size_yards = 20 and b.placement = 'driveway' and not exists (select 1 from jobs j where j.unit_id = u.id and j.kind not in ('delivery', 'pickup') and j.state <> 'cancelled') and not exists (select 1 from units o where o.booking_id = b.id and o.id <> u.id and o.state <> 'cancelled') limit 1",
    )[0]!;
  // Not on a holiday: the day before one has no tomorrow.
  const day = () => openDay(1);

  it("is seen with its price, planned at that price, and can be taken back", async () => {
    const { unit, number } = standing();
    const page = await staff.open(`/crm/bookings/${number}/needs?unit=${unit}`);
    const priced = await page
      .form("See what it costs")
      .fill({ kind: "swap", day: day(), material: "general" })
      .submit();
    expect(priced.text).toContain("$511.92");
    const planned = await priced.form("Plan it for $511.92").submit("plan");
    expect(pathOf(planned)).toBe("/crm/dispatch");
    const again = await staff.open(`/crm/bookings/${number}/needs?unit=${unit}`);
    expect(again.text).toContain("$511.92 proposed");
    const back = await again.form("Take it back").submit("withdraw");
    expect(back.text).not.toContain("Take it back");
  });

  it("a swap for another size says on the board and in its proposal what is brought and what is taken", async () => {
    const { unit, number } = standing();
    const page = await staff.open(`/crm/bookings/${number}/needs?unit=${unit}`);
    const wish = { kind: "swap", day: day(), size: "15", material: "general" };
    const priced = await page.form("See what it costs").fill(wish).submit();
    const board = await priced.form("Plan it for").submit("plan");
    expect(board.root.querySelector("#move-heading")?.text).toMatch(/^Swap · bring 15, take 20 yards for \S/);
    const storm = await staff.open(`/crm/dispatch/close?day=${day()}&part=day&reason=Storm`);
    expect(storm.text).toContain("Swap, bring 15, take 20 yards, ");
    const plan = await staff.post(`/crm/dispatch?day=${day()}`, { intent: "auto", on: day() });
    expect(plan.root.querySelector("#plan .notice")?.text).toContain("Swap · bring 15, take 20 yards, ");
    await (await staff.open(`/crm/bookings/${number}/needs?unit=${unit}`)).form("Take it back").submit("withdraw");
  });

  it.each([
    ["emergency_haul", "emergency"],
    ["early_pickup", "early"],
  ] as const)("is offered by the flag %s, and refused by POST without it", async (flag, kind) => {
    const { unit, number } = standing();
    const wish = { intent: "plan", unit, kind, day: day(), window: "anytime", total: "0" };
    const offered = async () =>
      (await staff.open(`/crm/bookings/${number}/needs?unit=${unit}`)).root
        .querySelectorAll("[name=kind]")
        .map((one) => one.getAttribute("value"));
    expect(await offered()).toContain(kind);
    expect((await staff.post(`/crm/bookings/${number}/needs`, { ...wish, total: "1" })).status).not.toBe(403);
    await switchFlag(flag, "off");
    expect(await offered()).not.toContain(kind);
    const page = await staff.open(`/crm/bookings/${number}/needs?unit=${unit}`);
    expect(page.text.includes("They want it picked up now")).toBe(flag !== "early_pickup");
    expect((await staff.post(`/crm/bookings/${number}/needs`, wish)).status).toBe(403);
    await switchFlag(flag, "on");
  });
});

it("the yard is a list of 50 dumpsters in 25,000 B of HTML, each of which goes once", async () => {
  const copies = "with recursive n(i) as (select 1 union all select i + 1 from n where i < 60)";
  const [columns = [], units = []] = ["dumpsters", "units"].map((table) =>
    query<{ name: string }>(server.dataDir, `select name from pragma_table_info('${table}')`).map(({ name }) => name),
  );
  const insert = (table: string, names: string[], own: Record<string, string>, from: string) =>
    arrange(
      server,
      `${copies} insert into ${table} (${names.join()}) select ${names.map((name) => own[name] ?? `o.${name}`).join()} from n join (${from}) o`,
    );
  insert(
    "dumpsters",
    columns,
    { id: "'dmp_copy' || i", number: "printf('00-%02d', i)", condition: "'ok'" },
    "select * from dumpsters limit 1",
  );
  insert(
    "units",
    units,
    {
      id: "'unt_copy' || i",
      dumpster_id: "'dmp_copy' || i",
      state: "case when i % 5 < 3 then 'on_site' else 'settled' end",
      unit_number: "900 + i",
    },
    "select * from units limit 1",
  );
  const yard = await (await fetch(`${server.url}/crm/inventory`, { headers: { Cookie: staff.cookieHeader } })).text();
  const rows = parse(yard).querySelectorAll("table.yard-list tbody tr");
  expect(rows.map((row) => row.querySelector("a")?.text.slice(0, 3))).toEqual(Array(50).fill("00-"));
  // Three of five are out.
  expect(rows.filter(({ text }) => /DMP-\d/.test(text))).toHaveLength(30);
  expect(Buffer.byteLength(yard)).toBeLessThanOrEqual(25_000);
  expect(yard.match(/00-17/g)).toHaveLength(2);
});
