import { afterEach, beforeEach, expect, it } from "vitest";
import { openWorld, type TestWorld } from "../../../tests/support/domain";
import { keepCustomer } from "../customers/customers.server";
import type { Instant } from "../kernel/time.server";
import { findOrNear } from "./find-near.server";
import { findCustomers, findNearNames, listCustomers } from "./customer-list.server";

let world: TestWorld;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 1 } });
});
afterEach(() => world.close());

async function someone(
  firstName: string,
  lastName: string,
  i: number,
  email = `someone${i}@example.com`,
): Promise<void> {
  const phone = `(407) 555-01${String(i).padStart(2, "0")}`;
  await world.db.write((tx) =>
    keepCustomer(tx, { firstName, lastName, email, phone }, false, (world.clock.at + i) as Instant),
  );
}

it("finds whose name was typed before those who have the words in a longer name, however many and new they are", async () => {
  await someone("José", "Núñez", 1);
  // More than are looked through for names.
  for (let i = 2; i < 40; i++) await someone("Josefina", `Nunezberg${i}`, i);
  await someone("Ada", "Lane", 40, "nunez@example.com");
  const names = (typed: string) => findCustomers(world.db.orm, typed, 4).map(({ name }) => name);
  for (const typed of ["jose nunez", "Núñez José"]) {
    expect(names(typed)[0]).toBe("José Núñez");
    expect(names(typed)).toHaveLength(4);
  }
  // The beginnings of a name, as it is being typed: the newest.
  expect(names("josefi nunezb")[0]).toBe("Josefina Nunezberg39");
  // The newest of all has it in her address alone.
  expect(names("nunez")[0]).toBe("José Núñez");
  expect(names("nunez")).not.toContain("Ada Lane");
  expect(names("nunez@ex")).toEqual(["Ada Lane"]);
});

it("finds whose street it is by either spelling of its kind", async () => {
  await someone("Ana", "Reyes", 1);
  const { sqlite, orm } = world.db;
  sqlite.exec(
    "insert into customer_sites (customer_id, address, city, zip) select id, '914 Conway Road', 'Orlando', '32812' from customers where last_name = 'Reyes'",
  );
  await someone("Ada", "Lane", 2);
  sqlite.exec(
    "insert into customer_sites (customer_id, address, city, zip) select id, '5 Oak Blvd', 'Orlando', '32801' from customers where last_name = 'Lane'",
  );
  const names = (typed: string) => findCustomers(orm, typed, 4).map(({ name }) => name);
  for (const typed of ["914 conway", "914 conway rd", "914 Conway Rd.", "conway road"])
    expect(names(typed), typed).toEqual(["Ana Reyes"]);
  for (const typed of ["5 oak boulevard", "oak blvd"]) expect(names(typed), typed).toEqual(["Ada Lane"]);
  expect(listCustomers(orm, { search: "914 conway rd" }).rows.map(({ name }) => name)).toEqual(["Ana Reyes"]);
});

it("offers names that are spelled nearly so where nothing fits, and says that they are", async () => {
  await someone("Priya", "Shah", 1);
  await someone("Hans", "Schultz", 2);
  await someone("Ana", "Gonzalez", 3);
  await someone("Brian", "Fox", 4);
  const near = (typed: string) => {
    const { hits, isNear } = findOrNear(world.db.orm, typed);
    return isNear ? hits.map((hit) => "name" in hit && hit.name) : hits.length;
  };
  expect(near("Prya")).toEqual(["Priya Shah"]);
  expect(near("prya shah")).toEqual(["Priya Shah"]);
  expect(near("PRÝA")).toEqual(["Priya Shah"]);
  // Wherever the slip is.
  for (const typed of ["Rpiya", "Oriya", "riya", "Ppriya", "Pruya shah"])
    expect(near(typed), typed).toEqual(["Priya Shah"]);
  expect(near("Schulz")).toEqual(["Hans Schultz"]);
  expect(near("Gonzales")).toEqual(["Ana Gonzalez"]);
  expect(near("Brain")).toEqual(["Brian Fox"]);
  expect(near("Priya")).toBe(1);
  for (const typed of ["", "prya 5", "prya fox", "pq", "priyanka", "prya@", "a b c prya", "pr".repeat(50)])
    expect(near(typed), typed).toBe(0);
});

it("offers at most four, the newest first, and of two slips the newest two hundred that begin so", async () => {
  for (let i = 0; i < 7; i++) await someone("Marceline", `Number${i}`, i);
  const names = (typed: string) => findNearNames(world.db.orm, typed, 4).map(({ name }) => name);
  const newest = [6, 5, 4, 3].map((i) => `Marceline Number${i}`);
  expect([names("marcelyna"), names("marcelina")]).toEqual([newest, newest]);
  for (let i = 7; i < 207; i++) await someone("Marcus", `Number${i}`, i);
  expect([names("marcelyna"), names("marcelina")]).toEqual([[], newest]);
});

