import { parse } from "node-html-parser";
import type { ComponentType } from "react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { bookings, rentalAgreements, serviceAreas } from "#db/schema/index";
import { day } from "~/domain/kernel/days";
import { prepareBooking } from "~/services/booking/prepare.server";
import type { Services } from "~/services.server";
import { AgreementStep } from "~/ui/booking/AgreementStep";
import { PaymentStep } from "~/ui/booking/PaymentStep";
import type { AgreementStepView, PaymentView } from "~/ui/booking/views";
import { changeSetting, draftData, openWorld, STAFF, type TestWorld } from "../../../tests/support/domain";
import { rendered } from "../../../tests/support/rendered";
import { fakeServices, Visitor, type Answer } from "../../../tests/support/visit";
import * as agreement from "./agreement";
import * as payment from "./payment";
import * as signing from "./sign-agreement";

/** An order of the office that was signed and cannot be delivered any more as it stands, on each page of its caller. */
let world: TestWorld;
let services: Services;
let me: Visitor;
let key: string;
let draft: string;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 3 } });
  services = fakeServices(world);
  me = new Visitor(services);
  const { contactInfo, cart, ...rest } = draftData();
  const order = { ...rest, ...contactInfo, lines: cart } as never;
  expect(await prepareBooking(services, order, world.deed(STAFF))).toMatchObject({ ok: true });
  const booking = world.db.orm.select().from(bookings).get();
  key = booking?.signing_key ?? "";
  draft = booking?.draft_id ?? "";
});
afterEach(() => world.close());

const closeItsDay = () => changeSetting(world, "holidays", [day("2026-12-03")]);
const viewOf = <V>({ data }: Answer) => (data as { view: V }).view;
const byKey = () => me.get(signing.loader, `/sign-agreement/${key}`, { sessionId: key });
const step = (name: "agreement" | "payment") =>
  me.get({ agreement, payment }[name].loader, `/book/${name}?draft=${draft}`);
const page = async <V>(part: ComponentType<{ view: V }>, answer: Answer) =>
  parse(await rendered(part, { view: viewOf<V>(answer) }));
const SIGNATURE = { signatureName: "Ada Tester", agree: "on" };
async function sign(): Promise<void> {
  const seen = viewOf<AgreementStepView>(await byKey()).contentSha256;
  const signed = await me.post(signing.action, `/sign-agreement/${key}`, { ...SIGNATURE, seen }, { sessionId: key });
  expect(signed.location).toBe(`/book/payment?draft=${draft}`);
}
const links = (root: ReturnType<typeof parse>) =>
  Object.fromEntries(root.querySelectorAll("a[href]").map((link) => [link.text, link.getAttribute("href")]));
const mayGoOn = (root: ReturnType<typeof parse>) => ({
  signs: root.querySelectorAll("[name=signatureName], [name=agree]").length > 0,
  pays: root.querySelectorAll("[name=cardConsent]").length > 0,
  goesOn: root.querySelector("button[value=continue]") !== null,
  toPayment: links(root)["Go on to payment"] !== undefined,
});
const NOTHING = { signs: false, pays: false, goesOn: false, toPayment: false };

describe("an order whose day was closed meanwhile", () => {
  it("is signed by nobody: its link leads to day and place by the link itself, without a cookie", async () => {
    const before = await page(AgreementStep, await byKey());
    expect(mayGoOn(before)).toEqual({ ...NOTHING, signs: true, goesOn: true });
    expect(links(before)["Change day and place"]).toBeUndefined();
    await closeItsDay();
    me = new Visitor(services);
    const answer = await byKey();
    expect(viewOf<AgreementStepView>(answer).signedUrl).toBeNull();
    const after = await page(AgreementStep, answer);
    expect(mayGoOn(after)).toEqual(NOTHING);
    const to = links(after)["Change day and place"];
    expect(to).toBe(`/sign-agreement/${key}?change=schedule`);
    const followed = await me.get(signing.loader, to ?? "", { sessionId: key });
    expect(followed.location).toBe(`/book/schedule?draft=${draft}`);
  });

  it("leads nobody on to the payment who has signed it, from either page, but to day and place", async () => {
    await sign();
    const before = await page(AgreementStep, await step("agreement"));
    expect(links(before)["Go on to payment"]).toBe(`/book/payment?draft=${draft}`);
    expect(mayGoOn(await page(PaymentStep, await step("payment")))).toEqual({ ...NOTHING, pays: true, goesOn: true });

    await closeItsDay();
    const pages = [
      await page<AgreementStepView>(AgreementStep, await step("agreement")),
      await page<PaymentView>(PaymentStep, await step("payment")),
    ];
    for (const after of pages) {
      expect(after.text).toContain("One thing to change first.");
      expect(mayGoOn(after)).toEqual(NOTHING);
      expect(links(after)["Change day and place"]).toBe(`/book/schedule?draft=${draft}`);
    }
    // Its link knows that it is signed, and leads to the page that says so.
    expect((await byKey()).location).toBe(`/book/payment?draft=${draft}`);
  });

  it("is told so before anything else, to a press of a page of before too: neither signed nor paid", async () => {
    const seen = viewOf<AgreementStepView>(await byKey()).contentSha256;
    await closeItsDay();
    const press = (hash: string) =>
      me.post(signing.action, `/sign-agreement/${key}`, { ...SIGNATURE, seen: hash }, { sessionId: key });
    // The order was changed as well: signing that is no help, so nobody is asked to read it again first.
    for (const hash of [seen, "older"])
      expect(await press(hash)).toMatchObject({
        status: 409,
        data: { fields: { "": expect.stringMatching(/Nothing was signed\. Change the day, the time or the place/) } },
      });
    expect(world.db.orm.select().from(rentalAgreements).all()).toEqual([]);
  });
});

it("an order that is too small for its area once its price is over is changed where its dumpsters are", async () => {
  await sign();
  world.db.orm.update(serviceAreas).set({ minimum_order: 90_000 }).run();
  const found = async () => viewOf<PaymentView>(await step("payment")).undeliverable;
  expect(await found()).toBeNull();
  world.db.sqlite.exec("update grants set ended_at = 1 where \"right\" = 'price'");
  expect(await found()).toMatchObject({
    why: expect.stringContaining("$900 before tax"),
    change: { to: `/book?draft=${draft}`, label: "Change the order" },
  });
});
