import { expect, it } from "vitest";
import type { CustomerUnit } from "~/domain/records/customer-views";
import { rendered, wordsIn } from "../../../tests/support/rendered";
import { UnitCards } from "./UnitCards";

const words = async (planned: CustomerUnit["planned"]) => {
  const unit = { id: "u", number: 1, label: "20-yard dumpster", state: "At your site", dates: "", next: "", planned };
  const units = [{ ...unit, stoppedAt: null, unpaid: null, mayCancel: false, actions: ["pickup"] }];
  return wordsIn(await rendered(UnitCards, { number: "DMP-1", units: units as never, mayCancelAll: true }));
};

it("says why another truck cannot be asked for while one is planned", async () => {
  const why = "Until this is done, no other emptying, swap or move can be chosen here";
  const planned = { jobId: "j", what: "Emptying", when: "Tuesday, December 8", mayEnd: true };
  expect(await words(planned)).toContain(why);
  expect(await words(null)).not.toContain(why);
});
