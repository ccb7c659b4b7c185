import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { bookingDrafts, bookings } from "#db/schema/index";
import { findDraft, saveDraft, startDraft } from "~/domain/booking/draft/drafts.server";
import { sameAgain } from "~/domain/booking/customer/same-again.server";
import { CUSTOMER } from "~/http/access/draft.server";
import { prepareBooking } from "~/services/booking/prepare.server";
import type { Services } from "~/services.server";
import { draftData, openWorld, paidBooking, STAFF, type TestWorld } from "../../../tests/support/domain";
import { fakeServices, Visitor } from "../../../tests/support/visit";
import * as agreement from "./agreement";
import * as changes from "./changes-json";
import * as project from "./project";
import * as schedule from "./schedule";
import * as signing from "./sign-agreement";

let world: TestWorld;
let services: Services;
let caller: Visitor;
beforeEach(async () => {
  world = await openWorld({ fleet: { 15: 3, 20: 3 } });
  services = fakeServices(world);
  caller = new Visitor(services);
});
afterEach(() => world.close());

const [CODE, OTHER] = ["#7391", "#1111"] as const;
/** What a script would read of an answer. */
const read =
  (loader: typeof changes.loader) =>
  async (args: Parameters<typeof changes.loader>[0]): Promise<unknown> =>
    (await loader(args)).json();
const draft = () => {
  const row = world.db.orm.select({ id: bookingDrafts.id }).from(bookingDrafts).get();
  const found = row && findDraft(world.db.orm, row.id);
  if (!found) throw new Error("no draft");
  return found;
};

describe("the gate code of an order that the office prepared", () => {
  const { contactInfo, cart, ...rest } = draftData();
  const typed = { ...rest, ...contactInfo };
  beforeEach(async () => {
    const made = await prepareBooking(services, { ...typed, lines: cart, gateCode: CODE } as never, world.deed(STAFF));
    if (!made.ok) throw new Error(JSON.stringify(made.fields));
    const key = world.db.orm.select().from(bookings).get()?.signing_key ?? "";
    await caller.get(signing.loader, `/sign-agreement/${key}?change=schedule`, { sessionId: key });
  });
  const at = (step: string) => `/book/${step}?draft=${draft().id}`;

  it("stands on no page of the caller's, and in no answer to what they ask or forge", async () => {
    const data = { ...draft().data, gateCode: OTHER };
    await world.db.write((tx) => saveDraft(tx, world.deed(STAFF), draft().id, { data }, 30));
    const answers = [
      await caller.get(schedule.loader, at("schedule")),
      await caller.get(project.loader, `/book?draft=${draft().id}`),
      await caller.get(agreement.loader, at("agreement")),
      await caller.get(read(changes.loader), `/book/changes.json?draft=${draft().id}&seen=0`),
      await caller.post(schedule.action, at("schedule"), { "take-gateCode": "theirs" }),
      await caller.post(project.action, `/book?draft=${draft().id}`, { "take-gateCode": "theirs", dumpsterSize: "" }),
    ];
    expect(answers.map(({ status }) => status < 500)).toEqual(answers.map(() => true));
    expect(answers[3]?.data).toEqual({ words: [] });
    expect(JSON.stringify(answers.map(({ data }) => data))).not.toMatch(/7391|1111/);
    expect(draft().data.gateCode).toBe(OTHER);
  });

  it("is not taken to another place by the caller, who does not see it; the office, who does, may keep it", async () => {
    const move = (by: typeof CUSTOMER, address: string) =>
      world.db.write((tx) => saveDraft(tx, world.deed(by), draft().id, { data: { ...draft().data, address } }, 30));
    await move(STAFF, "123 Main Street, rear");
    expect(draft().data.gateCode).toBe(CODE);
    await move(CUSTOMER, "9 Other Street");
    expect(draft().data).toMatchObject({ address: "9 Other Street", gateCode: "" });
  });
});

it("booking the same again takes the gate code along, but to no other place", async () => {
  const booking = { ...(await paidBooking(world)), gate_code: CODE };
  const again = await startDraft(world.db, sameAgain(world.db.orm, world.settings(), booking), world.clock.at, 30);
  const now = () => findDraft(world.db.orm, again.id)?.data;
  const type = (typed: object) =>
    world.db.write((tx) =>
      saveDraft(tx, world.deed(CUSTOMER), again.id, { data: { ...again.data, ...now(), ...typed } }, 30),
    );
  await type({ deliveryDate: "2026-12-15" });
  expect(now()?.gateCode).toBe(CODE);
  await type({ zip: "32803" });
  expect(now()).toMatchObject({ zip: "32803", gateCode: "" });
});