it("offers an old customer who is one slip away, however many newer ones begin so", async () => {
  await someone("Marta", "Old", 0);
  for (let i = 1; i < 207; i++) await someone("Maxim", `Number${i}`, i);
  const names = (typed: string) => findNearNames(world.db.orm, typed, 4).map(({ name }) => name);
  expect(names("marto")).toEqual(["Marta Old"]);
  expect(names("amrta")).toEqual(["Marta Old"]);
});

it("gives what is one slip away half of the room, and all words together no more than two hundred", async () => {
  await someone("Xarcelyna", "Marta", 0);
  await someone("Marceline", "Two", 1);
  const street = world.db.sqlite.prepare(
    "insert into customer_sites (customer_id, address, city, zip) select id, ?, 'Orlando', '32812' from customers where last_name = ?",
  );
  // One slip from what is typed, wherever it stands; none of them begins like its half.
  const others = async (from: number, to: number) => {
    for (let i = from; i < to; i++) {
      await someone("Ann", `Number${i}`, i);
      street.run(`${i} Narcelyna Marta Road`, `Number${i}`);
    }
  };
  const names = (typed: string) => findNearNames(world.db.orm, typed, 4).map(({ name }) => name);
  const both = ["Marceline Two", "Xarcelyna Marta"];
  await others(2, 51);
  expect([names("marcelyna"), names("marcelyna morta")]).toEqual([both, ["Xarcelyna Marta"]]);
  await others(51, 52);
  // Of two words each has half: fifty of a hundred are for what is one slip away.
  expect([names("marcelyna"), names("marcelyna morta")]).toEqual([both, []]);
  await others(52, 101);
  expect(names("marcelyna")).toEqual(both);
  await others(101, 102);
  expect(names("marcelyna")).toEqual(["Marceline Two"]);
});

it("offers for a merged record the one that stands for it, once", async () => {
  await someone("Priya", "Shah", 1);
  await someone("Priya", "Patel", 2);
  world.db.sqlite.exec(
    "update customers set merged_into = (select id from customers where last_name = 'Patel') where last_name = 'Shah'",
  );
  for (const typed of ["prya", "prya shah"])
    expect(findNearNames(world.db.orm, typed, 4).map(({ name }) => name)).toEqual(["Priya Patel"]);
});

it("finds a name with its apostrophe or hyphen and without, whichever was typed, with a slip too", async () => {
  await someone("Robert", "O'Neil", 1);
  await someone("Jeanluc", "Moreau", 2);
  await someone("Ana-Maria", "Reyes", 3);
  await someone("Otto", "Lane", 4);
  const names = (typed: string) => findCustomers(world.db.orm, typed, 4).map(({ name }) => name);
  for (const typed of ["oneil", "O'Neil", "O\u2019Neil", "rob oneil", "Rob O'Nei", "o neil"])
    expect(names(typed), typed).toEqual(["Robert O'Neil"]);
  expect(names("Jean-Luc")).toEqual(["Jeanluc Moreau"]);
  expect(names("ana-mar")).toEqual(["Ana-Maria Reyes"]);
  const near = (typed: string) => findNearNames(world.db.orm, typed, 4).map(({ name }) => name);
  for (const typed of ["Rob Oniel", "oniel", "O'Niel", "onel"]) expect(near(typed), typed).toEqual(["Robert O'Neil"]);
  expect(near("anamaria")).toEqual(["Ana-Maria Reyes"]);
});

it("finds an address by its directions and street's kind written out or short", async () => {
  await someone("Ana", "Reyes", 1);
  await someone("Ada", "Lane", 2);
  world.db.sqlite.exec(
    `insert into customer_sites (customer_id, address, city, zip) select id, '120 N Orange Ave', 'Orlando', '32801' from customers where last_name = 'Reyes';
     insert into customer_sites (customer_id, address, city, zip) select id, '7 Southwest Lake Crossing', 'Orlando', '32801' from customers where last_name = 'Lane'`,
  );
  const names = (typed: string) => findCustomers(world.db.orm, typed, 4).map(({ name }) => name);
  for (const typed of ["120 north orange", "120 n. orange", "120 North Orange Avenue"])
    expect(names(typed), typed).toEqual(["Ana Reyes"]);
  for (const typed of ["7 SW lake", "7 southwest lake xing"]) expect(names(typed), typed).toEqual(["Ada Lane"]);
});

it("finds who is said to be a customer, in the list and by the search, with a slip too", async () => {
  await someone("Amy", "Fisher", 1);
  await someone("Otto", "Lane", 2, "customer2@example.com");
  const { orm } = world.db;
  for (const typed of ["customer Fisher", "Customer: amy fisher"]) {
    expect(listCustomers(orm, { search: typed }).rows.map(({ name }) => name)).toEqual(["Amy Fisher"]);
    expect(findOrNear(orm, typed)).toMatchObject({ hits: [{ kind: "customer", name: "Amy Fisher" }], isNear: false });
  }
  expect(findNearNames(orm, "customer Fishr", 4).map(({ name }) => name)).toEqual(["Amy Fisher"]);
  // The beginning of an address, and of a company's name.
  for (const typed of ["customer", "customer2@example.com"])
    expect(listCustomers(orm, { search: typed }).rows.map(({ name }) => name)).toEqual(["Otto Lane"]);
});
