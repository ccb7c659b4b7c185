import { beforeEach, describe, expect, it } from "vitest";
import { eq, notInArray } from "drizzle-orm";
import { bookings, chargeAttempts, outbox } from "#db/schema/index";
import type { Booking } from "~/domain/booking/order/bookings.server";
import { describeCharge } from "~/domain/charges/customer-view.server";
import { applyCardCharge } from "~/domain/charges/due.server";
import { answerQuestion, questionCharge } from "~/domain/charges/question.server";
import type { Email } from "~/domain/messages/ports";
import { ADMIN } from "../../../tests/support/charge-cases";
import { chargesOf, due, hauled, look } from "../../../tests/support/charges";
import { setSoundWorld } from "../../../tests/support/sound";
import { fakeSms, type FakeSms } from "../../../tests/support/sms";
import { fakeServices } from "../../../tests/support/visit";
import type { Services } from "../../services.server";
import { runDueWork } from "../work/worker.server";

const world = setSoundWorld({ fleet: { 20: 3 } });
let services: Services;
let sms: FakeSms;
let mails: Email[];
let booking: Booking;
beforeEach(async () => {
  sms = fakeSms();
  mails = [];
  services = { ...fakeServices(world), sms, mail: { send: async (mail: Email) => void mails.push(mail) } };
  booking = await hauled(world, 4740, { smsConsent: true });
  await look(world, booking);
});
const charge = () => chargesOf(world, booking)[0]!;
async function send(...kinds: string[]): Promise<void> {
  world.db.orm.delete(outbox).where(notInArray(outbox.kind, kinds)).run();
  world.db.orm.update(outbox).set({ run_at: 0, created_at: 0 }).run();
  await runDueWork(services);
}

it.each([
  ["stands", { outcome: "upheld" }, "$143.85"],
  ["is less", { outcome: "lowered", amount: 11_760 }, "$117.60"],
] as const)(
  "the office's answer that it %s is told from the notice before it, by mail and by text",
  async (_, answer, asked) => {
    await send("mail.charge-notice", "sms.charge-notice");
    await world.db.write((tx) => questionCharge(tx, world.deed(), charge().id, "Why?"));
    await world.db.write((tx) =>
      answerQuestion(tx, world.deed(ADMIN), world.settings(), charge().id, "The scale stood dry.", answer),
    );
    await send("mail.charge-notice", "sms.charge-notice");
    expect(mails.map(({ subject }) => subject.replace(/^Booking \S+: /, ""))).toEqual([
      "$143.85 for extra weight: 1.37 tons",
      `our answer about ${asked} for extra weight: 1.37 tons`,
    ]);
    expect(mails[1]?.text).toMatch(/YOU ASKED, AND WE LOOKED AGAIN\s+The scale stood dry\./);
    expect(sms.sent.map(({ body }) => [/have answered/.test(body), /question it again/.test(body)])).toEqual([
      [false, false],
      [true, true],
    ]);
  },
);

describe("a card that was refused later", () => {
  it.each([
    ["declined", "expired_card", "Your Visa ending in 4242 has expired. $143.85"],
    ["declined", "insufficient_funds", "Your Visa ending in 4242 was declined. $143.85"],
    ["declined", "lost_card", "Your Visa ending in 4242 was declined. $143.85"],
    ["authenticate", "authentication_required", "Your bank wants you to confirm a charge"],
  ] as const)("is told as %s, %s", async (status, declineCode, said) => {
    world.db.orm.update(bookings).set({ card_brand: "visa", card_last4: "4242" }).run();
    await due(world, charge());
    const [attempt] = world.db.orm.select().from(chargeAttempts).where(eq(chargeAttempts.charge_id, charge().id)).all();
    const facts = { intentId: "pi_x", status, amount: 14_385, currency: "usd", attemptId: attempt!.id, declineCode };
    await world.db.write((tx) => applyCardCharge(tx, world.deed(), { ...facts, message: null }));
    await send("mail.balance-due", "sms.balance-due");
    expect([mails.length, sms.sent.length]).toEqual([1, 1]);
    for (const words of [mails[0]!.text, sms.sent[0]!.body]) expect(words).toContain(said);
    // The page gives the same reason.
    const [why] = said.split(" $");
    expect(describeCharge(world.db.orm, charge()).stands).toContain(`Not paid yet. ${why}`);
  });
});
