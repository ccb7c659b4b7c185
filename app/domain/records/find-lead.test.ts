import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { leads } from "#db/schema/index";
import { openWorld, type TestWorld } from "../../../tests/support/domain";
import { keepLead, moveLead, type NewLead } from "../leads/leads.server";
import { HOUR, plus } from "../kernel/time.server";
import { findAnything } from "./find.server";

// Whoever asked to be called stands as a task on the overview: the one search finds them too, as long as it is open.
let world: TestWorld;
beforeEach(async () => {
  world = await openWorld();
  await world.db.write((tx) => tx.delete(leads).run());
});
afterEach(() => world.close());

const CARVER: NewLead = {
  kind: "call_back",
  name: "Bill Carver",
  phone: "(407) 555-0172 x12",
  email: "bill.carver@example.com",
  zip: "32720",
  message: "Roof tear-off in DeLand",
};
const ask = (changes: Partial<NewLead> = {}) =>
  world.db.write((tx) => keepLead(tx, world.deed(), { ...CARVER, ...changes }));
const found = (typed: string) =>
  findAnything(world.db.orm, typed, world.clock.at).map((hit) => (hit.kind === "lead" ? hit.lead.name : hit.kind));

it("is found by the beginnings of the name, the number in any spelling, the address", async () => {
  await ask();
  await ask({ name: "Irène O'Dell", phone: "(321) 555-0199", email: "Irene@Example.org" });
  for (const typed of [
    "Bill Carver",
    "carv",
    "customer Carver",
    "bill 4075550172",
    "(407) 555-0172",
    "407.555.0172",
    "+1 407 555 0172",
    "407 555 01",
    "bill.carver@example.com",
    "bill.car",
    "BILL.CARVER@EXAMPLE.COM",
  ])
    expect(found(typed), typed).toEqual(["Bill Carver"]);
  for (const typed of ["irene", "Irene odell", "o'dell", "irene@example.org", "Irene@Example.org"])
    expect(found(typed), typed).toEqual(["Irène O'Dell"]);
  for (const typed of ["Bill Dell", "407 555 0173", "arver", "", "-"]) expect(found(typed), typed).toEqual([]);
});

it("is found while somebody waits, called already or not; for 90 days after it was closed, behind who waits", async () => {
  const lead = await ask();
  const move = (to: "contacted" | "closed") => world.db.write((tx) => moveLead(tx, world.deed(), lead.id, to));
  await move("contacted");
  expect(found("Carver")).toEqual(["Bill Carver"]);
  await move("closed");
  const exactly = ["407 555 0172", "bill.carver@example.com", "BILL.CARVER@example.com", "Carver", "bill.carver@"];
  world.clock.at = plus(world.clock.at, 90 * 24 * HOUR - 1);
  for (const typed of exactly) expect(found(typed), typed).toEqual(["Bill Carver"]);
  for (const typed of ["Carter", "Bill Dell", ""]) expect(found(typed), typed).toEqual([]);
  // Who waits stands before who does not.
  await ask({ name: "Ada Carver" });
  for (const typed of exactly) expect(found(typed), typed).toEqual(["Ada Carver", "Bill Carver"]);
  world.clock.at = plus(world.clock.at, 1);
  for (const typed of exactly) expect(found(typed), typed).toEqual(["Ada Carver"]);
});

it("are the four newest; one older than what is looked through by its name is found by its number and address", async () => {
  const old = await ask();
  for (let i = 1; i <= 250; i++) {
    world.clock.at = plus(world.clock.at, HOUR);
    await ask({ name: `Zed ${i}`, phone: "(321) 555-0100", email: "zed@example.com" });
  }
  expect(found("zed")).toEqual(["Zed 250", "Zed 249", "Zed 248", "Zed 247"]);
  expect(found("Carver")).toEqual([]);
  for (const typed of ["407 555 0172", "bill.carver@example.com", "BILL.CARVER@Example.com"])
    expect(found(typed), typed).toEqual([old.name]);
});

it("those that were closed long ago hide none that was closed lately", async () => {
  const close = async (name: string) => {
    const lead = await ask({ name });
    await world.db.write((tx) => moveLead(tx, world.deed(), lead.id, "closed"));
  };
  const early = await ask({ name: "Zora Smith" });
  for (let i = 0; i < 5; i++) {
    world.clock.at = plus(world.clock.at, HOUR);
    await close(`Zora Old ${i}`);
  }
  world.clock.at = plus(world.clock.at, 200 * 24 * HOUR);
  await world.db.write((tx) => moveLead(tx, world.deed(), early.id, "closed"));
  expect(found("zora")).toEqual(["Zora Smith"]);
});

it("reads few by a name, however many they are: a stretch of an index for the name, the number and the address", () => {
  const sources: string[] = [];
  const prepare = world.db.sqlite.prepare.bind(world.db.sqlite);
  vi.spyOn(world.db.sqlite, "prepare").mockImplementation((source: string) => {
    if (/from "leads"/.test(source)) sources.push(source);
    return prepare(source);
  });
  for (const typed of ["Carver", "407 555 0172", "bill.carver@example.com"]) found(typed);
  const plans = sources.flatMap((source) => {
    const values = Array.from({ length: source.split("?").length - 1 }, () => 9);
    const steps = prepare(`explain query plan ${source}`).all(...values) as { detail: string }[];
    return steps.map(({ detail }) => detail).filter((detail) => / leads\b/.test(detail));
  });
  expect(plans).toEqual([
    "SEARCH leads USING INDEX leads_state (state=?)",
    "SEARCH leads USING INDEX leads_phone (phone=?)",
    "SEARCH leads USING INDEX leads_phone (phone=?)",
    "SEARCH leads USING INDEX leads_email (email=?)",
    "SEARCH leads USING INDEX leads_email (email=?)",
  ]);
});
