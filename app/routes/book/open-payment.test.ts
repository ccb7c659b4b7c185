import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { accessVersion } from "~/domain/access/access.server";
import { readDraftData } from "~/domain/booking/draft/data";
import { findDraft } from "~/domain/booking/draft/drafts.server";
import type { Id } from "~/domain/kernel/ids.server";
import { startCheckout } from "~/services/payments/checkout.server";
import { openWorld, signedBooking, type TestWorld } from "../../../tests/support/domain";
import { PROJECT, SCHEDULE } from "../../../tests/support/typed";
import { fakeServices, fakeStripe, Visitor, type FakeStripe } from "../../../tests/support/visit";
import * as project from "./project";
import * as schedule from "./schedule";

/** Somebody goes back to an earlier step while the card company's page is open in another tab. */
let world: TestWorld;
let stripe: FakeStripe;
let me: Visitor;
let draft: Id<"draft">;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 3 } });
  stripe = fakeStripe();
  const services = fakeServices(world, stripe);
  me = new Visitor(services);
  const booking = await signedBooking(world);
  if (!booking.draft_id) throw new Error("a signed booking has its draft");
  draft = booking.draft_id;
  expect(await startCheckout(services, world.deed(), booking.id)).toMatchObject({ ok: true });
  const cookie = services.cookies.write(`d_${draft}`, String(accessVersion(world.db.orm, { draftId: draft })), {
    maxAge: 3600,
  });
  const [name = "", value = ""] = (cookie.split(";")[0] ?? "").split("=");
  me.cookies.set(name, value);
});
afterEach(() => world.close());

const session = () => [...stripe.sessions.values()].map(({ status }) => status);
const kept = () => readDraftData(findDraft(world.db.orm, draft)?.data);
const STEPS = {
  "/book": { action: project.action, whole: { ...PROJECT, quantity: "2" }, wrong: { ...PROJECT, quantity: "9" } },
  "/book/schedule": {
    action: schedule.action,
    whole: { ...SCHEDULE, address: "9 Other Street" },
    wrong: { ...SCHEDULE, address: "" },
  },
} as const;

describe.each(["/book", "/book/schedule"] as const)("while the payment page is open: %s", (path) => {
  const { action, whole, wrong } = STEPS[path];
  const press = (fields: Record<string, string | string[]>) => me.post(action, `${path}?draft=${draft}`, fields);

  it("a form that is refused leaves it open", async () => {
    expect((await press(wrong)).status).toBe(400);
    expect(session()).toEqual(["open"]);
  });

  it("one that is right ends it, so that nobody pays for the former order", async () => {
    expect((await press(whole)).status).toBe(302);
    expect(session()).toEqual(["expired"]);
  });

  it("changes nothing while the card company cannot be asked, and shows what was typed", async () => {
    const before = kept();
    stripe.down = true;
    const { address, quantity } = { address: undefined, quantity: undefined, ...whole };
    expect(await press(whole)).toMatchObject({
      status: 503,
      data: { values: { ...(address && { address }), ...(quantity && { quantity }) } },
    });
    expect(kept()).toEqual(before);
  });
});
