import { expect, it } from "vitest";
import { listPapers } from "../documents/papers.server";
import { statementHtml } from "../documents/statement-html";
import { listCustomerTimeline } from "../records/customer-timeline.server";
import { readLedger } from "../payments/ledger.server";
import { paidBooking, STAFF } from "../../../tests/support/domain";
import { chargesOf, due, hauled, look, tell as tellOf } from "../../../tests/support/charges";
import { admin, disputeFacts, moneyIn, onAccount, paymentOf, tell } from "../../../tests/support/money";
import { setSoundWorld } from "../../../tests/support/sound";
import { cancelBooking, previewCancellation } from "../changes/cancel.server";
import { getBooking, type Booking } from "../booking/order/bookings.server";
import { day } from "../kernel/days";
import type { StaffActor } from "../kernel/deed";
import { HOUR, instantAt, plus } from "../kernel/time.server";
import { giveBack, listGivable, recordPaidOut, refundAgain } from "../payments/give-back.server";
import type { RefundFacts } from "../payments/ports";
import { applyRefundFacts } from "../payments/refunds.server";
import { readStatus } from "../records/status.server";
import { listUnpaid } from "./charges.server";
import { addByHand } from "./office.server";
import { answerQuestion, questionCharge } from "./question.server";
import { readStatement, sumsOf } from "./statement.server";

const world = setSoundWorld({ fleet: { 20: 3 } });
const orm = () => world.db.orm;

it("a statement says first what something cost, then what was taken back of it, then the money, and adds up", async () => {
  const { id } = await paidBooking(world);
  world.clock.at = instantAt(day("2026-12-02"), 9);
  const shown = previewCancellation(orm(), world.settings(), id, null, world.clock.at);
  if (!shown.ok) throw new Error(shown.code);
  await world.db.write((tx) => cancelBooking(tx, world.deed(), world.settings(), id, null, shown.fee));
  const statement = readStatement(orm(), getBooking(orm(), id));
  expect(statement.rows.map(({ label }) => label.split(":")[0])).toEqual([
    "Rental",
    "Paid",
    "Cancellation fee",
    "Taken back",
    "Goes back to you (approved)",
  ]);
  expect(statement.rows.reduce((sum, { cents }) => sum + cents, 0)).toBe(statement.owed);
  expect(statement.owed).toBe(readLedger(orm(), id).owed);
  // $409.32 was paid; the fee is a fifth of it, the rest is going back.
  expect(statement.sums).toEqual([
    { label: "Your rental came to", cents: 8_186, said: "$81.86" },
    { label: "You paid, less what went back", cents: 8_186, said: "$81.86" },
    { label: "Still open", cents: 0, said: "$0.00" },
  ]);
});

it("a refund is paid back once it has succeeded; one that failed is said as the booking's page says it", async () => {
  const { id } = await paidBooking(world);
  await world.db.write((tx) => {
    const shown = previewCancellation(tx, world.settings(), id, null, world.clock.at);
    cancelBooking(tx, world.deed(), world.settings(), id, null, shown.ok ? shown.fee : 0);
  });
  const [refund = expect.fail("no refund")] = readLedger(orm(), id).refunds;
  const become = (status: RefundFacts["status"]) =>
    world.db.write((tx) => {
      const facts = { refundId: "re_1", paymentIntentId: "pi_1", amount: refund.amount, failureReason: null };
      applyRefundFacts(tx, world.deed(), refund, { ...facts, status });
    });
  const read = () => {
    const { rows, open } = readStatement(orm(), getBooking(orm(), id));
    return [...rows.slice(rows.findIndex(({ label }) => /back to you/.test(label))).map(({ label }) => label), open];
  };
  expect(read()).toEqual(["Goes back to you (approved)", null]);
  await become("pending");
  expect(read()).toEqual(["Goes back to you (sent to your bank)", null]);
  await become("succeeded");
  expect(read()).toEqual(["Paid back to you", null]);
  world.clock.at = plus(world.clock.at, HOUR);
  await become("failed");
  const page = readStatus(orm(), getBooking(orm(), id), { refundStates: true, now: world.clock.at }).more;
  expect(read()).toEqual(["Sent back to you", "Came back from your bank", page.replace(/ We keep .*/, "")]);
});

const said = (booking: Booking) => {
  const { open, sums } = readStatement(orm(), getBooking(orm(), booking.id));
  return [open, sums.map((sum) => `${sum.label} ${sum.said}`)];
};

