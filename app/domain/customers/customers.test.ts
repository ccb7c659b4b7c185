import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { customerContacts, customers, events } from "#db/schema/index";
import { openWorld, paidBooking, signedBooking, STAFF, type TestWorld } from "../../../tests/support/domain";
import type { Id } from "../kernel/ids.server";
import { addContact, endContact, listContacts, listPerhapsSame } from "./contacts.server";
import { keepCustomer } from "./customers.server";
import { changeCustomer } from "./edit.server";
import { familyOf, getCustomer, standsFor } from "./family.server";
import { listMergedInto, mergeCustomer, undoMerge } from "./merge.server";
import { findNotServed, serveAgain, stopServing } from "./serve.server";

let world: TestWorld;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 9 } });
});
afterEach(() => world.close());

const ANA = { firstName: "Ana", lastName: "Ruiz", email: "ana@example.com", phone: "(407) 555-0133" };
const keep = (changes: Partial<typeof ANA> = {}) =>
  world.db.write((tx) => keepCustomer(tx, { ...ANA, ...changes }, false, world.clock.at));
const get = (id: Id<"customer">) => getCustomer(world.db.orm, id);
const staff = () => world.deed(STAFF) as never;
const values = (id: Id<"customer">) =>
  listContacts(world.db.orm, familyOf(world.db.orm, id)).flatMap((one) => (one.ended_at === null ? [one.value] : []));
const merge = (other: string, into: Id<"customer">) => world.db.write((tx) => mergeCustomer(tx, staff(), other, into));
const actions = () =>
  world.db.orm
    .select()
    .from(events)
    .all()
    .flatMap(({ subject_kind, action }) => (subject_kind === "customer" ? [action] : []));

describe("whose booking it is", () => {
  it("is found by the address, whatever the spelling, and by the number with the same name", async () => {
    const ana = await keep();
    expect(await keep({ email: "ANA@example.com" })).toBe(ana);
    expect(await keep({ email: "other@example.com", firstName: "ANA", phone: "+1 407 555 0133 x9" })).toBe(ana);
    expect(values(ana).sort()).toEqual(["+14075550133", "ana@example.com", "other@example.com"]);
  });

  it("is somebody new where the same number has another name, and staff are told of both", async () => {
    const ana = await keep();
    const bo = await keep({ firstName: "Bo", email: "bo@example.com" });
    expect(bo).not.toBe(ana);
    expect(listPerhapsSame(world.db.orm, bo).map(({ id }) => id)).toEqual([ana]);
    expect(get(bo).merged_into).toBeNull();
  });

  it("keeps no more contacts than a person has, however many addresses are typed with one name and number", async () => {
    const ana = await keep();
    for (let i = 0; i < 30; i++) expect(await keep({ email: `ana${i}@example.com` })).toBe(ana);
    expect(values(ana)).toHaveLength(20);
    await world.db.write((tx) =>
      addContact(tx, staff(), get(ana), { kind: "email", value: "office@example.com" }, "by the office"),
    );
    expect(values(ana)).toHaveLength(21);
  });

  it("takes nothing of whoever types somebody's address with another name", async () => {
    const ana = await keep();
    expect(await keep({ firstName: "Mallory", phone: "(407) 555-0199" })).toBe(ana);
    expect(get(ana).first_name).toBe("Ana");
    expect(values(ana).sort()).toEqual(["+14075550133", "ana@example.com"]);
  });

  it("prefers the one of that name where two share an address", async () => {
    await keep();
    const bo = await keep({ firstName: "Bo", email: "bo@example.com" });
    await world.db.write((tx) =>
      addContact(tx, staff(), get(bo), { kind: "email", value: "ana@example.com" }, "their office"),
    );
    expect(await keep({ firstName: "Bo" })).toBe(bo);
  });

  it("keeps the contact in the booking as it was signed", async () => {
    const booking = await signedBooking(world);
    await world.db.write((tx) =>
      changeCustomer(tx, staff(), { id: booking.customer_id }, 1, { first_name: "Adele", last_name: "Other" }),
    );
    expect(booking).toMatchObject({ first_name: "Ada", email: "ada@example.com" });
    expect(get(booking.customer_id).first_name).toBe("Adele");
  });
});

