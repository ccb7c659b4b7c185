import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { formatDay } from "~/domain/kernel/days";
import { bookAndPay, bookingNumberOn, openDay } from "../support/booking";
import { photoForm } from "../support/drive";
import { type Page, TextBrowser } from "../support/form";
import { arrange, count, inItsTime, pathOf, signIn } from "../support/meanwhile";
import { photograph } from "../support/photograph";
import { startServer, type TestServer } from "../support/server";

let server: TestServer;
let driver: TextBrowser;
let staff: TextBrowser;
beforeAll(async () => {
  server = await startServer({ env: { RATE_LIMITS: "off" } });
  driver = await signIn(server, "driver@example.com", "/driver/auth");
  staff = await signIn(server, "staff@example.com");
});
afterAll(() => server.stop());

let ahead = 40;
interface Visit {
  email: string;
  number: string;
  customer: TextBrowser;
  job: string;
  day: ReturnType<typeof openDay>;
}
/** A paid rental whose delivery Dana has driven to the site. */
async function arrived(): Promise<Visit> {
  const day = openDay((ahead += 2));
  const email = `access${ahead}@example.com`;
  const customer = new TextBrowser(server.url);
  const number = bookingNumberOn(await bookAndPay(customer, { email, deliveryDate: day }));
  const record = await staff.open(`/crm/bookings/${number}`);
  const link = record.root
    .querySelectorAll("a[href*='/crm/dispatch?']")
    .find((one) => one.parentNode?.textContent.trim().toLowerCase().startsWith("delivery"));
  const board = await staff.open((link?.getAttribute("href") ?? "").split("#")[0] ?? "");
  const dana = board.root.querySelectorAll("#driverId option").find((one) => one.text.startsWith("Dana"));
  const form = board.form("driverId").fill({ driverId: dana?.getAttribute("value") ?? "" });
  const jobId = form.values().get("jobId") ?? "";
  const job = `/driver/jobs/${jobId}`;
  await form.submit("assign");
  inItsTime(server, jobId);
  for (const intent of ["en_route", "arrived"]) await driver.post(job, { intent });
  return { email, number, customer, job, day };
}
const ask = (job: string) => driver.post(job, { intent: "blocked", reason: "Nobody lets us in", note: "A green gate" });
const answerPage = ({ number, customer }: Visit) => customer.open(`/manage-booking/access?booking=${number}`);
interface Sent {
  subject: string;
  text: string;
}
const inbox = async (email: string) =>
  (await (await fetch(`${server.url}/sandbox/inbox.json?to=${email}`)).json()) as Sent[];
const mail = (email: string, subject: RegExp) =>
  expect.poll(async () => (await inbox(email)).find((one) => subject.test(one.subject))?.text, { timeout: 20_000 });
const heading = (page: Page) => page.root.querySelector("h1")?.text;

