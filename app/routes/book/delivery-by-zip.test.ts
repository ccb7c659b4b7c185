import { afterEach, beforeEach, expect, it } from "vitest";
import { serviceAreas } from "#db/schema/index";
import type { ProjectView } from "~/ui/booking/views";
import type { OpenDraft } from "~/http/access/draft.server";
import { draftData, openWorld, STAFF, type TestWorld } from "../../../tests/support/domain";
import { DUMPSTER_SIZES } from "~/domain/pricing/waste-types";
import { areaVersion, findArea, makeArea, saveArea } from "~/domain/service-area/areas.server";
import { DEFAULT_SETTINGS } from "~/domain/settings/defaults";
import { figuresOf, isDeliveryFree } from "~/ui/frame/figures";
import { faq } from "~/ui/home/faq";
import { fakeServices, Visitor } from "../../../tests/support/visit";
import { loader as home } from "../public/home";
import { loader } from "./project";
import { projectView } from "./project-view.server";

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

it("an area that nobody can be in changes no words", async () => {
  const terms = { area_name: "Downtown", delivery_fee: 2500, minimum_order: 0, is_active: true };
  const make = (area_name: string) =>
    world.db.write((tx) => makeArea(tx, world.deed(STAFF), { ...terms, area_name, delivery_fee: 1 }));
  const made = await world.db.write((tx) => makeArea(tx, world.deed(STAFF), terms));
  expect(await step("")).toEqual([0, "Free"]);
  // Nobody tells it from another one of its name.
  expect(await make("DOWNTOWN")).toEqual({ ok: false, code: "name_taken" });
  const area = made.ok ? findArea(world.db.orm, made.id) : null;
  const rename = (area_name: string) =>
    world.db.write((tx) => saveArea(tx, world.deed(STAFF), area!.id, { ...terms, area_name }, areaVersion(area!)));
  expect(await rename("orange county")).toEqual({ ok: false, code: "name_taken" });
  expect(await rename("downtown")).toEqual({ ok: true });
});

it("the first step says the smallest order of the ZIP that it knows, before anything is filled in", async () => {
  const note = async (query: string) =>
    ((await visitor.get(loader, `/book${query}`)).data as { view: ProjectView }).view.notes?.["dumpsterSize"];
  expect(await note("?zip=32801")).toBeUndefined();
  withTerms(0, 40_000);
  expect(await note("?zip=32801")).toBe("Where you want it, the smallest order is $400 before tax.");
  expect([await note(""), await note("?zip=90210")]).toEqual([undefined, undefined]);
  // What the office prepared has its price.
  const of = (preparedBy: string | null) =>
    projectView(
      fakeServices(world),
      { draft: { preparedBy, version: 1, data: draftData() }, order: null, rights: new Map() } as unknown as OpenDraft,
      draftData({ zip: "32801" }),
      null,
    ).notes?.["dumpsterSize"];
  expect([of("acc_test"), of(null)]).toEqual([undefined, "Where you want it, the smallest order is $400 before tax."]);
});

it("the home page calls a delivery part of the price only where it costs nothing anywhere", () => {
  const catalogue = { prices: DEFAULT_SETTINGS.prices, sizes: [...DUMPSTER_SIZES] };
  const said = (byZip: boolean, deliveryFee = 0) => {
    const figures = figuresOf({ ...DEFAULT_SETTINGS, deliveryFee }, catalogue, byZip);
    const [, price] = faq(figures, { zipClaim: 1, counties: [] });
    return [
      isDeliveryFree(figures),
      /^Delivery, pickup/.test(price!.answer),
      /elivery is added: your ZIP/.test(price!.answer),
    ];
  };
  expect(said(false)).toEqual([true, true, false]);
  for (const added of [said(true), said(false, 2500)]) expect(added).toEqual([false, false, true]);
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
