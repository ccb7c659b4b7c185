import { describe, expect, it } from "vitest";
import { draftData } from "../../../../tests/support/domain";
import { day } from "../../kernel/days";
import { HOUR, instantAt, plus } from "../../kernel/time.server";
import type { DraftData } from "./data";
import { covers, factsFor, grantableOrder, type Right } from "./grants";

const NOW = instantAt(day("2026-12-01"), 9);
const line = (changes: Partial<DraftData["cart"][number]> = {}) => ({
  dumpsterSize: 20,
  quantity: 1,
  materialCategory: "general",
  ...changes,
});
const ELECTRONICS = [line({ materialCategory: "electronics" })];

describe("what a grant covers", () => {
  const facts: Record<Right, { keeps: Partial<DraftData>[]; ends: Partial<DraftData>[] }> = {
    consultation: {
      keeps: [
        { cart: [line({ materialCategory: "electronics", quantity: 3 })] },
        { zip: "32803" },
        { deliveryDate: "2026-12-04" },
      ],
      ends: [
        { cart: [...ELECTRONICS, line({ materialCategory: "special" })] },
        { cart: [line({ materialCategory: "special" })] },
      ],
    },
    full_window: {
      keeps: [{ rentalDays: 9 }, { zip: "32803" }],
      ends: [
        { deliveryDate: "2026-12-04" },
        { deliveryTime: "afternoon" },
        { cart: [line({ materialCategory: "electronics", quantity: 2 })] },
        { cart: [...ELECTRONICS, ...ELECTRONICS] },
      ],
    },
    exempt: {
      keeps: [
        { rentalDays: 8 },
        { zip: "32803" },
        { cart: [line({ dumpsterSize: 25 })] },
        { contactInfo: { ...draftData().contactInfo, phone: "(407) 555-0199" } },
      ],
      ends: [{ contactInfo: { ...draftData().contactInfo, email: "other@example.com" } }],
    },
    on_account: {
      keeps: [{ deliveryDate: "2026-12-04" }, { deliveryTime: "afternoon" }, { specialInstructions: "gate 5" }],
      ends: [
        { rentalDays: 8 },
        { zip: "32803" },
        { contactInfo: { ...draftData().contactInfo, email: "other@example.com" } },
        { contactInfo: { ...draftData().contactInfo, phone: "(407) 555-0199" } },
      ],
    },
    price: {
      keeps: [{ deliveryDate: "2026-12-04" }, { deliveryTime: "afternoon" }, { specialInstructions: "gate 5" }],
      ends: [
        { zip: "32803" },
        { rentalDays: 8 },
        { cart: [line({ dumpsterSize: 25, materialCategory: "electronics" })] },
      ],
    },
  };

  it.each(Object.entries(facts) as [Right, (typeof facts)[Right]][])(
    "%s: exactly its facts, until its end",
    (right, { keeps, ends }) => {
      const made = draftData({ cart: ELECTRONICS });
      const given = {
        right,
        facts: factsFor(right, grantableOrder(made)),
        ends_at: plus(NOW, HOUR),
        ended_at: null,
      };
      const holds = (changes: Partial<DraftData>, now = NOW) =>
        covers(given, grantableOrder({ ...made, ...changes }), now);
      expect(holds({})).toBe(true);
      for (const changes of keeps) expect([changes, holds(changes)]).toEqual([changes, true]);
      for (const changes of ends) expect([changes, holds(changes)]).toEqual([changes, false]);
      expect([holds({}, given.ends_at), holds({}, plus(given.ends_at, 1))]).toEqual([true, false]);
      expect(covers({ ...given, ended_at: NOW }, grantableOrder(made), NOW)).toBe(false);
    },
  );
});
