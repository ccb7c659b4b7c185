import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { events } from "#db/schema/index";
import type { Booking } from "~/domain/booking/order/bookings.server";
import { keepCustomer } from "~/domain/customers/customers.server";
import { getCustomer } from "~/domain/customers/family.server";
import { listCustomers } from "~/domain/records/customer-list.server";
import { findCustomerRecord } from "~/domain/records/customer-record.server";
import { changeSetting, openWorld, paidBooking, TODAY, type TestWorld } from "../../../tests/support/domain";
import { officeRoles, ROLES, type Role } from "../../../tests/support/office-roles";
import type { Visitor, Answer } from "../../../tests/support/visit";
import { describeEvent } from "~/ui/office/timeline-words";
import { action as door } from "./auth";
import { action, loader } from "./customer";
import { loader as layout } from "./layout";
import { CUSTOMER_INTENTS } from "./customer-intents.server";

const EDIT = {
  version: "1",
  kind: "company",
  companyName: "Acme",
  firstName: "Ada",
  lastName: "Tester",
  poNumber: "77",
};
const FACTS = { version: "1", certificate: "85-80", exemptUntil: "2027-01-31", termsDays: "30", creditLimit: "$5,000" };
const FORMS: Record<string, Record<string, string>> = {
  edit: EDIT,
  facts: FACTS,
  "add-contact": { contact: "407.555.0188", contactLabel: "Site: Ana" },
  "end-contact": {},
  "confirm-contact": {},
  note: { note: "Likes mornings" },
  "stop-serving": { stopReason: "Threw a shovel" },
  "serve-again": { serveReason: "paid for it" },
  merge: {},
  "undo-merge": {},
};

let world: TestWorld;
let booking: Booking;
let visitors: Record<Role, Visitor>;
beforeAll(async () => {
  world = await openWorld({ fleet: { 20: 90 } });
  await changeSetting(world, "windowCapacity", 100);
  visitors = await officeRoles(world, door);
});
afterAll(() => world.close());
let turn = 0;
beforeEach(async () => {
  turn += 1;
  const contactInfo = {
    firstName: "Ada",
    lastName: `Tester`,
    phone: `(407) 555-${2000 + turn}`,
    email: `a${turn}@example.com`,
  };
  booking = await paidBooking(world, { contactInfo, address: `${turn} Quince Street` });
});
const stored = () => getCustomer(world.db.orm, booking.customer_id);
const record = () => {
  const found = findCustomerRecord(world.db.orm, booking.customer_id, TODAY);
  if (!found) throw new Error("no record");
  return found;
};
const other = () =>
  world.db.write((tx) =>
    keepCustomer(
      tx,
      { firstName: "Bo", lastName: "Lee", email: `bo${turn}@example.com`, phone: booking.phone },
      false,
      world.clock.at,
    ),
  );
const told = () => record().history.map((entry) => describeEvent(entry, record().names));
const press = (role: Role, intent: string, fields: Record<string, string> = {}): Promise<Answer> =>
  visitors[role].post(
    action,
    `/crm/customers/${booking.customer_id}`,
    { intent, ...fields },
    { id: booking.customer_id },
  );
const fieldsOf = (answer: Answer) => (answer.data as { fields: Record<string, string> }).fields;

it("has a form here for every intent", () => {
  expect(Object.keys(FORMS).sort()).toEqual(Object.keys(CUSTOMER_INTENTS).sort());
});

it.each(
  Object.entries(CUSTOMER_INTENTS).flatMap(([name, { may }]) =>
    ROLES.map((role) => ({ name, role, allowed: role === "admin" || (role === "staff" && may === "staff") })),
  ),
)("$name by $role: $allowed", async ({ name, role, allowed }) => {
  const before = world.db.orm.select().from(events).all().length;
  const form = { ...FORMS[name], ...(name === "merge" && { other: await other() }) };
  const answer = await press(role, name, form);
  if (allowed) {
    expect([answer.status, answer.location]).toEqual([302, `/crm/customers/${booking.customer_id}`]);
    return;
  }
  expect(answer.status).toBe(role === "user" || role === "staff" ? 403 : 302);
  expect(world.db.orm.select().from(events).all()).toHaveLength(before);
});

