import { expect, it } from "vitest";
import { axeFindings, contrastFindings } from "../../support/axe";
import { visitor } from "../../support/browser";
import { setStage } from "../../support/stage";

const stage = setStage();

it("finds what is wrong with a page: otherwise every look of it would be empty for nothing", async () => {
  const page = await (await visitor(stage.browser, stage.server.url)).newPage();
  await page.goto("/about");
  expect(await axeFindings(page)).toEqual([]);
  await page.evaluate(() => {
    const pale = document.createElement("p");
    pale.textContent = "Pale words";
    Object.assign(pale.style, { color: "#ccc", background: "#fff" });
    document.querySelector("main")?.append(pale, document.createElement("input"));
  });
  expect((await axeFindings(page)).map((line) => line.split(":")[0]).sort()).toEqual(["color-contrast", "label"]);
  expect((await contrastFindings(page)).map((line) => line.split(":")[0])).toEqual(["color-contrast"]);
});
