import { afterEach, beforeEach, expect, it } from "vitest";
import { customers } from "#db/schema/index";
import { prepareQuote } from "~/domain/booking/order/place.server";
import { getBooking } from "~/domain/booking/order/bookings.server";
import type { StaffActor } from "~/domain/kernel/deed";
import { HOUR, plus } from "~/domain/kernel/time.server";
import type { Email } from "~/domain/messages/ports";
import { allowOnAccount, payByCard } from "~/domain/payments/account.server";
import { choosePayment } from "~/services/booking/on-account.server";
import { sendAnew } from "~/services/booking/send-again.server";
import type { Services } from "~/services.server";
import { draftData, openWorld, STAFF, type TestWorld } from "../../../tests/support/domain";
import { fakeSms, type FakeSms } from "../../../tests/support/sms";
import { fakeServices } from "../../../tests/support/visit";
import { runDueWork } from "../work/worker.server";

let world: TestWorld;
let services: Services;
let sms: FakeSms;
let mails: Email[];
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 9 } });
  sms = fakeSms();
  mails = [];
  services = { ...fakeServices(world), sms, mail: { send: async (mail: Email) => void mails.push(mail) } };
});
afterEach(() => world.close());

const staff = () => world.deed<StaffActor>(STAFF);
/** An order for a customer with terms, or without (null). */
const prepare = async (terms_days: number | null = 30) => {
  const until = plus(world.clock.at, 48 * HOUR);
  const data = draftData({ deliveryDate: "2026-12-10", smsConsent: true });
  const made = await world.db.write((tx) => prepareQuote(tx, staff(), world.settings(), data, until));
  if (terms_days !== null) world.db.orm.update(customers).set({ terms_days, credit_limit: 1000_00 }).run();
  return made;
};

it("what asks for the signature says how this very order is paid: on the company's account, or by card", async () => {
  const made = await prepare(null);
  world.db.orm.update(customers).set({ terms_days: 30, credit_limit: 1000_00 }).run();
  const booking = () => getBooking(world.db.orm, made.booking.id);
  const said = async () => {
    await world.db.write((tx) => sendAnew(tx, staff(), booking(), "link"));
    await runDueWork(services);
    const mail = mails.at(-1);
    return [
      mail?.subject.replace(/.*: /, ""),
      `${mail?.text} ${mail?.html}`,
      withoutStop(sms.sent.at(-1)?.body),
    ] as const;
  };
  // Only the first text to a number has it.
  const withoutStop = (body = "") => body.replace(/ Reply STOP to opt out, HELP for help\.$/, "");

  // Terms alone change nothing: the office decides how an order is paid.
  const card = await said();
  expect(card[0]).toBe("please sign and pay");
  expect(card[1]).toContain("pay by card");
  expect(card[2]).toContain("Sign and pay here");

  expect(await world.db.write((tx) => allowOnAccount(tx, staff(), world.settings(), booking()))).toEqual({ ok: true });
  const [subject, mail, text] = await said();
  expect(subject).toBe("please sign");
  expect(mail).toContain("it goes on your account with us when you sign, to be paid within 30 days of the invoice.");
  expect(mail).not.toMatch(/\bcard\b|\bsign, and pay\b|start to pay/i);
  expect(text).toContain("It goes on your account. Sign here");

  await world.db.write((tx) => payByCard(tx, staff(), made.draft));
  expect(await said()).toEqual([card[0], card[1], card[2]]);
});

it("goes out again when the office changes how the order is paid, once; one that still waits says it by itself", async () => {
  const made = await prepare();
  const choose = async (by: "account" | "card") => {
    const prepared = { draft: made.draft, booking: getBooking(world.db.orm, made.booking.id) };
    expect(await choosePayment(services, staff(), prepared, by)).toBeNull();
    await runDueWork(services);
    return [mails.map(({ subject }) => subject.replace(/.*: /, "")), sms.sent.length];
  };
  await world.db.write((tx) => sendAnew(tx, staff(), made.booking, "link"));
  expect(await choose("account")).toEqual([["please sign"], 1]);
  expect(await choose("account")).toEqual([["please sign"], 1]);
  expect(await choose("card")).toEqual([["please sign", "please sign and pay"], 2]);
});
