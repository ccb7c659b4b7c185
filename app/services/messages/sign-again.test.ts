import { expect, it } from "vitest";
import type { DraftData } from "~/domain/booking/draft/data";
import { saveDraft } from "~/domain/booking/draft/drafts.server";
import { NO_RIGHTS } from "~/domain/booking/draft/grants";
import { getBooking } from "~/domain/booking/order/bookings.server";
import { prepareQuote } from "~/domain/booking/order/place.server";
import { correctPrepared, holdPrepared } from "~/domain/booking/order/prepared.server";
import type { StaffActor } from "~/domain/kernel/deed";
import { DAY, formatEnd, MINUTE, plus } from "~/domain/kernel/time.server";
import type { Email } from "~/domain/messages/ports";
import { countSegments } from "~/domain/messages/segments";
import { sendAnew } from "~/services/booking/send-again.server";
import { changeSetting, CUSTOMER, draftData, freshDraft, sign, STAFF, WEBSITE } from "../../../tests/support/domain";
import { fakeSms } from "../../../tests/support/sms";
import { setSoundWorld } from "../../../tests/support/sound";
import { fakeServices } from "../../../tests/support/visit";
import { runDueWork } from "../work/worker.server";

// What is sent of a prepared order that is not paid, signed or not: it promises no price and no dumpsters that are not theirs.
const world = setSoundWorld({ fleet: { 20: 9, 25: 9 } });
const staff = () => world.deed<StaffActor>(STAFF);
const OF_THE_DAY = "The price is that of the day you sign.";
const SET_ASIDE = "What you ordered is set aside for you when you start to pay.";

const signed = async () => {
  const order = await prepared();
  expect(await sign(world, freshDraft(world, order.id))).toMatchObject({ ok: true });
  return order;
};

async function prepared() {
  const sms = fakeSms();
  const mails: Email[] = [];
  const mail = { send: async (one: Email) => void mails.push(one) };
  const config = { ...world.config, publicUrl: `https://${WEBSITE}` };
  const services = { ...fakeServices(world), config, sms, mail };
  const until = plus(world.clock.at, 7 * DAY + 30 * MINUTE);
  const data = draftData({ deliveryDate: "2026-12-22", smsConsent: true });
  const { draft, booking } = await world.db.write((tx) => {
    const made = prepareQuote(tx, staff(), world.settings(), data, until);
    holdPrepared(tx, staff(), world.settings(), made.booking);
    return made;
  });
  const now = (changes: Partial<DraftData>) => ({ ...freshDraft(world, draft.id).data, ...changes });
  return {
    id: draft.id,
    ends: formatEnd(until),
    caller: (changes: Partial<DraftData>) =>
      world.db.write((tx) => saveDraft(tx, world.deed(CUSTOMER), draft.id, { data: now(changes) }, 14)),
    correct: (changes: Partial<DraftData>) =>
      world.db.write((tx) => {
        const { version: seen } = freshDraft(world, draft.id);
        const form = { mine: now(changes), seen, endOf: () => plus(world.clock.at, 9 * DAY), rights: NO_RIGHTS };
        return correctPrepared(tx, staff(), world.settings(), draft.id, form);
      }),
    sent: async () => {
      await world.db.write((tx) => sendAnew(tx, staff(), getBooking(tx, booking.id), "link"));
      await runDueWork(services);
      const text = sms.sent.at(-1)?.body ?? "";
      expect(countSegments(text)).toMatchObject({ encoding: "GSM-7", segments: 2 });
      return { to: mails.at(-1)?.to, mail: mails.at(-1)?.text ?? "", text };
    },
  };
}

it("names the end of the price where it is fixed, of all of it at once where it has one end", async () => {
  const order = await signed();
  const both = `This price is good ${order.ends}, and we hold what you ordered for you until then.`;
  expect((await order.sent()).mail).toContain(both);
  await order.correct({ address: "9 Palm Street" });
  const { mail, text } = await order.sent();
  expect(mail).toContain(both);
  expect(text).toMatch(/please sign again\. Its price is good until Dec 8, 9:30 am\. Go on here/);
});

it("names the end of the link alone where the price is that of the day, in mail and text", async () => {
  const order = await signed();
  await order.correct({ rentalDays: 14 });
  const { mail, text } = await order.sent();
  expect(mail).toContain(
    `The link works ${order.ends}, and we hold what you ordered for you until then. ${OF_THE_DAY}`,
  );
  expect(text).toMatch(new RegExp(`sign again\\. The link works until Dec 8, 9:30 am\\. ${OF_THE_DAY} Go on`));
  expect(`${mail} ${text}`).not.toContain("price is good");
});

it("names the hold's own end, and no hold that is for the order before", async () => {
  const order = await signed();
  await order.caller({ cart: [{ dumpsterSize: 25, quantity: 1, materialCategory: "general" }] });
  expect((await order.sent()).mail).toContain(`The link works ${order.ends}. ${OF_THE_DAY} ${SET_ASIDE}`);
  await order.correct({ cart: [{ dumpsterSize: 20, quantity: 1, materialCategory: "general" }] });
  await order.correct({ deliveryDate: "2026-12-07" });
  expect((await order.sent()).mail).toContain(
    `This price is good ${order.ends}. We hold what you ordered for you until December 7, 2026, 8:00 am.`,
  );
});

it("before the signature says what the page says: the order as its caller has made it, with no price or hold of another", async () => {
  const order = await prepared();
  const first = await order.sent();
  expect(first.mail).toContain(`This price is good ${order.ends}, and we hold what you ordered for you until then.`);
  expect(first.text).toMatch(/is ready\. Its price is good until Dec 8, 9:30 am\. Sign and pay here/);
  await order.caller({ cart: [{ dumpsterSize: 25, quantity: 1, materialCategory: "general" }] });
  const { mail, text } = await order.sent();
  expect(mail).toContain(`The link works ${order.ends}. ${OF_THE_DAY} ${SET_ASIDE}`);
  expect(mail).toMatch(/1 × 25-yard/);
  expect(text).toMatch(new RegExp(`is ready\\. The link works until Dec 8, 9:30 am\\. ${OF_THE_DAY} Go on here`));
  expect(`${mail} ${text}`).not.toMatch(/price is good|20-yard/);
  // As it was prepared, it is at its price and held.
  await order.caller({ cart: [{ dumpsterSize: 20, quantity: 1, materialCategory: "general" }] });
  expect((await order.sent()).mail).toBe(first.mail);
});

it("before the signature goes where the office said, whatever the caller has typed", async () => {
  const order = await prepared();
  const { contactInfo } = freshDraft(world, order.id).data;
  await order.caller({ contactInfo: { ...contactInfo, email: "eve@example.com", phone: "(407) 555-0199" } });
  expect(await order.sent()).toMatchObject({ to: contactInfo.email });
});

it("says that our agreement was changed where their order was not", async () => {
  const order = await signed();
  await changeSetting(world, "phone", "(407) 555-0100");
  const { mail, text } = await order.sent();
  expect(mail).toContain("our rental agreement was changed after you signed it; your booking is as it was.");
  expect(text).toContain("is as you signed it, but our agreement was changed: please sign again.");
  expect(`${mail} ${text}`).not.toContain("your booking was changed");
});
