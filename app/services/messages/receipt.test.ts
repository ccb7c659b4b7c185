import { afterEach, beforeEach, expect, it } from "vitest";
import type { Email } from "~/domain/messages/ports";
import { giveBack, recordPaidOut } from "~/domain/payments/give-back.server";
import { recordReceipt } from "~/domain/payments/receipts.server";
import { openWorld, paidBooking, type TestWorld } from "../../../tests/support/domain";
import { admin, onAccount } from "../../../tests/support/money";
import { fakeServices } from "../../../tests/support/visit";
import type { Services } from "~/services.server";
import { runDueWork } from "../work/worker.server";

let world: TestWorld;
let sent: Email[];
let services: Services;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 3 } });
  sent = [];
  services = {
    ...fakeServices(world),
    pdf: { render: async () => Buffer.from("%PDF-") },
    files: { write: async () => undefined, read: async () => Buffer.from("%PDF-") },
    mail: { send: async (mail: Email) => void sent.push(mail) },
  } as unknown as Services;
});
afterEach(() => world.close());

const mailOf = async (subject: string): Promise<string> => {
  await runDueWork(services);
  return sent.find((mail) => mail.subject.includes(subject))?.text ?? expect.fail(`no mail "${subject}"`);
};

it("a receipt says what came, what it paid and what is still open, without the words of our own deposit", async () => {
  const one = await onAccount(world);
  const other = await onAccount(world, { deliveryDate: "2026-12-12" });
  const receipt = { method: "check", amount: 500_00, reference: "1042", deposit_batch: "B7 (Maria)" } as const;
  await world.db.write((tx) => recordReceipt(tx, admin(world), one.customer_id, receipt, { seen: 818_64 }));
  const text = await mailOf("Receipt for $500.00");
  for (const words of [
    "Check 1042",
    `${one.booking_number}: $409.32, nothing is open`,
    `${other.booking_number}: $90.68, $318.64 still open`,
  ])
    expect(text).toContain(words);
  expect(text).not.toContain("Maria");
});

it("one of more than was owed says how much, and how to have it back", async () => {
  const one = await onAccount(world);
  const receipt = { method: "cash", amount: 500_00, reference: null, deposit_batch: null } as const;
  await world.db.write((tx) => recordReceipt(tx, admin(world), one.customer_id, receipt, { seen: 409_32 }));
  expect(await mailOf("Receipt for $500.00")).toContain("This is $90.68 more than you owed.");
});

it("a refund by check is told as one: no bank and no card are named", async () => {
  const { id } = await paidBooking(world);
  const charge = world.db.sqlite.prepare("select id from charges").pluck().get() as string;
  const given = await world.db.write((tx) =>
    giveBack(tx, admin(world), id, { chargeId: charge, amount: 50_00, way: "check", reason: "test", left: 409_32 }),
  );
  const [refund] = given.ok ? given.refunds : [];
  const paid = { reference: "2001", deposit_batch: null };
  await world.db.write((tx) => recordPaidOut(tx, admin(world), refund?.id ?? "", paid));
  const text = await mailOf("your refund check is on its way");
  expect(text).toContain("Paid by check 2001");
  expect(text).not.toMatch(/Visa|your bank/);
});