it("what could not go back is said beside what is asked, which is what the page asks", async () => {
  const booking = await paidBooking(world, { deliveryDate: "2026-12-10" });
  const [{ charge, left } = expect.fail("nothing")] = listGivable(orm(), booking.id);
  const wish = { chargeId: charge.id, amount: 100_00, way: "same", reason: "sorry", left } as const;
  const given = await world.db.write((tx) => giveBack(tx, admin(world), booking.id, wish));
  const [refund = expect.fail("not given")] = given.ok ? given.refunds : [];
  const came = { refundId: "re_1", status: "failed", amount: 100_00, paymentIntentId: null } as const;
  await world.db.write((tx) => applyRefundFacts(tx, world.deed(), refund, { ...came, failureReason: "closed" }));
  const permit = { unitId: null, kind: "permit", amount: 143_85, words: "Permit", note: "city" } as const;
  const made = await world.db.write((tx) =>
    addByHand(tx, world.deed<StaffActor>(STAFF), world.settings(), booking.id, { ...permit, photos: [] }),
  );
  if (!made.ok) throw new Error(made.code);
  await due(world, made.charge);
  expect(listUnpaid(orm(), booking.id)).toMatchObject([{ open: 143_85 }]);
  expect(said(booking)).toEqual([
    "$143.85 is still to be paid. $100.00 could not go back to your card: we will call you and pay it another way.",
    ["Your rental came to $453.17", "You paid $409.32", "Still to go back to you $100.00", "Still open $143.85"],
  ]);
});

const paidOut = (refund: string) =>
  world.db.write((tx) => recordPaidOut(tx, admin(world), refund, { reference: "501", deposit_batch: null }));

it("what was paid too much is offered and not on its way; given back by check it has gone once the check has", async () => {
  const booking = await onAccount(world);
  await moneyIn(() => world).check(booking, 479_32);
  expect(said(booking)).toEqual([
    "You paid $70.00 more than you owed: call us if you would like it back.",
    ["Your rental came to $409.32", "You paid $479.32", "More than you owed $70.00"],
  ]);
  const wish = { chargeId: null, amount: 50_00, way: "check", reason: "too much", left: 70_00 } as const;
  const given = await world.db.write((tx) => giveBack(tx, admin(world), booking.id, wish));
  expect(said(booking)).toEqual([
    "$50.00 goes back by check; we write when it is out. You paid $20.00 more than you owed: call us if you would like it back.",
    ["Your rental came to $409.32", "You paid $479.32", "More than you owed $20.00", "Still to go back to you $50.00"],
  ]);
  const [refund = expect.fail("not given")] = given.ok ? given.refunds : [];
  expect(await paidOut(refund.id)).toMatchObject({ ok: true });
  expect(said(booking)[1]).toEqual([
    "Your rental came to $409.32",
    "You paid, less what went back $429.32",
    "More than you owed $20.00",
  ]);
});

it("a refund that failed and is taken up as a check is still to go back, as its booking's page says", async () => {
  const booking = await paidBooking(world);
  await world.db.write((tx) => {
    const shown = previewCancellation(tx, world.settings(), booking.id, null, world.clock.at);
    cancelBooking(tx, world.deed(), world.settings(), booking.id, null, shown.ok ? shown.fee : 0);
  });
  const [{ id, amount } = expect.fail("no refund")] = readLedger(orm(), booking.id).refunds;
  const failed = { refundId: "re_1", status: "failed", amount, paymentIntentId: null, failureReason: null } as const;
  await world.db.write((tx) => applyRefundFacts(tx, world.deed(), { id }, failed));
  const again = await world.db.write((tx) => refundAgain(tx, admin(world), id, { to: "check" }));
  const [open, sums] = said(getBooking(orm(), booking.id));
  expect(open).toMatch(/^\$\d+\.\d\d goes back by check; we write when it is out\.$/);
  const page = readStatus(orm(), getBooking(orm(), booking.id), { refundStates: true, now: world.clock.at }).more;
  expect(page.replace(/ We keep .*/, "")).toBe(open);
  expect(sums).toContain("You paid $409.32");
  if (!again.ok || !again.refund) throw new Error("not taken up");
  expect(await paidOut(again.refund.id)).toMatchObject({ ok: true });
  expect(said(booking)[0]).toBe(null);
});

