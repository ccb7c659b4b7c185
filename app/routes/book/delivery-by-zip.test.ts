import { afterEach, beforeEach, expect, it } from "vitest";
import { serviceAreas } from "#db/schema/index";
import type { ProjectView } from "~/ui/booking/views";
import { openWorld, type TestWorld } from "../../../tests/support/domain";
import { fakeServices, Visitor } from "../../../tests/support/visit";
import { loader as home } from "../public/home";
import { loader } from "./project";

let world: TestWorld;
let visitor: Visitor;
beforeEach(async () => {
  world = await openWorld({ fleet: { 15: 3 } });
  visitor = new Visitor(fakeServices(world));
});
afterEach(() => world.close());

const withTerms = (delivery_fee: number, minimum_order = 0) =>
  world.db.orm.update(serviceAreas).set({ delivery_fee, minimum_order }).run();
const step = async (query: string) => {
  const { view } = (await visitor.get(loader, `/book${query}`)).data as { view: ProjectView };
  return [view.pricing.areaDeliveryFee, view.figures.delivery];
};

it("the first step reckons with the fee of the ZIP that it knows, and promises nothing free where it knows none", async () => {
  expect(await step("?dumpsterSize=15")).toEqual([0, "Free"]);
  withTerms(4500);
  expect(await step("?zip=32801&dumpsterSize=15")).toEqual([4500, "Free"]);
  for (const query of ["?dumpsterSize=15", "?zip=90210&dumpsterSize=15", "?zip=328"])
    expect([query, await step(query)]).toEqual([query, [0, "By your ZIP code"]]);
  world.db.orm.update(serviceAreas).set({ is_active: false }).run();
  expect(await step("")).toEqual([0, "Free"]);
});

it("the check of a ZIP says what a delivery costs there and the smallest order, where they are special", async () => {
  const said = async () =>
    ((await visitor.get(home, "/?zip=32801")).data as { answer: { message: string } }).answer.message;
  expect(await said()).toBe("Great news! We deliver to 32801 in Orange County.");
  withTerms(4500, 40_000);
  expect(await said()).toBe(
    "Great news! We deliver to 32801 in Orange County. Delivery there is $45. The smallest order there is $400 before tax.",
  );
});
