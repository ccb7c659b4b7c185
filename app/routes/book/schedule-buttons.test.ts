import { afterEach, beforeEach, expect, it } from "vitest";
import { bookingDrafts } from "#db/schema/index";
import { readDraftData } from "~/domain/booking/draft/data";
import { openWorld, type TestWorld } from "../../../tests/support/domain";
import { PROJECT, SCHEDULE } from "../../../tests/support/typed";
import { fakeServices, Visitor } from "../../../tests/support/visit";
import * as project from "./project";
import * as schedule from "./schedule";

let world: TestWorld;
let me: Visitor;
let draft: string;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 3 } });
  me = new Visitor(fakeServices(world));
  const { location } = await me.post(project.action, "/book", PROJECT);
  draft = new URL(location ?? "", "http://localhost").searchParams.get("draft") ?? "";
});
afterEach(() => world.close());

const press = (fields: Record<string, string>) => me.post(schedule.action, `/book/schedule?draft=${draft}`, fields);
const stored = () => {
  const row = world.db.orm.select().from(bookingDrafts).get();
  return { data: readDraftData(row?.data), isDone: row?.steps_done.includes("schedule") };
};

it.each([
  ["continue", { intent: "continue" }, "/book/agreement?draft=", true],
  ["none, as Enter in an old browser", { intent: "" }, "/book/agreement?draft=", true],
  ["one that nobody knows", { intent: "constructor" }, "/book/agreement?draft=", true],
  ["look again", { intent: "update" }, "/book/schedule?draft=", false],
  ["the mailed link", { intent: "email-link" }, "/book/schedule?draft=", false],
  ["an offered day", { day: "2026-12-05", intent: "continue" }, "/book/schedule?draft=", false],
])("a whole form leads on as its button says: %s", async (_name, button, to, isDone) => {
  const { location } = await press({ ...SCHEDULE, ...button });
  expect(location).toContain(to + draft);
  const hash = location?.split("#")[1];
  const places: Record<string, string> = { "email-link": "save", update: "price-heading" };
  expect(hash).toBe(
    "day" in button ? "deliveryDate" : Object.hasOwn(places, button.intent) ? places[button.intent] : undefined,
  );
  const day = "day" in button ? button.day : SCHEDULE.deliveryDate;
  expect(stored()).toMatchObject({ data: { address: SCHEDULE.address, deliveryDate: day }, isDone });
});

it.each([
  ["continue", { intent: "continue" }, ["address", "rentalDays", "deliveryTime", "email"]],
  ["look again", { intent: "update" }, ["rentalDays"]],
  ["an offered day", { day: "2026-12-05" }, ["rentalDays"]],
  ["the mailed link", { intent: "email-link" }, ["rentalDays", "email"]],
])("a form that is not finished is asked for what its button needs: %s", async (_name, button, missed) => {
  const { deliveryTime: _time, ...begun } = SCHEDULE;
  const answer = await press({ ...begun, address: "", email: "", rentalDays: "500", ...button });
  expect(answer.status).toBe(400);
  expect(Object.keys((answer.data as { fields: object }).fields)).toEqual(missed);
  expect(stored()).toMatchObject({ data: { city: "Orlando", contactInfo: { firstName: "Ada" } }, isDone: false });
});