it("nobody is asked for what a bank holds, nor is it said to have gone back; what waits for it is still to go back", async () => {
  const booking = await paidBooking(world, { deliveryDate: "2026-12-10" });
  const bank = (state: "needs_response" | "lost") =>
    tell(world, disputeFacts(paymentOf(world, booking.id), { amount: 100_00, withdrawn: 100_00, state }));
  await bank("needs_response");
  expect(said(booking)).toEqual([
    "Your bank decides about $100.00 of what you paid.",
    ["Your rental came to $409.32", "You paid $409.32", "Your bank decides about $100.00"],
  ]);
  await world.db.write((tx) => cancelBooking(tx, world.deed(), world.settings(), booking.id, null, 0));
  expect(said(booking)).toEqual([
    "$409.32 goes back to your card once your bank has decided about the payment.",
    [
      "Your rental came to $0.00",
      "You paid $409.32",
      "Your bank decides about $100.00",
      "Still to go back to you $409.32",
    ],
  ]);
  await bank("lost");
  expect(said(booking)).toEqual([
    null,
    ["Your rental came to $0.00", "You paid, less what went back $0.00", "Still open $0.00"],
  ]);
});

it.each([
  ["more is owed", { kind: "charge", amount: 14_385 }, ["$553.17", "$409.32", "$143.85"], "Still open"],
  ["we owe it", { kind: "credit", amount: 5_000 }, ["$359.32", "$409.32", "$50.00"], "More than you owed"],
  [
    "the bank took it",
    { kind: "dispute", amount: 40_932 },
    ["$409.32", "$409.32", "$409.32"],
    "Your bank gave back to you",
  ],
  ["it is let be", { kind: "write_off", amount: 0 }, ["$409.32", "$409.32", "$0.00"], "Still open"],
] as const)("the sums of a statement add up where %s", (_, more, said, last) => {
  const sums = sumsOf(
    [
      { kind: "charge", amount: 37_900, tax: 3_032 },
      { kind: "payment", amount: 40_932, tax: 0 },
      { ...more, tax: 0 },
    ],
    { lost: more.kind === "dispute" ? more.amount : 0 },
  );
  expect(sums.map((sum) => sum.said)).toEqual(said);
  expect(sums.at(-1)?.label).toBe(last);
});

it("the printed one has every line, every paper and nothing that runs", () => {
  const html = statementHtml({
    business: {
      name: "Sunline",
      legalName: "",
      phone: "(407) 555-0100",
      email: "a@b.c",
      addressLines: [],
      website: "",
    },
    bookingNumber: "DMP-2026-000001",
    customer: { name: "<script>alert(1)</script>", email: "", phone: "" },
    serviceAddress: ["1 Main Street"],
    asOf: day("2026-12-02"),
    name: "Statement so far",
    rows: Array.from({ length: 300 }, (_, i) => ({ when: "Dec 2", label: `Line ${i}`, cents: 100 })),
    sums: [{ label: "Still to go back to you", cents: 500 }],
    open: "$5.00 goes back by check; we write when it is out.",
    tickets: ["Ticket 1"],
    papers: ["Invoice INV-2026-000001", "Credit note CRN-2026-000001"],
  });
  expect(html.match(/Line \d+/g)).toHaveLength(300);
  for (const words of ["Statement so far", "CRN-2026-000001", "Still to go back to you", "Ticket 1"])
    expect(html).toContain(words);
  expect(html).not.toContain("<script>alert");
});

it("the customer's history has their question and our answer, in their order", async () => {
  const booking = await hauled(world, 4740);
  await look(world, booking);
  const [charge = expect.fail("no charge")] = chargesOf(world, booking);
  await tellOf(world, charge);
  await world.db.write((tx) => questionCharge(tx, world.deed(), charge.id, "Was it really that heavy?"));
  world.clock.at = instantAt(day("2027-01-05"), 9);
  await world.db.write((tx) =>
    answerQuestion(tx, world.deed(STAFF), world.settings(), charge.id, "Yes: the ticket says so.", {
      outcome: "upheld",
    }),
  );
  const words = listCustomerTimeline(orm(), booking).map((row) => row.words);
  const asked = words.findIndex((one) => one.endsWith("Was it really that heavy?"));
  const answered = words.findIndex((one) => one.endsWith("Yes: the ticket says so."));
  expect([answered >= 0, asked > answered]).toEqual([true, true]);
  expect(words[asked]).toContain("You asked about “Extra weight");
  expect(listPapers(orm(), booking.id)).toHaveLength(1);
});

it("of several dumpsters each ticket says whose it is", async () => {
  const cart = [{ dumpsterSize: 20, quantity: 2, materialCategory: "general" }] as const;
  const ticketOf = async (changes: Parameters<typeof hauled>[2]) =>
    readStatement(orm(), getBooking(orm(), (await hauled(world, 4740, changes)).id)).tickets[0];
  expect(await ticketOf({})).toMatch(/^(?!Dumpster)/);
  expect(await ticketOf({ cart: [...cart] })).toMatch(/^Dumpster 1: /);
});
