import { afterAll, beforeAll, expect, it } from "vitest";
import { crmPaths } from "~/crm-paths";
import { formatDay, parseDay } from "~/domain/kernel/days";
import { bookingNumberOn, openDay, scheduleFields } from "../support/booking";
import { type Page, TextBrowser } from "../support/form";
import { count, localPath, pathOf, signIn } from "../support/meanwhile";
import { startServer, type TestServer } from "../support/server";

// A day is closed on which orders of the office stand that nobody has paid: all who look are told, and nobody signs in vain.
let server: TestServer;
let staff: TextBrowser;
beforeAll(async () => {
  server = await startServer({ env: { RATE_LIMITS: "off" } });
  staff = await signIn(server, "staff@example.com");
});
afterAll(() => server.stop());

const day = openDay(40);
const order = { dumpsterSize: "20", deliveryDate: day };
const form = (page: Page) => page.form("deliveryDate");

async function prepared(email: string): Promise<{ number: string; page: string; link: string }> {
  const saved = await form(await staff.open("/crm/bookings/new"))
    .fill({ ...scheduleFields({ email }), ...order, phone: `(407) 555-01${email.length + 40}` })
    .submit("save");
  const link = localPath(saved.root.querySelector("#prepared-link")?.getAttribute("value") ?? "");
  return { number: bookingNumberOn(saved), page: pathOf(saved), link };
}

const signing = async (link: string) => {
  const page = await new TextBrowser(server.url).open(link);
  return page.form("signatureName").fill({ signatureName: "Bo Lee", agree: "on" });
};

it("names them after saving, on their pages and to their callers, who sign once the day is another one", async () => {
  const [first, second] = [await prepared("one@example.com"), await prepared("second@example.com")];
  const paying = await (await signing(second.link)).submit("continue");
  expect(pathOf(paying)).toMatch(/^\/book\/payment/);
  const stale = await signing(first.link);
  expect((await staff.open(first.page)).text).not.toContain("can neither sign nor pay");

  const admin = await signIn(server, "admin@example.com");
  const settings = await admin.open("/crm/settings/days");
  const holidays = settings.root.querySelector("[name=holidays]")?.text ?? "";
  const saved = await settings
    .form("holidays")
    .fill({ holidays: `${holidays}\n${day}`, why: "Founders’ day" })
    .submit("save");
  expect(saved.text).toContain("prepared orders can be neither signed nor paid until their day is another one");
  expect(saved.text).toContain(formatDay(day, { year: true }));
  expect(saved.text).toMatch(new RegExp(`2 prepared orders: ${first.number}, ${second.number}`));
  const named = saved.root.querySelectorAll("a").find(({ text }) => text === first.number);
  expect(named?.getAttribute("href")).toBe(first.page);

  expect(saved.text).toContain("Each is a task on the Overview a week before, until it has another day.");
  const asked = async () => {
    const found: string[] = [];
    for (let to = "/crm"; to;) {
      const page = await staff.open(to);
      for (const row of page.root.querySelectorAll(".tasks > li"))
        if (/Stands on a closed day.* · delivery on .*, when no truck goes out/s.test(row.text))
          found.push(row.querySelector("a")?.getAttribute("href") ?? "");
      to =
        page.root
          .querySelectorAll(".pager a")
          .find((link) => link.text === "Less urgent")
          ?.getAttribute("href") ?? "";
    }
    return found;
  };
  expect((await asked()).toSorted()).toEqual(
    [first.number, second.number].map((number) => `${crmPaths.booking(number)}#actions`).toSorted(),
  );

  const office = await staff.open(first.page);
  expect(office.root.querySelector(".notice.warn")?.text).toMatch(
    /The caller can neither sign nor pay this as it is\..*Put it right below/,
  );
  expect(office.root.querySelector(".notice.warn")?.text).not.toMatch(/\byour?\b|call us/i);
  // Nobody is sent a link again with which they cannot go on.
  expect([office.text.includes("Send it again"), office.text.includes("Edit below")]).toEqual([false, false]);
  // Nor from a page of before.
  for (const page of [first.page, `/crm/bookings/${first.number}`]) {
    const pressed = await staff.post(page, { intent: "resend" });
    expect([pressed.status, pressed.text.includes("Nothing was sent: put the order right first.")]).toEqual([
      409,
      true,
    ]);
  }
  const record = await staff.open(`/crm/bookings/${first.number}`);
  expect(record.text).not.toContain("Send the link again");
  expect(record.root.querySelector(".notice.warn a")?.getAttribute("href")).toBe(`${first.page}#order-form`);

  const refused = await stale.submit("continue");
  expect([refused.status, refused.text.includes("Nothing was signed.")]).toEqual([409, true]);
  const caller = await new TextBrowser(server.url).open(first.link);
  expect(caller.text).toContain("One thing to change first.");
  expect(caller.root.querySelector("[name=signatureName]")).toBeNull();
  const payment = await new TextBrowser(server.url).open(second.link);
  expect([pathOf(payment).split("?")[0], payment.text.includes("One thing to change first.")]).toEqual([
    "/book/payment",
    true,
  ]);
  expect(payment.root.querySelector("[name=cardConsent]")).toBeNull();
  const pressed = await paying.form("cardConsent").fill({ cardConsent: "on" }).submit("continue");
  expect(pressed.status).toBe(409);

  const other = await form(await staff.open(first.page))
    .fill({ deliveryDate: openDay(42) })
    .submit("save");
  expect(other.text).not.toContain("can neither sign nor pay");
  expect(await asked()).toEqual([`${crmPaths.booking(second.number)}#actions`]);
  expect(other.text).toContain("Send it again");
  expect((await staff.open(`/crm/bookings/${first.number}`)).text).toContain("Send the link again");
  expect(pathOf(await (await signing(first.link)).submit("continue"))).toMatch(/^\/book\/payment/);
});