describe("contacts", () => {
  it("are added once and ended, with events, and the last one stays", async () => {
    const ana = await keep({ email: "" });
    const add = () =>
      world.db.write((tx) => addContact(tx, staff(), get(ana), { kind: "email", value: "new@example.com" }, "Site"));
    await add();
    await add();
    const kinds = listContacts(world.db.orm, [ana]);
    const [phone, mail] = ["phone", "email"].map((kind) => kinds.find((one) => one.kind === kind));
    const end = (id: string) => world.db.write((tx) => endContact(tx, staff(), get(ana), id));
    expect(await end(phone?.id ?? "")).toBe(true);
    expect(await end(phone?.id ?? "")).toBe(true);
    expect(await end(mail?.id ?? "")).toBe(false);
    expect(values(ana)).toEqual(["new@example.com"]);
    expect(actions()).toEqual(["contact_added", "contact_ended"]);
    // An ended contact finds nobody; its number may come back as a new one.
    expect(await keep({ email: "x@example.com" })).not.toBe(ana);
  });
});

describe("contacts of a family", () => {
  it("end wherever they are: a merged record's own finds nobody either", async () => {
    const ana = await keep();
    const bo = await keep({ firstName: "Bo", email: "bo@example.com" });
    await merge(bo, ana);
    const shared = listContacts(world.db.orm, [ana, bo]).filter(({ value }) => value === "+14075550133");
    expect(shared.map(({ customer_id }) => customer_id).sort()).toEqual([ana, bo].sort());
    expect(await world.db.write((tx) => endContact(tx, staff(), get(ana), shared[0]?.id ?? ""))).toBe(true);
    expect(values(ana).sort()).toEqual(["ana@example.com", "bo@example.com"]);
    // It may be somebody else's by now.
    expect([ana, bo]).not.toContain(await keep({ email: "new@example.com" }));
  });
});

describe("two at one record", () => {
  it("the second is refused, and nothing is kept of it", async () => {
    const ana = await keep();
    const change = (seen: number, last_name: string) =>
      world.db.write((tx) => changeCustomer(tx, staff(), { id: ana }, seen, { last_name }));
    expect(await change(1, "Ruiz-Lee")).toEqual({ ok: true });
    expect(await change(1, "Rice")).toEqual({ ok: false, code: "changed" });
    // What both typed alike is no quarrel: a double click.
    expect(await change(1, "Ruiz-Lee")).toEqual({ ok: true });
    expect(get(ana)).toMatchObject({ last_name: "Ruiz-Lee", version: 2 });
  });

  it("writes down who granted terms", async () => {
    const ana = await keep();
    const terms = { terms_days: 30, credit_limit: 500_000 };
    await world.db.write((tx) => changeCustomer(tx, staff(), { id: ana }, 1, terms));
    expect(get(ana)).toMatchObject({ ...terms, terms_granted_by: STAFF.id, terms_granted_at: world.clock.at });
  });
});

