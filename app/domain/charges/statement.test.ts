import { expect, it } from "vitest";
import { listPapers } from "../documents/papers.server";
import { statementHtml } from "../documents/statement-html";
import { listCustomerTimeline } from "../records/customer-timeline.server";
import { readLedger } from "../payments/ledger.server";
import { paidBooking, STAFF } from "../../../tests/support/domain";
import { chargesOf, hauled, look, tell } from "../../../tests/support/charges";
import { setSoundWorld } from "../../../tests/support/sound";
import { cancelBooking, previewCancellation } from "../changes/cancel.server";
import { getBooking } from "../booking/order/bookings.server";
import { day } from "../kernel/days";
import { instantAt } from "../kernel/time.server";
import { answerQuestion, questionCharge } from "./question.server";
import { readStatement } from "./statement.server";

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
    "Paid back to you",
  ]);
  expect(statement.rows.reduce((sum, { cents }) => sum + cents, 0)).toBe(statement.owed);
  expect(statement.owed).toBe(readLedger(orm(), id).owed);
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
    isFinal: false,
    rows: Array.from({ length: 300 }, (_, i) => ({ when: "Dec 2", label: `Line ${i}`, cents: 100 })),
    owed: -500,
    open: "$5.00 is still on its way back to you.",
    tickets: ["Ticket 1"],
    papers: ["Invoice INV-2026-000001", "Credit note CRN-2026-000001"],
  });
  expect(html.match(/Line \d+/g)).toHaveLength(300);
  for (const words of ["Statement so far", "CRN-2026-000001", "Still on its way to you", "Ticket 1"])
    expect(html).toContain(words);
  expect(html).not.toContain("<script>alert");
});

it("the customer's history has their question and our answer, in their order", async () => {
  const booking = await hauled(world, 4740);
  await look(world, booking);
  const [charge = expect.fail("no charge")] = chargesOf(world, booking);
  await tell(world, charge);
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