describe("the record", () => {
  it("shows bookings, sites, balance, papers, and who it is about", () => {
    expect(record()).toMatchObject({
      name: "Ada Tester",
      bookings: [{ number: booking.booking_number, status: booking.status }],
      sites: [{ address: `${turn} Quince Street`, city: "Orlando" }],
      owed: 0,
      notServed: null,
    });
    expect(record().papers.issued).toHaveLength(1);
    expect(record().contacts.map(({ text }) => text)).toEqual(
      expect.arrayContaining([`a${turn}@example.com`, `(407) 555-${2000 + turn}`]),
    );
  });

  it("tells the second what the first changed, keeps what they typed, and takes it when they save again", async () => {
    await press("staff", "edit", EDIT);
    const second = await press("admin", "edit", { ...EDIT, lastName: "Other" });
    expect(second.status).toBe(409);
    expect(fieldsOf(second)[""]).toMatch(/changed this record while you typed/);
    expect(second.data).toMatchObject({ values: { lastName: "Other" } });
    expect(stored()).toMatchObject({ last_name: "Tester", company_name: "Acme", po_number: "77", version: 2 });
    expect((await press("admin", "edit", { ...EDIT, lastName: "Other", version: "2" })).status).toBe(302);
    expect(stored().last_name).toBe("Other");
  });

  it("keeps exemption and terms whole, and says what is missing", async () => {
    expect((await press("admin", "facts", FACTS)).status).toBe(302);
    expect(stored()).toMatchObject({ exempt_until: "2027-01-31", terms_days: 30, credit_limit: 500_000 });
    expect(fieldsOf(await press("admin", "facts", { version: "2", certificate: "x", termsDays: "30" }))).toEqual({
      exemptUntil: "A certificate needs its number and its last day.",
      creditLimit: "Terms need the days to pay and a limit.",
    });
    const wrong = await press("admin", "facts", {
      version: "2",
      termsDays: "0",
      creditLimit: "lots",
      exemptUntil: "soon",
    });
    expect(Object.keys(fieldsOf(wrong)).sort()).toEqual(["creditLimit", "exemptUntil", "termsDays"]);
  });

  it("says all at once, with a field's own words first", async () => {
    const wrong = await press("admin", "facts", {
      version: "1",
      certificate: "85-80",
      termsDays: "30",
      creditLimit: "lots",
    });
    expect(fieldsOf(wrong)).toEqual({
      exemptUntil: "A certificate needs its number and its last day.",
      creditLimit: "Enter an amount in dollars, like 5,000, or leave it empty.",
    });
    expect(fieldsOf(await press("staff", "edit", { ...EDIT, companyName: " ", firstName: "" }))).toEqual({
      companyName: "Enter the company’s name, or choose Person.",
      firstName: "Enter the first name.",
    });
  });

  it("drops no company's name that was typed for a person", async () => {
    const person = await press("staff", "edit", { ...EDIT, kind: "person" });
    expect(fieldsOf(person)).toEqual({ companyName: "Choose Company for this name, or empty it: a person has none." });
    expect(stored().version).toBe(1);
    await press("staff", "edit", EDIT);
    expect((await press("staff", "edit", { ...EDIT, version: "2", kind: "person", companyName: "" })).status).toBe(302);
    expect(stored()).toMatchObject({ kind: "person", company_name: null });
  });

  it("takes contacts in any spelling, each once, and keeps the last one", async () => {
    expect(fieldsOf(await press("staff", "add-contact", { contact: "ana@" }))["contact"]).toMatch(/email address/);
    expect(fieldsOf(await press("staff", "add-contact", { contact: "555" }))["contact"]).toMatch(/10 digits/);
    for (const contact of ["407.555.0188", "+1 (407) 555-0188"]) await press("staff", "add-contact", { contact });
    const open = record().contacts;
    expect(open).toHaveLength(3);
    for (const { id } of open.slice(0, 2)) await press("staff", "end-contact", { contactId: id });
    const last = await press("staff", "end-contact", { contactId: open[2]?.id ?? "" });
    expect(fieldsOf(last)["contact"]).toMatch(/only contact/);
  });

  it("stands in the list with the number, the address and the site of today", async () => {
    const shown = () =>
      listCustomers(world.db.orm, { search: `${turn} Quince` }).rows.find(({ id }) => id === booking.customer_id);
    // All were made in the same moment, so that it may stand on the second page.
    const plain = () => {
      const first = listCustomers(world.db.orm, {});
      const pages = [first, listCustomers(world.db.orm, { after: first.next })];
      return pages.flatMap(({ rows }) => rows).find(({ id }) => id === booking.customer_id);
    };
    const before = {
      phone: `(407) 555-${2000 + turn}`,
      email: `a${turn}@example.com`,
      site: `${turn} Quince Street, Orlando`,
    };
    expect([shown(), plain()]).toEqual([expect.objectContaining(before), expect.objectContaining(before)]);
    await press("staff", "add-contact", { contact: "(407) 555-1999" });
    for (const { id, value } of record().contacts)
      if (value !== "+14075551999") await press("staff", "end-contact", { contactId: id });
    const now = { ...before, phone: "(407) 555-1999", email: "" };
    expect([shown(), plain()]).toEqual([expect.objectContaining(now), expect.objectContaining(now)]);
  });

  it("keeps a note of 10,000 letters in any script, once when pressed twice", async () => {
    const note = `مرحبا 🚛\n${"n".repeat(9_900)}`;
    await press("staff", "note", { note });
    await press("staff", "note", { note });
    expect(record().notes.map(({ why }) => why)).toEqual([note]);
    expect(fieldsOf(await press("staff", "note", { note: "n".repeat(10_001) }))).toHaveProperty("note");
  });

  it("merges after a look, follows from the merged address, and takes it back", async () => {
    const bo = await other();
    const look = await visitors.staff.get(loader, `/crm/customers/${booking.customer_id}?merge=${bo}`, {
      id: booking.customer_id,
    });
    expect(look.data).toMatchObject({
      preview: { name: "Bo Lee", bookings: 0 },
      record: { perhapsSame: [{ id: bo }] },
    });
    await press("staff", "merge", { other: bo });
    expect((await visitors.staff.get(loader, `/crm/customers/${bo}`, { id: bo })).location).toBe(
      `/crm/customers/${booking.customer_id}`,
    );
    expect(record()).toMatchObject({ merged: [{ id: bo }], perhapsSame: [] });
    expect(told().filter((words) => words.includes("merged"))).toEqual(["Bo Lee merged into Ada Tester"]);
    expect(listCustomers(world.db.orm, { search: `bo${turn}@example.com` }).rows.map(({ id }) => id)).toEqual([
      booking.customer_id,
    ]);
    expect((await press("staff", "merge", { other: booking.customer_id })).status).toBe(409);
    await press("staff", "undo-merge", { other: bo });
    expect(record().merged).toEqual([]);
    expect(told().at(-1)).toBe("Merge undone: Bo Lee and Ada Tester are two again");
    expect((await visitors.staff.get(loader, `/crm/customers/${bo}`, { id: bo })).status).toBe(200);
  });

  it("changes nothing of a record by a form of the one that was merged into it meanwhile; what was typed goes along", async () => {
    const bo = await other();
    const before = stored();
    await press("staff", "merge", { other: bo });
    const late = (intent: string, fields: Record<string, string>, who: Role = "admin") =>
      visitors[who].post(action, `/crm/customers/${bo}`, { intent, ...fields }, { id: bo });
    for (const [intent, form] of [
      ["edit", EDIT],
      ["facts", FACTS],
    ] as const) {
      const { location } = await late(intent, form);
      expect(location).toMatch(`/crm/customers/${booking.customer_id}?typed=`);
      const page = await visitors.admin.get(layout, location ?? "");
      expect(page.data).toMatchObject({
        sent: { title: "The record was merged into this one meanwhile", values: { intent, ...form } },
      });
      // Shown to nobody else.
      expect((await visitors.staff.get(layout, location ?? "")).data).toMatchObject({ sent: null });
    }
    expect(stored()).toEqual(before);
    // What holds for both is done.
    await late("note", { note: "Both like mornings" });
    expect(record().notes.map(({ why }) => why)).toEqual(["Both like mornings"]);
  });

  it("says 404 for nobody, with what was typed about them", async () => {
    expect((await visitors.staff.get(loader, "/crm/customers/none", { id: "none" })).status).toBe(404);
    const form = { intent: "note", version: "3", note: "A long story", other: " " };
    expect(await visitors.staff.post(action, "/crm/customers/none", form, { id: "none" })).toMatchObject({
      status: 404,
      data: { gone: "There is no such customer.", typed: ["A long story"] },
    });
  });
});

