import { afterAll, beforeAll, expect, it } from "vitest";
import { addDays, day } from "~/domain/kernel/days";
import { bookAndPay, openDay, throughAgreement, throughProject } from "../support/booking";
import { type Page, TextBrowser } from "../support/form";
import { arrange } from "../support/meanwhile";
import type { TestServer } from "../support/server";
import { sharedServer } from "../support/shared";

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

const visitor = () => new TextBrowser(server.url);

it("takes the city from the ZIP, and from the new ZIP where it came from the old one; a city of the visitor's own stays", async () => {
  const opened = await throughProject(visitor());
  const cityAfter = async (page: Page, typed: Record<string, string>) => {
    const next = await page.form("address").fill(typed).submit("update");
    return { next, city: next.form("address").values().get("city") };
  };
  const orlando = await cityAfter(opened, { zip: "32801", city: "" });
  expect(orlando.city).toBe("Orlando");
  const moved = await cityAfter(orlando.next, { zip: "34741" });
  expect(moved.city).toBe("Kissimmee");
  const own = await cityAfter(moved.next, { city: "Celebration" });
  expect(own.city).toBe("Celebration");
  expect((await cityAfter(own.next, { zip: "32789" })).city).toBe("Celebration");
});

it("shows the city of the ZIP that was checked before, to be read or changed", async () => {
  const browser = visitor();
  const first = await browser.open("/book?zip=34741");
  const next = await first
    .form("dumpsterSize")
    .fill({
      projectType: "renovation",
      wasteTypes: ["flooring"],
      materialCategory: "general",
      dumpsterSize: "20",
      quantity: "1",
    })
    .submit("continue");
  expect(Object.fromEntries(next.form("address").values())).toMatchObject({ zip: "34741", city: "Kissimmee" });
});

it("offers only days on which the dumpsters are free, and says so where there is none", async () => {
  arrange(
    server,
    "update dumpsters set condition = 'out_of_service' where size_yards = 25 and id <> (select min(id) from dumpsters where size_yards = 25)",
  );
  const offered = async () =>
    (await throughProject(visitor(), { size: "25" })).root
      .querySelectorAll("button[name=day]")
      .map((button) => day(button.getAttribute("value") ?? ""));
  const [soonest] = await offered();
  if (!soonest) throw new Error("no day is offered");
  await bookAndPay(visitor(), {
    size: "25",
    email: "only@example.com",
    deliveryDate: soonest,
    deliveryTime: "anytime",
  });
  const left = await offered();
  expect(left).toHaveLength(5);
  expect(left.every((on) => on > addDays(soonest, 7))).toBe(true);
  arrange(server, "update dumpsters set condition = 'out_of_service' where size_yards = 25");
  const none = await throughProject(visitor(), { size: "25" });
  arrange(server, "update dumpsters set condition = 'ok' where size_yards = 25");
  expect(none.root.querySelector("button[name=day]")).toBeNull();
  expect(none.text).toContain("No day of the next six weeks has room for the whole order.");
});

it("leaves day and window of an open checkout to its own order, when somebody comes back to change it", async () => {
  const browser = visitor();
  const deliveryDate = openDay(20);
  const review = await throughAgreement(browser, { quantity: "4", email: "back@example.com", deliveryDate });
  await review.form("cardConsent").fill({ cardConsent: "on" }).submit("continue");
  const again = await browser.open(`/book/schedule${new URL(review.url).search}`);
  const morning = again.root.querySelector("input[name=deliveryTime][value=morning]");
  expect([morning?.hasAttribute("checked"), morning?.hasAttribute("disabled")]).toEqual([true, false]);
  expect((await again.form("address").submit("continue")).text).toContain("Rental agreement");
});
