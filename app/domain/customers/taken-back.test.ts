import { afterEach, beforeEach, expect, it } from "vitest";
import { events } from "#db/schema/index";
import { draftData, openWorld, STAFF, type TestWorld } from "../../../tests/support/domain";
import type { StaffActor } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import { keepCustomer } from "./customers.server";
import { getCustomer } from "./family.server";
import { mergeCustomer, undoMerge } from "./merge.server";
import { findNotServed, serveAgain, stopServing } from "./serve.server";

let world: TestWorld;
beforeEach(async () => {
  world = await openWorld({ fleet: {} });
});
afterEach(() => world.close());

const { contactInfo } = draftData();
const staff = () => world.deed<StaffActor>(STAFF);
const keep = (firstName: string, phone: string) =>
  world.db.write((tx) =>
    keepCustomer(tx, { ...contactInfo, firstName, phone, email: `${firstName}@example.com` }, false, world.clock.at),
  );
const get = (id: Id<"customer">) => getCustomer(world.db.orm, id);
const serve = (id: Id<"customer">, why: string) => world.db.write((tx) => serveAgain(tx, staff(), get(id), why));
const notServed = (phone: string) => findNotServed(world.db.orm, { email: "x@example.com", phone })?.id ?? null;
const happened = () =>
  world.db.orm
    .select()
    .from(events)
    .all()
    .flatMap(({ subject_kind, action }) => (subject_kind === "customer" ? [action] : []));
const ANN = "(407) 555-0133";
const BEN = "(407) 555-0134";

it("they are served again with a reason only, and then the whole family", async () => {
  const [ann, ben] = [await keep("Ann", ANN), await keep("Ben", BEN)];
  for (const id of [ann, ben]) await world.db.write((tx) => stopServing(tx, staff(), get(id), "Threw a shovel"));
  await world.db.write((tx) => mergeCustomer(tx, staff(), ben, ann));
  expect(await serve(ann, " \n ")).toBe(false);
  expect([notServed(ANN), notServed(BEN)]).not.toContain(null);
  expect(await serve(ann, "paid for the shovel")).toBe(true);
  expect([notServed(ANN), notServed(BEN)]).toEqual([null, null]);
  expect([get(ann).do_not_serve_at, get(ben).do_not_serve_at]).toEqual([null, null]);
});

it("a merge is taken back from the record that it was made into, and from no other", async () => {
  const [ann, ben, cleo] = [await keep("Ann", ANN), await keep("Ben", BEN), await keep("Cleo", "(407) 555-0135")];
  await world.db.write((tx) => mergeCustomer(tx, staff(), ben, ann));
  await world.db.write((tx) => undoMerge(tx, staff(), ben, cleo));
  expect(get(ben).merged_into).toBe(ann);
  await world.db.write((tx) => undoMerge(tx, staff(), ben, ann));
  await world.db.write((tx) => undoMerge(tx, staff(), ben, ann));
  expect(get(ben).merged_into).toBeNull();
  expect(happened()).toEqual(["customer_merged", "customer_merged", "customer_unmerged", "customer_unmerged"]);
});