describe("what an admin granted", () => {
  const lookAt = async (role: Role, search = "") => {
    const { data } = await visitors[role].get(loader, `/crm/customers/${booking.customer_id}${search}`, {
      id: booking.customer_id,
    });
    return data;
  };

  it("goes to nobody else by a merge of staff: they are told who can", async () => {
    const bo = await other();
    await press("admin", "facts", FACTS);
    for (const role of ["staff", "admin"] as const)
      expect(await lookAt(role, `?merge=${bo}`)).toMatchObject({ preview: { isAdmins: true } });
    const refused = await press("staff", "merge", { other: bo });
    expect(refused.status).toBe(403);
    expect(fieldsOf(refused)[""]).toMatch(/terms or tax exemptions differ.* only an admin/);
    expect(record().merged).toEqual([]);
    expect((await press("admin", "merge", { other: bo })).status).toBe(302);
  });

  it("goes to no contact of staff's before an admin confirms it", async () => {
    const waiting = () => record().contacts.flatMap(({ text, waits }) => (waits ? [text] : []));
    expect(record().hasGrants).toBe(false);
    await press("admin", "facts", FACTS);
    await press("staff", "add-contact", { contact: "friend@example.com" });
    expect([record().hasGrants, waiting()]).toEqual([true, ["friend@example.com"]]);
    const contactId = record().contacts.find(({ waits }) => waits)?.id ?? "";
    expect((await press("staff", "confirm-contact", { contactId })).status).toBe(403);
    expect(waiting()).toHaveLength(1);
    await press("admin", "confirm-contact", { contactId });
    expect(waiting()).toEqual([]);
  });
});

