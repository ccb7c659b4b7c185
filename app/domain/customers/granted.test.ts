import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { customers, events } from "#db/schema/index";
import { openWorld, STAFF, TODAY, type TestWorld } from "../../../tests/support/domain";
import { day } from "../kernel/days";
import type { StaffActor } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import { addContact, confirmContact, listContacts, type Reach } from "./contacts.server";
import { keepCustomer } from "./customers.server";
import { findExemption } from "./exemption.server";
import { familyOf, getCustomer, type Customer } from "./family.server";
import { mergeCustomer, undoMerge } from "./merge.server";
import { findTermsFor } from "./terms.server";

let world: TestWorld;
beforeEach(async () => {
  world = await openWorld({ fleet: {} });
});
afterEach(() => world.close());

const ANA = { firstName: "Ana", lastName: "Ruiz", email: "ana@example.com", phone: "(407) 555-0133" };
const BO = { firstName: "Bo", lastName: "Lee", email: "bo@example.com", phone: "(407) 555-0199" };
const staff = () => world.deed<StaffActor>(STAFF);
const admin = () => world.deed<StaffActor>({ ...STAFF, kind: "admin" });
const keep = (contact: typeof ANA) => world.db.write((tx) => keepCustomer(tx, contact, false, world.clock.at));
const get = (id: Id<"customer">) => getCustomer(world.db.orm, id);
const give = (id: Id<"customer">, grants: Partial<Customer>) =>
  world.db.orm
    .update(customers)
    .set({ po_number: null, ...grants })
    .where(eq(customers.id, id))
    .run();
const TERMS = { terms_days: 30, credit_limit: 1000_00 };
const CERTIFICATE = { exemption_certificate: "85-80", exempt_until: TODAY };
const ENDED = { ...CERTIFICATE, exempt_until: day("2026-11-30") };
const add = (id: Id<"customer">, reach: Reach, by = staff()) =>
  world.db.write((tx) => addContact(tx, by, get(id), reach, ""));
const email = (value: string): Reach => ({ kind: "email", value });
/** What an order with this contact gets of what was granted to a customer. */
const gets = (id: Id<"customer">, contact: typeof ANA) => [
  findTermsFor(world.db.orm, id, contact) !== null,
  findExemption(world.db.orm, contact, TODAY) !== null,
];

describe("merging where one holds what the other does not", () => {
  const merge = (other: Id<"customer">, into: Id<"customer">, by = staff()) =>
    world.db.write((tx) => mergeCustomer(tx, by, other, into));

  it.each<[string, Partial<Customer>, Partial<Customer>]>([
    ["terms", TERMS, {}],
    ["a higher limit", TERMS, { ...TERMS, credit_limit: 500_00 }],
    ["a certificate", CERTIFICATE, {}],
    ["another certificate", CERTIFICATE, { ...CERTIFICATE, exemption_certificate: "85-81" }],
    ["terms, the other a certificate", TERMS, CERTIFICATE],
  ])("%s: it is an admin's, either way round", async (_, mine, theirs) => {
    const [ana, bo] = [await keep(ANA), await keep(BO)];
    give(ana, mine);
    give(bo, theirs);
    for (const [other, into] of [
      [ana, bo],
      [bo, ana],
    ] as const)
      expect(await merge(other, into)).toEqual({ ok: false, code: "an_admins" });
    expect([get(ana), get(bo)].map(({ merged_into }) => merged_into)).toEqual([null, null]);
    expect(world.db.orm.select().from(events).all()).toEqual([]);
    expect(await merge(bo, ana, admin())).toEqual({ ok: true });
    // Pressed again by anybody it is the same merge.
    expect(await merge(bo, ana)).toEqual({ ok: true });
    // Parting would take it from one again.
    const undo = (by = staff()) => world.db.write((tx) => undoMerge(tx, by, bo, ana));
    expect(await undo()).toEqual({ ok: false, code: "an_admins" });
    expect(get(bo).merged_into).toBe(ana);
    expect([await undo(admin()), get(bo).merged_into, await undo()]).toEqual([{ ok: true }, null, { ok: true }]);
  });

  it.each<[string, Partial<Customer>, Partial<Customer>]>([
    ["nothing", {}, {}],
    ["the same", { ...TERMS, ...CERTIFICATE }, { ...TERMS, ...CERTIFICATE }],
    ["a certificate that has ended", ENDED, {}],
  ])("%s: staff do it as before", async (_, mine, theirs) => {
    const [ana, bo] = [await keep(ANA), await keep(BO)];
    give(ana, mine);
    give(bo, theirs);
    expect(await merge(bo, ana)).toEqual({ ok: true });
    expect(await world.db.write((tx) => undoMerge(tx, staff(), bo, ana))).toEqual({ ok: true });
    expect(get(bo).merged_into).toBeNull();
  });
});

describe("a contact that comes to a record with terms or a certificate", () => {
  const confirm = (id: Id<"customer">, value: string) =>
    world.db.write((tx) => {
      const contact = listContacts(tx, familyOf(tx, id)).find((one) => one.value === value);
      confirmContact(tx, admin(), get(id), contact?.id ?? "");
    });

  it("of somebody else, added by staff: counts for neither until an admin confirms it", async () => {
    const ana = await keep(ANA);
    give(ana, { ...TERMS, ...CERTIFICATE });
    await add(ana, email(BO.email));
    expect(await keep(BO)).toBe(ana);
    expect(gets(ana, BO)).toEqual([false, false]);
    expect(gets(ana, ANA)).toEqual([true, true]);
    // Their number says nothing of whose the address is, without their name.
    expect(gets(ana, { ...BO, phone: ANA.phone })).toEqual([false, false]);
    await confirm(ana, BO.email);
    await confirm(ana, BO.email);
    expect(gets(ana, BO)).toEqual([true, true]);
    const done = world.db.orm.select().from(events).all();
    expect(done.map(({ action }) => action)).toEqual(["contact_added", "contact_confirmed"]);
  });

  it("with an order in the same name: neither, while what an admin saw goes on counting", async () => {
    const ana = await keep(ANA);
    give(ana, TERMS);
    const new_ = { ...ANA, email: "strange@example.com", phone: BO.phone };
    await keep({ ...ANA, phone: BO.phone });
    await keep(new_);
    expect(gets(ana, new_)[0]).toBe(false);
    expect(gets(ana, { ...new_, phone: ANA.phone })[0]).toBe(true);
  });

  it("added by an admin, also one that waits: counts at once", async () => {
    const ana = await keep(ANA);
    give(ana, TERMS);
    await add(ana, email(BO.email), admin());
    await add(ana, email("cy@example.com"));
    await add(ana, email("cy@example.com"), admin());
    expect(gets(ana, BO)[0]).toBe(true);
    expect(gets(ana, { ...BO, email: "cy@example.com" })[0]).toBe(true);
  });

  it("before anything was granted, or once the certificate has ended: an admin sees it when they grant", async () => {
    const ana = await keep(ANA);
    give(ana, ENDED);
    await add(ana, email(BO.email));
    give(ana, TERMS);
    expect(gets(ana, BO)[0]).toBe(true);
  });
});