describe("not served", () => {
  const stop = (id: Id<"customer">, why = "Threw a shovel at Bob") =>
    world.db.write((tx) => stopServing(tx, staff(), get(id), why));
  const asked = (contact: Partial<typeof ANA>) =>
    findNotServed(world.db.orm, { email: "x@example.com", phone: "(407) 555-0000", ...contact });

  it("is whoever is reached by any of their contacts, until it is lifted", async () => {
    const ana = await keep();
    await keep({ email: "second@example.com" });
    expect(await stop(ana, "  ")).toBe(false);
    expect(asked({ phone: ANA.phone })).toBeNull();
    expect(await stop(ana)).toBe(true);
    for (const contact of [{ phone: "407.555.0133" }, { email: "ANA@example.com" }, { email: "second@example.com" }])
      expect(asked(contact)).toMatchObject({ id: ana, reason: "Threw a shovel at Bob", since: world.clock.at });
    expect(asked({})).toBeNull();
    expect(asked({ email: "", phone: "" })).toBeNull();
    expect(await world.db.write((tx) => serveAgain(tx, staff(), get(ana), "paid for the shovel"))).toBe(true);
    expect(asked({ phone: ANA.phone })).toBeNull();
    expect(actions()).toEqual(["served_no_more", "served_again"]);
  });

  it("changes the record: who typed into it before is told", async () => {
    const ana = await keep();
    await stop(ana);
    expect(get(ana).version).toBe(2);
    const late = await world.db.write((tx) => changeCustomer(tx, staff(), { id: ana }, 1, { last_name: "Rice" }));
    expect(late).toEqual({ ok: false, code: "changed" });
    await world.db.write((tx) => serveAgain(tx, staff(), get(ana), "paid for the shovel"));
    expect(get(ana).version).toBe(3);
  });

  it("is who writes their address another way: a tag, and Gmail's dots; nobody else is found so", async () => {
    const ana = await keep({ email: "ana.ruiz@gmail.com" });
    const tess = await keep({ firstName: "Tess", email: "tess+home@example.com", phone: "(407) 555-0177" });
    for (const id of [ana, tess]) await stop(id);
    for (const email of ["anaruiz@gmail.com", "ANA.RUIZ+2@googlemail.com"])
      expect(asked({ email }), email).toMatchObject({ id: ana });
    for (const email of ["tess@example.com", "tess+1@example.com"])
      expect(asked({ email }), email).toMatchObject({ id: tess });
    for (const email of ["tess@example.org", "te.ss@example.com", "+1@example.com"])
      expect(asked({ email }), email).toBeNull();
    expect(await keep({ firstName: "Tess", email: "tess+1@example.com", phone: "(407) 555-0178" })).not.toBe(tess);
  });

  it("goes with a merge either way, and away with its undoing", async () => {
    const ana = await keep();
    const bo = await keep({ firstName: "Bo", email: "bo@example.com", phone: "(407) 555-0199" });
    await stop(bo);
    await merge(bo, ana);
    expect(asked({ phone: ANA.phone })).toMatchObject({ id: bo });
    await world.db.write((tx) => undoMerge(tx, staff(), bo, ana));
    expect(asked({ phone: ANA.phone })).toBeNull();
    await merge(ana, bo);
    expect(asked({ phone: ANA.phone })).toMatchObject({ id: bo });
  });
});

describe("merging", () => {
  it("rewrites nothing: the booking names whom it named, and new ones go to the record that stands for it", async () => {
    const booking = await paidBooking(world);
    const ada = booking.customer_id;
    const ana = await keep();
    const before = world.db.sqlite.prepare("select * from bookings").all();
    expect(await merge(ada, ana)).toEqual({ ok: true });
    expect(await merge(ada, ana)).toEqual({ ok: true });
    expect(world.db.sqlite.prepare("select * from bookings").all()).toEqual(before);
    expect(familyOf(world.db.orm, ana)).toEqual([ana, ada]);
    expect(standsFor(world.db.orm, get(ada)).id).toBe(ana);
    expect((await signedBooking(world)).customer_id).toBe(ana);
    expect(listMergedInto(world.db.orm, ana).map(({ id }) => id)).toEqual([ada]);
    expect(actions()).toEqual(["customer_merged", "customer_merged"]);
    await world.db.write((tx) => undoMerge(tx, staff(), ada, ana));
    expect(get(ada).merged_into).toBeNull();
    expect(familyOf(world.db.orm, ada)).toEqual([ada]);
  });

  it("is refused with itself, with nobody, and where one of both is merged already", async () => {
    const [ana, bo, cy] = [
      await keep(),
      await keep({ firstName: "Bo", email: "b@example.com" }),
      await keep({ firstName: "Cy", email: "c@example.com" }),
    ];
    expect(await merge(ana, ana)).toEqual({ ok: false, code: "itself" });
    expect(await merge("cus_none", ana)).toEqual({ ok: false, code: "unknown" });
    await merge(ana, bo);
    expect(await merge(bo, ana)).toEqual({ ok: false, code: "merged_already" });
    expect(await merge(ana, cy)).toEqual({ ok: false, code: "merged_already" });
    // Who has taken one may be merged itself, and both go.
    expect(await merge(bo, cy)).toEqual({ ok: true });
    expect(familyOf(world.db.orm, cy).sort()).toEqual([ana, bo, cy].sort());
    expect(await keep()).toBe(cy);
  });
});

it("every customer that a booking made has an address and a number", async () => {
  await paidBooking(world);
  expect(world.db.orm.select().from(customers).all()).toHaveLength(1);
  expect(
    world.db.orm
      .select()
      .from(customerContacts)
      .all()
      .map(({ kind }) => kind),
  ).toEqual(["email", "phone"]);
});