it("leads from a day that is closed to moving all that stands on it", async () => {
  const admin = await signIn(server, "admin@example.com");
  // The newest day of a delivery in the sandbox's data.
  const digits = String(
    count(
      server,
      "select max(replace(day, '-', '')) from jobs where kind = 'delivery' and state in ('scheduled','assigned','unscheduled')",
    ),
  );
  const on = parseDay(digits.replace(/(\d{4})(\d\d)(\d\d)/, "$1-$2-$3")) ?? expect.fail(digits);
  const settings = await admin.open("/crm/settings/days");
  const holidays = settings.root.querySelector("[name=holidays]")?.text ?? "";
  const saved = await settings
    .form("holidays")
    .fill({ holidays: `${holidays}\n${on}`, why: "Flood" })
    .submit("save");
  const way = saved.root.querySelectorAll("a").find(({ text }) => text === "move all of it and tell the customers");
  const to = way?.getAttribute("href") ?? "none";
  const board = await staff.open(crmPaths.dispatch(on));
  expect(board.text).toMatch(/No truck goes out on this day, and \d+ jobs? stands? on it\./);
  expect([board.text.includes("Propose the day"), board.root.querySelector(`a[href="${to}"]`) !== null]).toEqual([
    false,
    true,
  ]);
  const shown = await staff.open(`${to}&part=day&reason=Flood`);
  expect(shown.text).not.toContain("No truck goes out on that day anyway.");
  const moved = await shown.form("seen").submit("close");
  expect(moved.status).toBe(200);
  expect((await staff.open(crmPaths.dispatch(on))).text).not.toContain("No truck goes out on this day, and");
});

