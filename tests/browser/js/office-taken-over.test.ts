import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { contrastFindings } from "../../support/axe";
import { DESK, visitor } from "../../support/browser";
import { hydrated } from "../../support/journey";
import { arrange, signIn } from "../../support/meanwhile";
import { firstOf } from "../../support/paths";
import { watch } from "../../support/page-checks";
import { setStage } from "../../support/stage";
import { fillCalls, fillCharges, fillTasks } from "../../support/long-lists";

// What a list shows goes once: the browser reads it back from the page. So React's first page is what was sent, and the
// one that it makes of the loader's own rows afterwards is the same.
const stage = setStage({ own: { env: { RATE_LIMITS: "off" } } });

const LISTS: [path: string, list: string, fill: typeof fillTasks][] = [
  ["/crm/overview", "ul.tasks, #stops ~ ul", fillTasks],
  ["/crm/dispatch", ".board > section, .outstanding", fillTasks],
  ["/crm/billing?list=proposed", "table.charges tbody", fillCharges],
  ["/crm/calls", "ul.calls", fillCalls],
  ["/crm/billing?list=paid", "table.charges tbody", fillCharges],
];

/** Without what React writes another way, and what lets a stop be dragged where scripts run. */
const plain = (html: string) =>
  html.replaceAll(/<!-- -->| value=""| draggable="true"| data-(?:seen|window)="[^"]*"/g, "");

async function office(path: string): Promise<{ page: Page; sent: string; complaints: string[] }> {
  const context = await visitor(stage.browser, stage.server.url, { viewport: DESK });
  await context.addCookies((await signIn(stage.server, "staff@example.com")).windowCookies);
  const page = await context.newPage();
  const complaints = watch(page);
  const sent = await (await page.goto(path))!.text();
  await hydrated(page);
  return { page, sent, complaints };
}

describe("taken over as it stands in the page, and the same by the loader's own rows", () => {
  it.each(firstOf(1, LISTS))("%s", async (path, list, fill) => {
    fill(stage.server);
    arrange(stage.server, "update profiles set display_name = 'Sam & <Staff>' where role = 'staff'");
    const { page, sent, complaints } = await office(path);
    const served = await page.evaluate(
      ([html, selector]) =>
        [...new DOMParser().parseFromString(html, "text/html").querySelectorAll(selector)].map((one) => one.innerHTML),
      [sent, list] as const,
    );
    const shown = async () =>
      (await page.locator(list).evaluateAll((all) => all.map((one) => one.innerHTML))).map(plain);
    expect(served.join("").length).toBeGreaterThan(1000);
    expect(await shown()).toEqual(served.map(plain));
    // A state's word is read on its color.
    expect(await contrastFindings(page)).toEqual([]);
    // Away and back, in the same document: now by what the loader says.
    await page.evaluate(() => void (document.body.dataset["same"] = "yes"));
    await page.getByRole("navigation", { name: "CRM" }).getByRole("link", { name: "Customers" }).click();
    await page.getByRole("heading", { level: 1, name: "Customers" }).waitFor();
    await page.goBack();
    await page.locator(list).first().waitFor();
    expect(await shown()).toEqual(served.map(plain));
    expect(await page.evaluate(() => document.body.dataset["same"])).toBe("yes");
    expect(complaints).toEqual([]);
  });
});
