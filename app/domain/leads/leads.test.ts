import { afterEach, beforeEach, expect, it } from "vitest";
import { leads, outbox } from "#db/schema/index";
import { openWorld, STAFF, type TestWorld } from "../../../tests/support/domain";
import { plus } from "../kernel/time.server";
import { askForCallBack, keepCallersLead, type NewLead } from "./leads.server";

let world: TestWorld;
beforeEach(async () => {
  world = await openWorld();
  await world.db.write((tx) => tx.delete(leads).run());
});
afterEach(() => world.close());

const WANTED: NewLead = {
  kind: "call_back",
  name: "Ada Tester",
  phone: "(407) 555-0133",
  email: "",
  zip: "32801",
  message: "Please call",
};
const ask = (changes: Partial<NewLead> = {}) =>
  world.db.write((tx) => askForCallBack(tx, world.deed(), { ...WANTED, ...changes }));
const kept = () => world.db.orm.select().from(leads).all();
const mails = () =>
  world.db.orm
    .select()
    .from(outbox)
    .all()
    .filter(({ kind }) => kind === "mail.lead");

it("a request for a call-back is one lead and one mail to the office, however often it is pressed", async () => {
  await ask();
  await ask({ phone: "407-555-0133" });
  expect(kept()).toMatchObject([{ kind: "call_back", phone: "+14075550133", message: "Please call", state: "new" }]);
  expect(mails()).toMatchObject([{ payload: { leadId: kept()[0]?.id } }]);
});

it("other words, or the same after a minute, are another request", async () => {
  await ask();
  await ask({ message: "In the morning, please" });
  world.clock.at = plus(world.clock.at, 60_000);
  await ask();
  expect(kept()).toHaveLength(3);
  expect(mails()).toHaveLength(3);
});

it("what the office writes down twice within a minute is one lead, with what was typed last", async () => {
  const write = (order: object, zip = "90210") =>
    world.db.write((tx) =>
      keepCallersLead(tx, world.deed(STAFF), { ...WANTED, kind: "outside_area", zip, data: { order } }),
    );
  const first = await write({ gateCode: "1" });
  expect((await write({ gateCode: "12" }))?.id).toBe(first?.id);
  expect(kept()).toMatchObject([{ kind: "outside_area", data: { order: { gateCode: "12" } } }]);
  expect(await write({ gateCode: "12" }, "FL 32801-1234")).toBeNull();
});
