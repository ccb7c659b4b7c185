import { expect, it } from "vitest";
import { rendered, wordsIn } from "../../../tests/support/rendered";
import { PreparedLink, type PreparedView } from "./PreparedOrder";

const said = async (more: Partial<PreparedView>) => {
  const sent = { link: "https://x.example/o", ways: ["email to ada@example.com"], isToSendAnew: false, unsent: "" };
  const view = {
    ...sent,
    meant: null,
    good: null,
    held: null,
    unheld: "",
    isOver: false,
    undeliverable: null,
    ...more,
  };
  return wordsIn(await rendered(PreparedLink, { view: view as PreparedView }));
};
const [SOON, LATER] = ["through November 29, 2026", "through December 2, 2026"];

it("says until when the price is good: once where the dumpsters are held as long, else apart", async () => {
  const both = await said({ good: SOON, held: SOON });
  expect(both).toContain(`The dumpsters are held ${SOON}, and the price holds until then.`);
  expect(both).not.toContain("The price is good");
  const apart = await said({ good: LATER, held: SOON });
  expect(apart).toContain(`The price is good ${LATER} .`);
  expect(apart).toContain(`The dumpsters are held ${SOON}.`);
  expect(await said({ good: SOON, unheld: "None is free." })).toContain(`The price is good ${SOON} . None is free.`);
  expect(await said({ good: SOON, held: SOON, isOver: true })).not.toContain("price is good");
});
