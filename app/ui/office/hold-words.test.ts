import { expect, it } from "vitest";
import { rendered, wordsIn } from "../../../tests/support/rendered";
import { RecordActions } from "./RecordActions";

it.each([true, false])(
  "who puts an order on hold reads that its link stays payable, where it is (%s)",
  async (isPayable) => {
    const words = wordsIn(
      await rendered(RecordActions, {
        ...{ offers: [], movable: [], onHold: null, finished: false, isPayable, notes: 0 },
        ...{ sendable: null, email: "", byText: false, permit: null },
      }),
    );
    expect(words).toContain("Until you take it off, no truck leaves for it");
    expect(words.includes("its link stays open")).toBe(isPayable);
  },
);
