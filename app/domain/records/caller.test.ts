import { afterEach, beforeEach, expect, it } from "vitest";
import { draftData, openWorld, type TestWorld } from "../../../tests/support/domain";
import { prepareUnsigned } from "../booking/order/place.server";
import { insertDraft } from "../booking/draft/drafts.server";
import { keepLead, moveLead, type NewLead } from "../leads/leads.server";
import { DAY, plus } from "../kernel/time.server";
import { stopTexts } from "../messages/stops.server";
import { findCaller } from "./caller.server";

let world: TestWorld;
beforeEach(async () => {
  world = await openWorld({ fleet: { 15: 3, 20: 3 } });
});
afterEach(() => world.close());

const contact = (changes: object = {}) => ({ ...draftData().contactInfo, ...changes });
const order = (changes: object = {}, at = world.clock.at) =>
  world.db.write((tx) => prepareUnsigned(tx, world.deed(undefined, at), world.settings(), draftData(changes)).booking);
const call = (typed = "407.555.0133") => findCaller(world.db.orm, typed, world.clock.at);

it("is nobody for what is no number, and unknown for a new one", () => {
  expect(call("40755501")).toBeNull();
  expect(call()).toEqual({
    phone: "(407) 555-0133",
    known: [],
    begun: [],
    requests: [],
    closed: [],
    asked: [],
    isStopped: false,
    notServed: null,
    open: [],
  });
});

it("is filled in with how they are reached, their newest site and what they ordered last", async () => {
  await order({}, plus(world.clock.at, -90 * DAY));
  await order(
    {
      projectType: "construction",
      cart: [{ dumpsterSize: 15, quantity: 1, materialCategory: "roofing" }],
    },
    plus(world.clock.at, -60 * DAY),
  );
  const caller = call("+1 (407) 555 0133");
  expect(caller?.known).toHaveLength(1);
  expect(caller?.known[0]).toMatchObject({
    name: "Ada Tester",
    bookings: 2,
    values: {
      firstName: "Ada",
      lastName: "Tester",
      phone: "(407) 555-0133",
      email: "ada@example.com",
      projectType: "construction",
      dumpsterSize: "15",
      materialCategory: "roofing",
    },
  });
  // Months ago: no duplicate of what is called about now.
  expect(caller?.open).toEqual([]);
});

it("is one of several where a number is shared; an open order of the last days is told, one that is over is not", async () => {
  const first = await order();
  await order({ contactInfo: contact({ firstName: "Bob", email: "bob@example.com" }) });
  const over = await order();
  world.db.sqlite.prepare("update bookings set status = 'cancelled' where id = ?").run(over.id);
  const caller = call();
  expect(caller?.known.map(({ name }) => name).sort()).toEqual(["Ada Tester", "Bob Tester"]);
  expect(caller?.open.map(({ number }) => number)).toContain(first.booking_number);
  expect(caller?.open).toHaveLength(2);
});

it("has begun an order on the website, until that ends or is booked", async () => {
  await world.db.write((tx) => insertDraft(tx, draftData({ address: "7 Begun Lane" }), world.clock.at, 1, []));
  expect(call()?.begun).toMatchObject([{ values: { address: "7 Begun Lane", firstName: "Ada", dumpsterSize: "20" } }]);
  world.clock.at = plus(world.clock.at, 2 * DAY);
  expect(call()?.begun).toEqual([]);
  const plan = world.db.sqlite
    .prepare(
      `explain query plan select id from booking_drafts where "data" ->> '$.contactInfo.phone' = ? and booking_id is null`,
    )
    .all("x") as { detail: string }[];
  expect(plan.map(({ detail }) => detail).join()).toContain("booking_drafts_phone");
});

it("has agreed to texts before only where they did, and their number has not said STOP since", async () => {
  const agreed = () => call()?.known.map((one) => one.agreedToTexts);
  await order({ smsConsent: true });
  expect(agreed()).toEqual([true]);
  await world.db.write((tx) => stopTexts(tx, world.deed(), "+14075550133", "customer"));
  expect(agreed()).toEqual([false]);
});

const ask = (changes: Partial<NewLead> = {}) =>
  world.db.write((tx) =>
    keepLead(tx, world.deed(), {
      kind: "call_back",
      name: "Bill Carver",
      phone: "(407) 555-0133",
      email: "bill@example.com",
      zip: "32720",
      message: "Roof tear-off in DeLand",
      ...changes,
    }),
  );

it("has asked to be called, and is that for 90 days after it was closed: once under each name, as they are reached now", async () => {
  const first = await ask();
  world.clock.at = plus(world.clock.at, DAY);
  const again = await ask({ name: "bill carver", email: "new@example.com", zip: "" });
  const other = await ask({ kind: "missed_call", name: "(407) 555-0133", email: "", zip: "" });
  const said = call();
  expect(said?.requests.map(({ id }) => id).sort()).toEqual([first.id, again.id, other.id].sort());
  expect(said?.asked).toEqual([
    {
      key: again.id,
      name: "bill carver",
      values: { firstName: "bill", lastName: "carver", email: "new@example.com", phone: "(407) 555-0133" },
    },
  ]);
  await world.db.write((tx) => {
    for (const { id } of [first, again, other]) moveLead(tx, world.deed(), id, "closed");
  });
  expect(call()).toMatchObject({ requests: [], asked: said?.asked });
  expect(
    call()
      ?.closed.map(({ id }) => id)
      .sort(),
  ).toEqual([first.id, again.id, other.id].sort());
  world.clock.at = plus(world.clock.at, 90 * DAY);
  expect(call()).toMatchObject({ requests: [], closed: [], asked: [] });
});

it("is the one who is known, whoever asked: the request is told all the same", async () => {
  await ask();
  await order();
  expect(call()).toMatchObject({
    known: [{ name: "Ada Tester" }],
    requests: [{ name: "Bill Carver" }],
    asked: [],
  });
});
