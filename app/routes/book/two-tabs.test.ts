import { afterEach, beforeEach, expect, it } from "vitest";
import { eq } from "drizzle-orm";
import { bookingDrafts, events } from "#db/schema/index";
import { readDraftData } from "~/domain/booking/draft/data";
import type { Services } from "~/services.server";
import { openWorld, type TestWorld } from "../../../tests/support/domain";
import { fakeServices, fakeStripe, Visitor, type Answer, type FakeStripe } from "../../../tests/support/visit";
import * as agreement from "./agreement";
import * as payment from "./payment";
import * as project from "./project";
import * as schedule from "./schedule";
import { PROJECT, SCHEDULE } from "../../../tests/support/typed";

/**
 * Two tabs of one browser: one waits for the card company while the other goes on, and its answer has not arrived yet.
 */
let world: TestWorld;
let services: Services;
let stripe: FakeStripe;
let me: Visitor;
let meanwhile: (() => Promise<unknown>) | null;
beforeEach(async () => {
  world = await openWorld({ fleet: { 15: 3, 20: 3 } });
  stripe = fakeStripe();
  const { expireSession } = stripe;
  stripe.expireSession = async (id) => {
    const other = meanwhile;
    meanwhile = null;
    await other?.();
    return expireSession(id);
  };
  meanwhile = null;
  services = fakeServices(world, stripe);
  me = new Visitor(services);
});
afterEach(() => world.close());

const draftOf = (answer: Answer) => new URL(answer.location ?? "", "http://localhost").searchParams.get("draft") ?? "";
const stored = () => {
  const row = world.db.orm.select().from(bookingDrafts).get();
  return { data: readDraftData(row?.data), stepsDone: row?.steps_done };
};

/** A draft with a booking and an open payment page, which every change of its order ends first. */
async function toOpenPage(): Promise<string> {
  const draft = draftOf(await me.post(project.action, "/book", PROJECT));
  await me.post(schedule.action, `/book/schedule?draft=${draft}`, SCHEDULE);
  const { contentSha256 } = (
    (await me.get(agreement.loader, `/book/agreement?draft=${draft}`)).data as { view: { contentSha256: string } }
  ).view;
  await me.post(agreement.action, `/book/agreement?draft=${draft}`, {
    signatureName: "Ada Tester",
    agree: "on",
    seen: contentSha256,
  });
  expect((await me.post(payment.action, `/book/payment?draft=${draft}`, { cardConsent: "on" })).status).toBe(303);
  return draft;
}
function otherTab(): Visitor {
  const tab = new Visitor(services);
  for (const [name, value] of me.cookies) tab.cookies.set(name, value);
  return tab;
}

it("a project that waits for the card company puts back nothing of the other step, and its browser goes on", async () => {
  const draft = await toOpenPage();
  meanwhile = () =>
    otherTab().post(schedule.action, `/book/schedule?draft=${draft}`, {
      ...SCHEDULE,
      email: "new@example.com",
      address: "9 New Street",
      intent: "update",
    });
  const answer = await me.post(project.action, `/book?draft=${draft}`, { ...PROJECT, dumpsterSize: "15" });
  expect(answer.location).toBe(`/book/schedule?draft=${draft}`);
  expect(stored()).toMatchObject({
    data: { dumpsterSize: 15, address: "9 New Street", contactInfo: { email: "new@example.com" } },
    stepsDone: ["agreement", "project"],
  });
  expect(world.db.orm.select().from(events).where(eq(events.action, "links_ended")).all()).toHaveLength(1);
  expect((await me.get(schedule.loader, answer.location ?? "")).status).toBe(200);
});

it("a schedule that waits for it puts back nothing of the project", async () => {
  const draft = await toOpenPage();
  meanwhile = () =>
    world.db.write((tx) =>
      tx
        .update(bookingDrafts)
        .set({
          data: { ...stored().data, dumpsterSize: 15, wasteTypes: ["drywall"] },
          steps_done: ["schedule", "agreement"],
        })
        .run(),
    );
  await me.post(schedule.action, `/book/schedule?draft=${draft}`, { ...SCHEDULE, deliveryDate: "2026-12-04" });
  expect(stored()).toMatchObject({
    data: { dumpsterSize: 15, wasteTypes: ["drywall"], deliveryDate: "2026-12-04" },
    stepsDone: ["agreement", "schedule"],
  });
});

it("a line is not removed from an order that the other tab changed while this one waited", async () => {
  const draft = await toOpenPage();
  const line = { dumpsterSize: 20, quantity: 1, materialCategory: "general" };
  const put = (cart: (typeof line)[]) =>
    world.db.write((tx) =>
      tx
        .update(bookingDrafts)
        .set({ data: { ...stored().data, cart } })
        .run(),
    );
  await put([line]);
  meanwhile = () => put([{ ...line, dumpsterSize: 15 }, line]);
  const answer = await me.post(project.action, `/book?draft=${draft}`, {
    ...PROJECT,
    intent: "remove:0",
    cartSeen: "1x20general",
  });
  expect(answer).toMatchObject({
    status: 400,
    data: { fields: { "": expect.stringContaining("another tab") as string } },
  });
  expect(stored().data.cart.map(({ dumpsterSize }) => dumpsterSize)).toEqual([15, 20]);
});
