import fc from "fast-check";
import { expect, it } from "vitest";
import { day } from "../../kernel/days";
import { HOUR, instantAt, plus } from "../../kernel/time.server";
import type { MaterialId } from "../../pricing/types";
import { covers, factsFor, type GrantableOrder, type Right } from "./grants";

const NOW = instantAt(day("2026-12-01"), 9);
const RIGHTS: Right[] = ["consultation", "full_window", "price", "on_account", "exempt"];

// Few of each, so that two orders often differ in one thing alone.
const line = fc.record({
  size: fc.constantFrom(20, 25),
  quantity: fc.constantFrom(1, 2),
  material: fc.constantFrom<MaterialId>("general", "electronics", "special"),
  rentalDays: fc.constantFrom(7, 10),
});
const order: fc.Arbitrary<GrantableOrder> = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 2 }),
  zip: fc.constantFrom("32801", "34741"),
  deliveryDate: fc.constantFrom("2026-12-03", "2026-12-04"),
  deliveryTime: fc.constantFrom("morning", "afternoon"),
  contact: fc.tuple(
    fc.constantFrom("", "ada@example.com", "bo@example.com"),
    fc.constantFrom("+14075550133", "+14075550134"),
  ),
});

/** What each right is given for (domain.md, 4.25), as a person would say it; equal for two orders exactly when it holds for both. */
const said: Record<Right, (order: GrantableOrder) => unknown> = {
  consultation: ({ lines }) =>
    ["electronics", "special"].filter((material) => lines.some((one) => one.material === material)),
  full_window: ({ lines, deliveryDate, deliveryTime }) => [
    deliveryDate,
    deliveryTime,
    lines.map(({ size, quantity, material }) => [size, quantity, material]),
  ],
  price: ({ lines, zip }) => [zip, lines],
  on_account: ({ lines, zip, contact }) => [zip, lines, contact],
  exempt: ({ contact: [email, phone] }) => email || phone,
};

it("a right holds for an order exactly when what it was given for is the same, until its end and not once it was ended", () => {
  fc.assert(
    fc.property(
      order,
      fc.record({
        lines: fc.boolean(),
        zip: fc.boolean(),
        deliveryDate: fc.boolean(),
        deliveryTime: fc.boolean(),
        contact: fc.boolean(),
      }),
      order,
      fc.constantFrom(...RIGHTS),
      fc.integer({ min: -2, max: 2 }),
      fc.boolean(),
      (given, keeps, other, right, hours, hasEnded) => {
        // Often the same in most: else two orders hardly ever agree.
        const kept = Object.entries(keeps)
          .filter(([, is]) => is)
          .map(([key]) => [key, given[key as keyof GrantableOrder]]);
        const now = { ...other, ...(Object.fromEntries(kept) as Partial<GrantableOrder>) };
        const grant = {
          right,
          facts: factsFor(right, given),
          ends_at: plus(NOW, hours * HOUR),
          ended_at: hasEnded ? NOW : null,
        };
        const isSame = JSON.stringify(said[right](given)) === JSON.stringify(said[right](now));
        expect(covers(grant, now, NOW)).toBe(isSame && hours >= 0 && !hasEnded);
      },
    ),
    { numRuns: 2_000 },
  );
});

it("no right's facts are another's: what one was given for opens nothing else", () => {
  fc.assert(
    fc.property(order, (one) => {
      const facts = RIGHTS.map((right) => factsFor(right, one));
      expect(new Set(facts).size).toBe(RIGHTS.length);
    }),
  );
});
