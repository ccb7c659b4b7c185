import { afterAll, beforeAll, expect, it } from "vitest";
import { throughAgreement, throughProject, throughSchedule } from "../support/booking";
import { type Page, TextBrowser } from "../support/form";
import type { TestServer } from "../support/server";
import { sharedServer } from "../support/shared";

/** What Enter does in the booking's forms, and what a text browser shows of it. */
let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

const STEPS: Record<string, (browser: TextBrowser) => Promise<Page>> = {
  project: (browser) => browser.open("/book"),
  schedule: throughProject,
  agreement: throughSchedule,
  payment: throughAgreement,
};

it.each(Object.keys(STEPS))("the first button of %s, which Enter presses, continues and says so", async (step) => {
  const page = await STEPS[step]?.(new TextBrowser(server.url));
  const buttons = page?.root.querySelectorAll("main form button:not([type=button])") ?? [];
  expect(buttons[0]?.getAttribute("value")).toBe("continue");
  // Unseen buttons are read in a text browser: no two with one name, and none that only says "Continue".
  const names = buttons.map((button) => button.text.trim());
  expect(new Set(names).size).toBe(names.length);
  expect(names).not.toContain("Continue");
});

it("one price and one button for it stand on the step of day and place, above Continue", async () => {
  const page = await throughProject(new TextBrowser(server.url));
  expect(page.root.querySelectorAll("button[value=update]")).toHaveLength(1);
  expect(page.text.match(/\$409\.32/g)).toHaveLength(1);
  expect(page.text.indexOf("$409.32")).toBeLessThan(page.text.indexOf("Continue to the agreement"));
});
