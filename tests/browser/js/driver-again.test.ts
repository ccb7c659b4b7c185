import type { Page } from "playwright-core";
import { expect } from "vitest";
import { visitor } from "../../support/browser";
import { driverAt, setPhoneStage, tryNow } from "../../support/driver-phone";
import { arrange, signIn } from "../../support/meanwhile";
import { query } from "../../support/orders";
import { sharedBrowser } from "../../support/shared";
import { inFull } from "../../support/in-full";

const stage = setPhoneStage(3);

const phone = async () => visitor(await sharedBrowser(), stage.line.url);
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

const facilityOf = (job: string) =>
  query<{ facility: string }>(stage.server.dataDir, "select facility from jobs where id = ?", job)[0]?.facility;

inFull(
  "a driver goes to another facility where the first takes nothing, with signal and without",
  { timeout: 150_000 },
  async () => {
    const [job = ""] = stage.jobs;
    arrange(stage.server, "update jobs set kind = 'pickup', state = 'serviced' where id = ?", job);
    const page = await driverAt(await phone());
    await page.goto(`/driver/jobs/${job}`);
    const another = page.locator("summary", { hasText: "To another facility" });
    const toAnother = async () => {
      await another.click();
      await press(page, "To another facility");
    };
    // One that we know is one press; any other is typed.
    const arriveAt = async (facility: string) => {
      await page.locator("summary", { hasText: "At another facility" }).click();
      await page.getByLabel("Which facility?").fill(facility);
      await press(page, "At another facility");
    };
    await press(page, "To the facility");
    await press(page, "At East Orlando Landfill");
    await toAnother();
    await arriveAt("Pine Ridge");
    await another.waitFor();
    await expect.poll(() => facilityOf(job)).toBe("Pine Ridge");
    stage.line.cut = true;
    await toAnother();
    // The page that the phone keeps has taken over: what is pressed at that very moment would go with the old one.
    await page.getByText("No signal: these are your jobs").waitFor();
    await press(page, "At Longwood Transfer Station");
    await another.waitFor();
    await toAnother();
    await arriveAt("Fourth one");
    await page.getByText("4 steps saved on this phone, not sent yet").waitFor();
    stage.line.cut = false;
    await tryNow(page);
    await expect.poll(() => facilityOf(job)).toBe("Fourth one");
  },
);

inFull("a truck that was called back, and whose driver has the job again, begins it again", async () => {
  const [, job = ""] = stage.jobs;
  const page = await driverAt(await phone());
  await page.goto(`/driver/jobs/${job}`);
  await press(page, "On my way");
  await expect.poll(() => stage.stateOf(job)).toBe("en_route");
  await button(page, "I am there").waitFor();
  const staff = await signIn(stage.server, "staff@example.com");
  await staff.open("/crm/dispatch");
  await staff.post("/crm/dispatch", { jobId: job, intent: "recall", why: "Flat tire" });
  await expect.poll(() => stage.stateOf(job)).toBe("scheduled");
  await staff.post("/crm/dispatch", { intent: "undo" });
  await expect.poll(() => stage.stateOf(job)).toBe("assigned");
  await page.goto(`/driver/jobs/${job}`);
  await press(page, "On my way");
  await expect.poll(() => stage.stateOf(job)).toBe("en_route");
});

inFull("a step of which the office keeps its own account can be pressed anew", async () => {
  const [, , job = ""] = stage.jobs;
  const page = await driverAt(await phone());
  stage.line.cut = true;
  await page.goto(`/driver/jobs/${job}`);
  await press(page, "On my way");
  await button(page, "I am there").waitFor();
  arrange(
    stage.server,
    "update jobs set delivery_window = iif(delivery_window = 'morning', 'afternoon', 'morning') where id = ?",
    job,
  );
  stage.line.cut = false;
  await tryNow(page);
  await page.getByText("the office looks at it").waitFor();
  arrange(stage.server, "update journal_entries set state = 'set_aside' where job_id = ?", job);
  await page.goto("/driver/dashboard");
  await page.goto(`/driver/jobs/${job}`);
  await press(page, "On my way");
  await expect.poll(() => stage.stateOf(job)).toBe("en_route");
});
