import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openOf, owedBy, splitCredit, sumOfKind, totalOf, type Entry } from "./entries";

const entry = (kind: Entry["kind"], amount: number, tax = 0, id = 1): Entry => ({ id, kind, amount, tax });

describe("what is owed", () => {
  it.each<[string, Entry[], number]>([
    ["nothing before anything", [], 0],
    ["a charge with its tax", [entry("charge", 37900, 3032)], 40932],
    ["nothing once it is paid", [entry("charge", 37900, 3032), entry("payment", 40932)], 0],
    [
      "nothing after cancelling with a fee",
      [
        entry("charge", 37900, 3032),
        entry("payment", 40932),
        entry("credit", 37900, 3032),
        entry("charge", 4093),
        entry("refund", 36839),
      ],
      0,
    ],
    [
      "by us, when a refund came back",
      [entry("payment", 500), entry("refund", 500), entry("refund_failed", 500)],
      -500,
    ],
    ["again, when a dispute is lost", [entry("charge", 500), entry("payment", 500), entry("dispute", 500)], 500],
    [
      "nothing, when it is won",
      [entry("charge", 5), entry("payment", 5), entry("dispute", 5), entry("dispute_won", 5)],
      0,
    ],
    ["nothing, once it is written off", [entry("charge", 900), entry("write_off", 900)], 0],
  ])("%s", (_, entries, owed) => {
    expect(owedBy(entries)).toBe(owed);
  });

  it("is charges − credits − write-offs − (payments − refunds − disputes lost), whatever happened", () => {
    const one = fc.record({
      kind: fc.constantFrom<Entry["kind"]>("charge", "credit", "write_off", "payment", "refund", "dispute"),
      amount: fc.nat(100_000),
      tax: fc.nat(8_000),
      id: fc.nat(),
    });
    fc.assert(
      fc.property(fc.array(one, { maxLength: 30 }), (entries) => {
        const of = (kind: Entry["kind"]) => sumOfKind(entries, kind);
        expect(owedBy(entries)).toBe(
          of("charge") - of("credit") - of("write_off") - (of("payment") - of("refund") - of("dispute")),
        );
      }),
    );
  });
});

it("what is left of an entry is what no allocation has taken, from its own side", () => {
  const [payment, charge] = [entry("payment", 100, 0, 1), entry("charge", 80, 10, 2)];
  const allocations = [{ from_entry: 1, to_entry: 2, amount: 60 }];
  expect([openOf(payment, allocations), openOf(charge, allocations)]).toEqual([40, 30]);
});

describe("a charge that is taken back in parts", () => {
  it("ends at nothing, amount and tax alike, in however many parts", () => {
    const parts = fc.array(fc.integer({ min: 0, max: 60_000 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(parts, fc.integer({ min: 0, max: 25 }), (shares, percent) => {
        const total = shares.reduce((sum, share) => sum + share, 0);
        const tax = Math.floor((total * percent) / (100 + percent));
        const charge = { amount: total - tax, tax };
        const left = { ...charge };
        for (const share of shares) {
          const credit = splitCredit(share, charge, left);
          expect(totalOf(credit)).toBe(share);
          expect(Math.min(credit.amount, credit.tax)).toBeGreaterThanOrEqual(0);
          left.amount -= credit.amount;
          left.tax -= credit.tax;
        }
        expect(left).toEqual({ amount: 0, tax: 0 });
      }),
      { numRuns: 1_000 },
    );
  });

  it("is never taken back twice", () => {
    expect(() => splitCredit(91, { amount: 100, tax: 8 }, { amount: 83, tax: 7 })).toThrow("exceeds");
  });
});
