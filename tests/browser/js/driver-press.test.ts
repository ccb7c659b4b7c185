import { expect } from "vitest";
import { visitor } from "../../support/browser";
import { driverAt, onPhone, setPhoneStage, tryNow } from "../../support/driver-phone";
import { arrange, signIn } from "../../support/meanwhile";
import { sharedBrowser } from "../../support/shared";
import { inFull } from "../../support/in-full";

const stage = setPhoneStage(4);
const phone = async (hasTouch = false) => visitor(await sharedBrowser(), stage.line.url, { hasTouch });

/** A finger that stays for longer opens a menu instead of pressing. */
const LONG_PRESS_MS = 400;

/** Presses "I am there" while what stands above it goes; whether it was a press, and not a long one. */
async function pressedAcross(job: string, how: "touch" | "mouse") {
  const page = await driverAt(await phone(how === "touch"));
  await page.goto(`/driver/jobs/${job}`);
  await page.waitForFunction(() => document.documentElement.dataset.hydrated === "yes");
  let letGo = (): void => undefined;
  const held = new Promise<void>((go) => (letGo = go));
  await page.route("**/driver/journal", async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole("button", { name: "On my way", exact: true }).click();
  const next = page.getByRole("button", { name: "I am there", exact: true });
  await page.getByText("1 step saved on this phone, not sent yet").waitFor();
  // It has come to rest.
  await page.waitForTimeout(1000);
  const box = (await next.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const cdp = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchEnd", touchPoints: { x: number; y: number }[]) =>
    cdp.send("Input.dispatchTouchEvent", { type, touchPoints });
  await page.mouse.move(x, y);
  const answered = page.waitForResponse("**/driver/journal");
  const begun = Date.now();
  await (how === "touch" ? touch("touchStart", [{ x, y }]) : page.mouse.down());
  letGo();
  await answered;
  // The phone knows that it was sent, and has had a moment to show it.
  await expect
    .poll(() => onPhone(page, "entries").then((all) => all.some(({ state }) => state === "unsent")), { interval: 10 })
    .toBe(false);
  await page.waitForTimeout(how === "touch" ? 40 : 300);
  await (how === "touch" ? touch("touchEnd", []) : page.mouse.up());
  const isPress = how === "mouse" || Date.now() - begun < LONG_PRESS_MS;
  expect(stage.stateOf(job)).toBe("en_route");
  return { page, isPress };
}

inFull.each([
  ["touch", 1],
  ["mouse", 0],
] as const)(
  "a press counts though what stands above its button goes while the finger is down (%s)",
  async (how, nth) => {
    const { page, isPress } = await pressedAcross(stage.jobs[nth] ?? "", how);
    // Beside other browsers the answer may take longer than a press does: a long one presses nothing.
    if (isPress)
      await expect
        .poll(() => onPhone(page, "entries").then((all) => all.some(({ step }) => step === "arrived")), {
          timeout: 3000,
        })
        .toBe(true);
    // And then it is shown what has come meanwhile.
    await expect.poll(() => page.getByText("not sent yet").count()).toBe(0);
  },
);

/** At a job that was moved while the driver left for it without signal. */
async function pressedMeanwhile(job: string) {
  const page = await driverAt(await phone());
  stage.line.cut = true;
  await page.goto(`/driver/jobs/${job}`);
  await page.getByRole("button", { name: "On my way", exact: true }).click();
  await page.getByRole("button", { name: "I am there", exact: true }).waitFor();
  const otherWindow = "iif(delivery_window = 'morning', 'afternoon', 'morning')";
  arrange(stage.server, `update jobs set delivery_window = ${otherWindow} where id = ?`, job);
  stage.line.cut = false;
  await tryNow(page);
  await page.getByText("the office looks at it").waitFor();
  return page;
}

inFull(
  "a page that is open hears that the office goes by its own record, and offers the step that comes next by it",
  async () => {
    const [, , , job = ""] = stage.jobs;
    const page = await pressedMeanwhile(job);
    await page.goto(`/driver/jobs/${job}`);
    await page.getByRole("button", { name: "I am there", exact: true }).waitFor();
    const asked: string[] = [];
    page.on("request", (request) => void (request.url().endsWith("/driver/journal") && asked.push(request.method())));
    const staff = await signIn(stage.server, "staff@example.com");
    const { root } = await staff.open("/crm/dispatch/phones");
    const fields = root.querySelectorAll("form").find((form) => form.querySelector("[value=ours]"));
    const of = (name: string) => fields?.querySelector(`[name=${name}]`)?.getAttribute("value") ?? "";
    const answer = { intent: "ours", jobId: job, driverId: of("driverId"), seen: of("seen") };
    expect((await staff.post("/crm/dispatch/phones", answer)).status).toBeLessThan(400);
    await page.getByText("The office goes by its own record").waitFor();
    await page.getByRole("button", { name: "On my way", exact: true }).waitFor();
    // And is not asked for ever.
    await page.waitForTimeout(1_500);
    expect(asked.length).toBeLessThan(4);
  },
);

inFull("a press before the scripts have come counts though what the phone has shows another step first", async () => {
  const [, , job = ""] = stage.jobs;
  const page = await pressedMeanwhile(job);
  arrange(stage.server, "update journal_entries set state = 'set_aside' where job_id = ?", job);
  await page.addInitScript(() => {
    // A busy phone: a timer comes late.
    const every = setInterval;
    window.setInterval = ((go: () => void, ms?: number) => every(go, ms === 30 ? 300 : ms)) as typeof setInterval;
    addEventListener("DOMContentLoaded", () =>
      setTimeout(() => document.querySelector<HTMLButtonElement>("button[value=en_route]")?.click()),
    );
  });
  await page.goto(`/driver/jobs/${job}`);
  await expect.poll(() => stage.stateOf(job)).toBe("en_route");
});
