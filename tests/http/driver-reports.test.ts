import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startDrive, type Drive } from "../support/drive";
import type { Page } from "../support/form";
import { count, inItsTime, pathOf, signIn } from "../support/meanwhile";
import { photograph } from "../support/photograph";
import { startServer, type TestServer } from "../support/server";

let server: TestServer;
let drive: Drive;
beforeAll(async () => {
  server = await startServer({ env: { RATE_LIMITS: "off" } });
  drive = await startDrive(server);
});
afterAll(() => server.stop());

const panel = async (number: string) =>
  (await drive.staff.open(`/crm/bookings/${number}`)).root.querySelector("#job-facts")?.parentNode ??
  (await drive.staff.open(`/crm/bookings/${number}`)).root;
const timeline = async (number: string) => (await drive.staff.open(`/crm/bookings/${number}`)).text;
const errorOf = (page: Page, field: string) => page.root.querySelector(`#${field}-error`)?.text ?? "";
async function along(page: Page, ...steps: [string, Record<string, string>?][]) {
  for (const [step, fields] of steps) await drive.press(page, step, fields);
  return drive.driver.open(page.url);
}

describe("what a driver found", () => {
  it("is reported, adds up, is taken back until the job is done; the office reads all of it", async () => {
    const { page, number } = await drive.mine("pickup");
    expect((await drive.press(page, "report", { cleaning: "on" })).text).toContain(
      "from your arrival until the job is done",
    );
    const there = await along(page, ["en_route"], ["arrived"]);
    const wrong = await there
      .form("secondNumber")
      .fill({ prohibited: "mattresses", material: "concrete" })
      .submit("report");
    expect([wrong.status, errorOf(wrong, "prohibitedCount")]).toEqual([400, expect.stringContaining("Enter how many")]);
    expect(wrong.form("secondNumber").values().get("material")).toBe("concrete");
    await wrong.form("secondNumber").fill({ prohibitedCount: "2" }).submit("report");
    const empty = await drive.press(page, "report", {});
    expect(errorOf(empty, "material")).toContain("Choose what you found");
    const two = await drive.press(page, "report", { cleaning: "on", moved: "on" });
    expect(two.root.querySelectorAll(".reported li").map((one) => one.querySelector("span")?.text)).toEqual([
      "in it: Concrete; 2 × Mattresses",
      "needs cleaning; moved or tampered with",
    ]);
    await two.form("Take it back").submit("withdraw");
    // A photograph alone is a report as well.
    const shot = { bytes: await photograph(), name: "a.jpg" };
    expect(
      (await drive.press(page, "report", {}, { photo: [shot] })).root.querySelectorAll(".reported .taken img"),
    ).toHaveLength(1);
    const said = (await panel(number)).text;
    expect(said).toContain("Found: in it: Concrete; 2 × Mattresses");
    expect(said).toContain("(taken back by the driver)");
    const whole = await timeline(number);
    for (const words of [
      "Driver reports: needs cleaning; moved",
      "A report was taken back by the driver",
      "Photo kept: what the driver reports",
    ])
      expect(whole).toContain(words);
    expect((await panel(number)).querySelectorAll(".shots img")).toHaveLength(1);
  });

  it("is another driver's business neither to report nor to take back", async () => {
    const { page } = await drive.mine("pickup");
    await along(page, ["en_route"], ["arrived"], ["report", { cleaning: "on" }]);
    const id = String(
      count(server, "select id from job_reports where job_id = ?", pathOf(page).split("/").at(-1) ?? ""),
    );
    const other = await signIn(server, "driver2@example.com", "/driver/auth");
    for (const fields of <Record<string, string>[]>[
      { intent: "report", moved: "on" },
      { intent: "withdraw", reportId: id },
    ])
      expect((await other.post(page.url, fields)).status).toBe(404);
    expect(count(server, "select count(*) from job_reports where id = ? and withdrawn_at is null", id)).toBe(1);
  });
});

describe("at the scale", () => {
  it("an odd weight is asked about once, a heavy load is flagged, and the ticket's photo stands with it", async () => {
    const { page, number } = await drive.mine("pickup");
    const scale = await along(
      page,
      ["en_route"],
      ["arrived"],
      ["serviced", { dumpsterNumber: "20-01" }],
      ["to_disposal"],
      ["at_disposal", { facility: "Landfill" }],
    );
    const ticket = { ticketNumber: "T-77", grossPounds: "52000", tarePounds: "26000", netPounds: "26000" };
    const asked = await scale.form("netPounds").fill(ticket).submit("ticketed");
    expect([asked.status, errorOf(asked, "netPounds")]).toEqual([
      400,
      expect.stringContaining("26,000 pounds is a lot for 20 yards of"),
    ]);
    // Another odd figure is asked about anew.
    const other = await asked.form("netPounds").fill({ grossPounds: "51000", netPounds: "25000" }).submit("ticketed");
    expect(errorOf(other, "netPounds")).toContain("25,000 pounds is a lot");
    const shot = { bytes: await photograph(), name: "ticket.jpg" };
    const fields = Object.fromEntries(other.form("netPounds").values());
    const done = await drive.press(page, "ticketed", fields, { ticketPhoto: [shot] });
    expect([done.status, pathOf(done)]).toEqual([200, pathOf(page)]);
    const said = (await panel(number)).text;
    expect(said).toMatch(
      /Ticket T-77, Landfill: 25,000 pounds net \(51,000 − 26,000\)\s*Over 3 tons: billed and flagged/,
    );
    expect(await timeline(number)).toContain("Over the weight limit of 3 tons, found at the scale: billed and flagged");
    expect(count(server, "select count(*) from photos where step = 'ticketed'")).toBe(1);
  });
});

describe("what was not possible", () => {
  it("is thin without a photo, stays so when one is added after the visit, and says where the driver stood", async () => {
    const { page, number } = await drive.mine("delivery");
    inItsTime(server, pathOf(page).split("/").at(-1) ?? "");
    await along(page, ["en_route"], ["arrived"]);
    const where = { latitude: "28.5384", longitude: "-81.3789", accuracy: "9" };
    await drive.press(page, "attempted", { reason: "Nobody lets us in", note: "Gate locked", ...where });
    expect((await panel(number)).text).toContain("Evidence thin: no photo. The fee for the trip is waived.");
    const again = await drive.driver.open(page.url);
    expect(again.text).toContain("Evidence thin: no photo");
    expect(again.text).toContain("A photo that is taken now is kept, and brings no fee back.");
    const fields = Object.fromEntries(again.form("Add the photo").values());
    await drive.press(page, "attempted", fields, { photo: [{ bytes: await photograph(), name: "a.jpg" }] });
    const record = await panel(number);
    expect(record.text).toContain("Not possible: Nobody lets us in: Gate locked. Evidence thin: no photo.");
    for (const said of [record.text, (await drive.driver.open(page.url)).text])
      expect(said).toContain("The photo came after the visit: it is kept, and brings no fee back.");
    expect(record.querySelector("a[href*='query=28.5384,-81.3789']")).not.toBeNull();
    // Nothing else was done a second time.
    expect(count(server, "select count(*) from job_attempts")).toBe(1);
  });
});