it("says so where a day is closed for a storm, before it is closed", async () => {
  const storm = openDay(45);
  await form(await staff.open("/crm/bookings/new"))
    .fill({ ...scheduleFields({ email: "storm@example.com" }), dumpsterSize: "20", deliveryDate: storm })
    .submit("save");
  const named = async (part: string) =>
    /1 prepared order: \S+ For this time, and not paid yet\./.test(
      (await staff.open(`/crm/dispatch/close?day=${storm}&part=${part}&reason=storm`)).text,
    );
  expect([await named("day"), await named("morning"), await named("afternoon")]).toEqual([true, true, false]);
});

it("says when an order is the one that was saved a moment ago, when nothing was changed, and when it is signed anew", async () => {
  const filled = form(await staff.open("/crm/bookings/new")).fill({
    ...scheduleFields({ email: "again@example.com" }),
    dumpsterSize: "20",
    deliveryDate: openDay(47),
  });
  const [once, twice] = [await filled.submit("save"), await filled.submit("save")];
  expect(pathOf(twice)).toBe(pathOf(once));
  expect(once.text).not.toContain("a moment ago");
  expect(twice.text).toContain("This order was saved a moment ago");
  expect((await form(twice).submit("save")).text).toContain("Nothing is different from what it was");
  const link = localPath(once.root.querySelector("#prepared-link")?.getAttribute("value") ?? "");
  expect(pathOf(await (await signing(link)).submit("continue"))).toMatch(/^\/book\/payment/);
  const changed = await form(await staff.open(pathOf(once)))
    .fill({ deliveryDate: openDay(48) })
    .submit("save");
  expect(changed.text).toContain("It is not what the caller has signed any more: they sign once more");
});

it("names each of the two places that close a day where the other holds it, and asks once before all are opened", async () => {
  const admin = await signIn(server, "admin@example.com");
  const on = openDay(52);
  const save = async (holidays: string, and: Record<string, string> = {}) => {
    const settings = await admin.open("/crm/settings/days");
    const before = settings.root.querySelector("[name=holidays]")?.text ?? "";
    const asked = await settings
      .form("holidays")
      .fill({ holidays: holidays === "" ? "" : `${before}\n${holidays}`, why: "Party", ...and })
      .submit("save");
    return { before, asked };
  };
  await save(on);
  const board = crmPaths.closeDay({ day: on });
  expect((await staff.open(board)).text).toContain(
    "This day is one of the “Closed days” in Settings. An admin opens it there.",
  );
  const link = (page: Page, words: string) =>
    page.root
      .querySelectorAll("a")
      .find(({ text }) => text === words)
      ?.getAttribute("href");
  expect(link(await admin.open(board), "Open it there")).toBe("/crm/settings/days");

  const { before, asked } = await save("", { windowCapacity: "7" });
  expect(asked.root.querySelector("#opening-error")?.text).toMatch(/This opens all \d+ closed days to come: /);
  expect(asked.root.querySelector("[name=windowCapacity]")?.getAttribute("value")).toBe("7");
  const opened = await asked.form("opening").fill({ opening: "on" }).submit("save");
  expect(opened.text).toContain(`${formatDay(on, { year: true })}: open`);
  expect((await staff.open(board)).text).not.toContain("Closed days");

  const storm = await staff.open(`${board}&part=day&reason=Storm`);
  await storm.form("seen").submit("close");
  const list = async (holidays: string) =>
    (await admin.open("/crm/settings/days")).form("holidays").fill({ holidays, why: "Storm" }).submit("save");
  // What is over already is a slip where it is new to the list.
  const ahead = before.split("\n").filter((line) => line > openDay(0));
  await list(ahead.join("\n"));
  expect((await staff.open(board)).text).toContain("Settings: opened here, it stays closed. An admin opens it there.");
  const others = ahead.filter((line) => !line.startsWith(on));
  const left = await list(others.join("\n"));
  expect(left.text).toContain(
    `${formatDay(on, { year: true })}: stays closed. Dispatch closed it: Storm. Open it there`,
  );
  expect(link(left, "Open it there")).toBe(board);
});