describe("the list", () => {
  const found = (search: string) => listCustomers(world.db.orm, { search }).rows.map(({ id }) => id);

  it("finds by name, phone in any spelling, email and street, and by what changed since", async () => {
    const digits = `555${2000 + turn}`;
    for (const search of [
      `(407) ${digits}`,
      `+1 407 ${digits}`,
      `407${digits}`,
      digits,
      `A${turn}@Example.com`,
      `${turn} quince`,
      `ada ${turn}`,
    ])
      expect(found(search), search).toContain(booking.customer_id);
    // Each word counts, wherever it stands.
    for (const search of ["nobody at all", "ada nobody", "nobody ada", `ada ${turn} nobody`])
      expect(found(search), search).toEqual([]);
    await press("staff", "edit", { ...EDIT, companyName: `Zebra${turn} Roofing` });
    expect(found(`zebra${turn}`)).toEqual([booking.customer_id]);
  });

  it("gives every customer once, page by page, the newest first", async () => {
    await world.db.write((tx) => {
      for (let i = 0; i < 120; i++)
        keepCustomer(
          tx,
          { firstName: "Many", lastName: `Of${i}`, email: `many${i}@example.com`, phone: `407777${1000 + i}` },
          false,
          world.clock.at,
        );
    });
    for (const search of ["", "many"]) {
      const pages = [listCustomers(world.db.orm, { search })];
      for (let next = pages[0]?.next; next; next = pages.at(-1)?.next)
        pages.push(listCustomers(world.db.orm, { search, after: next }));
      const ids = pages.flatMap(({ rows }) => rows.map(({ id }) => id));
      expect(new Set(ids).size).toBe(ids.length);
      expect(pages.slice(0, 2).map(({ rows }) => rows.length)).toEqual([50, 50]);
      if (search) expect(ids).toHaveLength(120);
    }
  });
});
