import { expect, it } from "vitest";
import { EXTRA_KINDS, EXTRA_LABEL } from "./extra-rules";

it("each thing that a customer may need is said by itself: it is read out alone", () => {
  for (const kind of EXTRA_KINDS) expect(EXTRA_LABEL[kind].says).not.toMatch(/above|below|the same as/i);
  expect(EXTRA_LABEL.emergency.says).toMatch(/^Before everything else of the day\./);
});