describe("a driver who cannot get in", () => {
  it("asks the customer, who clears the way, and sees it at once; office and mail say the same", async () => {
    const visit = await arrived();
    const before = await driver.open(visit.job);
    expect(before.root.querySelector(".next-step summary")?.text).toBe("I cannot get in");
    const empty = await driver.post(visit.job, { intent: "blocked", note: "A green gate" });
    expect([empty.status, empty.text.includes("Choose what is in the way.")]).toEqual([400, true]);
    expect(empty.text).toContain("A green gate");
    const asked = await ask(visit.job);
    expect(asked.text).toContain("The customer was asked");
    await mail(visit.email, /our driver cannot get in/).toContain("nobody lets us in. They wait until");
    expect((await staff.open("/crm/overview")).text).toContain("A driver cannot get in");

    // By the link in the message, on a phone that knows nothing yet.
    const [letter] = (await inbox(visit.email)).filter(({ subject }) => /cannot get in/.test(subject));
    const link = /https?:\/\/[^/]+(\/manage-booking\/access\?key=\S+)/.exec(letter?.text ?? "")?.[1] ?? "";
    const phone = new TextBrowser(server.url, { followRedirects: true });
    const page = await phone.open(link);
    expect([pathOf(page), heading(page)]).toEqual(["/manage-booking/access", "Our driver cannot get in"]);
    expect(page.url).not.toContain("key=");
    expect(page.text).toContain("dry-run fee of $150");
    // What the driver writes for the office stays there.
    const own = await visit.customer.open(`/manage-booking?booking=${visit.number}`);
    expect([page.html, own.html, letter?.text].filter((one) => one?.includes("A green gate"))).toEqual([]);
    // The booking's own page asks at its head, and leads to the answer.
    expect(heading(await own.follow("Answer the driver"))).toBe("Our driver cannot get in");
    const wrong = await phone.post(page.url, { intent: "clearing", minutes: "999" });
    expect([wrong.status, wrong.text.includes("Choose how long it takes.")]).toEqual([400, true]);
    const answered = await page.form("minutes").fill({ minutes: "5" }).submit("clearing");
    expect(heading(answered)).toBe("The driver waits for you");
    const seen = await driver.open(visit.job);
    expect(seen.text).toMatch(/They are clearing it now\s*About 5 minutes/);
    expect((await visit.customer.open(`/manage-booking?booking=${visit.number}`)).text).toContain(
      "The driver waits for you",
    );
    expect((await staff.open(`/crm/bookings/${visit.number}`)).text).toContain("clearing the way, about 5 minutes");

    // They got in: nothing is asked any more.
    const done = await driver.open(visit.job);
    const ours = /We have (\d+-\d+)/.exec(done.text)?.[1] ?? "";
    await driver.post(visit.job, { intent: "serviced", dumpsterNumber: ours });
    expect(heading(await answerPage(visit))).toBe("The driver is not waiting any more");
    const late = await page.form("minutes").fill({ minutes: "10" }).submit("clearing");
    expect([late.status, late.text.includes("The driver is not waiting any more")]).toEqual([409, true]);
    expect(count(server, "select count(*) from tasks where kind = 'no_access' and state = 'open'")).toBe(0);
    await mail(visit.email, /your dumpster is there/).toContain("was set down at");
    expect((await visit.customer.open(`/manage-booking?booking=${visit.number}`)).text).toMatch(
      /Delivered\s*\d+:\d\d [ap]m/,
    );
  });

  it("goes when the customer wants another day, who chooses it with the fee told and nothing charged", async () => {
    const visit = await arrived();
    await ask(visit.job);
    const page = await answerPage(visit);
    const other = await visit.customer.open(page.url);
    const choose = await page.form("Come another day").submit("reschedule");
    expect([pathOf(choose), heading(choose)]).toEqual(["/manage-booking/reschedule", "Choose another day"]);
    expect(choose.text).toContain("Choosing a day costs nothing.");
    // The driver's job is closed; the second phone is led on.
    const told = await driver.open(visit.job);
    expect(told.root.querySelectorAll(".next-step")).toHaveLength(0);
    expect(told.root.querySelector(".access-wait")?.text).toContain("The customer wants another day");
    expect(told.root.querySelector("#evidence ~ p")?.text).toContain("Evidence thin: no photo.");
    const again = await visit.customer.post(other.url, { intent: "reschedule", visit: visitIdOn(other) });
    expect(pathOf(again)).toBe("/manage-booking/reschedule");
    const late = await visit.customer.post(other.url, { intent: "clearing", minutes: "5", visit: visitIdOn(other) });
    expect(late.status).toBe(409);
    const none = await choose.form("deliveryDate").submit();
    expect([none.status, none.root.querySelector("#deliveryDate-error")?.text]).toEqual([
      400,
      "Problem: Choose a day.",
    ]);
    const [first] = choose.root.querySelectorAll("[name=deliveryDate]").map((one) => one.getAttribute("value") ?? "");
    const wish = { deliveryDate: first ?? "", deliveryTime: "morning", seen: "2020-01-01 morning 2020-01-08 reserved" };
    const stale = await choose.form("deliveryDate").fill(wish).submit();
    expect([stale.status, stale.text.includes("The day was changed while this page was open")]).toEqual([409, true]);
    const saved = await choose
      .form("deliveryDate")
      .fill({ deliveryDate: first ?? "", deliveryTime: "afternoon" })
      .submit();
    expect(saved.text).toContain("Your new day is saved.");
    expect(heading(saved)).toContain(
      `Confirmed for ${formatDay(first as typeof visit.day, { short: true })}, 12PM to 5PM`,
    );
    expect(count(server, "select count(*) from charges where kind = 'dry_run'")).toBe(0);
    await mail(visit.email, /has a new day/).toContain("12PM to 5PM");
    expect(pathOf(await visit.customer.open(`/manage-booking/reschedule?booking=${visit.number}`))).toBe(
      "/manage-booking/reschedule",
    );
    expect(
      count(
        server,
        "select count(*) from jobs where attempt = 2 and state = 'scheduled' or attempt = 2 and state = 'unscheduled'",
      ),
    ).toBe(1);
  });

  it("is a trip in vain like any other when the customer wants another day: with its proof it has the fee", async () => {
    const visit = await arrived();
    const photo = [{ bytes: await photograph(), name: "gate.jpg" }];
    const asked = { intent: "blocked", reason: "Nobody lets us in", note: "" };
    await driver.request(visit.job, photoForm(asked, { photo }));
    await (await answerPage(visit)).form("Come another day").submit("reschedule");
    expect((await driver.open(visit.job)).text).toContain("Evidence complete: arrival, reason and photo");
    await mail(visit.email, /\$150/).toContain("$150");
  });

  it("opens to nobody else: not by the number, not by an old link, not for another's visit", async () => {
    const visit = await arrived();
    await ask(visit.job);
    const mine = await answerPage(visit);
    const stranger = new TextBrowser(server.url, { followRedirects: true });
    expect(pathOf(await stranger.open(`/manage-booking/access?booking=${visit.number}`))).toBe("/manage-booking");
    expect((await stranger.open("/manage-booking/access?key=none")).text).toContain("That link does not work any more");
    const posted = await stranger.post(`/manage-booking/access?booking=${visit.number}`, {
      intent: "reschedule",
      visit: visitIdOn(mine),
    });
    expect(pathOf(posted)).toBe("/manage-booking");
    const other = await arrived();
    const theirs = await other.customer.post(`/manage-booking/access?booking=${other.number}`, {
      intent: "reschedule",
      visit: visitIdOn(mine),
    });
    expect(theirs.status).toBe(409);
    expect(heading(await answerPage(visit))).toBe("Our driver cannot get in");
    const wrongDriver = await signIn(server, "driver2@example.com", "/driver/auth");
    expect(
      (await wrongDriver.post(other.job, { intent: "blocked", reason: "Nobody lets us in", note: "" })).status,
    ).toBe(404);
    // A job that was taken back: nobody waits, and the old page's answer is refused.
    arrange(
      server,
      "update jobs set state = 'scheduled', driver_id = null where id = ?",
      visit.job.split("/").at(-1) ?? "",
    );
    const gone = await visit.customer.post(mine.url, { intent: "clearing", minutes: "5", visit: visitIdOn(mine) });
    expect(gone.status).toBe(409);
  });
});

const visitIdOn = (page: Page) => page.root.querySelector("[name=visit]")?.getAttribute("value") ?? "";
