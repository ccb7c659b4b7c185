import { expect, it } from "vitest";
import { serviceAreas } from "#db/schema/index";
import { describeOrder } from "~/domain/booking/order/order.server";
import { PhoneOrderForm } from "~/ui/office/PhoneOrderForm";
import { draftData } from "../../../tests/support/domain";
import { rendered, wordsIn } from "../../../tests/support/rendered";
import { setSoundWorld } from "../../../tests/support/sound";
import { answerOrder } from "./order-answers.server";
import { leadKindOf, orderOffer } from "./phone-order.server";

// An area with a smallest order: its price was read out to the caller, and refused when it was saved.
const world = setSoundWorld({ fleet: { 15: 1 } });
const VALUES = { zip: "32801", dumpsterSize: "15", quantity: "1", rentalDays: "7", materialCategory: "general" };
const atLeast = (minimum_order: number) => world.db.orm.update(serviceAreas).set({ minimum_order }).run();

async function shown(values: Record<string, string | string[]>, prepared?: { isFixed: boolean }) {
  const fixed = prepared?.isFixed
    ? { price: describeOrder(world.db.orm, world.settings(), draftData()).price, of: VALUES }
    : null;
  const html = await rendered(PhoneOrderForm, {
    values,
    offer: orderOffer(world),
    answers: answerOrder(world, values),
    ...(prepared && {
      prepared: { number: "DMP-2026-000001", seen: 1, isSigned: false, keepsEnd: false, shownWhen: "saved", fixed },
    }),
  });
  const said = wordsIn(html);
  return {
    leads: html.split('value="lead"').length - 1,
    said: /\$[\d.]+ below the smallest order here [^.]*\./.exec(said)?.[0] ?? null,
    isReadOut: said.includes("“$"),
    saves: /Save what is put right|Hold, save and send the link/.test(said),
  };
}
const ORDERED = { leads: 0, said: null, isReadOut: true, saves: true };

it("below it no price is read out: what is missing is said, and a lead is the button that is left", async () => {
  expect(await shown(VALUES)).toEqual(ORDERED);
  atLeast(400_00);
  expect(await shown(VALUES)).toEqual({
    leads: 1,
    said: "$71 below the smallest order here ($400 before tax): add to it, or keep it as a lead.",
    isReadOut: false,
    saves: false,
  });
  // At the ZIP before a size is chosen.
  const html = await rendered(PhoneOrderForm, {
    values: { zip: "32801" },
    offer: orderOffer(world),
    answers: answerOrder(world, {}),
  });
  expect(wordsIn(html)).toContain("The smallest order here is $400 before tax.");
  expect(await shown({ ...VALUES, quantity: "2" })).toEqual(ORDERED);
});

it("of a prepared one it is no lead any more; a price that was fixed before is still theirs", async () => {
  atLeast(400_00);
  expect(await shown(VALUES, { isFixed: false })).toEqual({
    leads: 0,
    said: "$71 below the smallest order here ($400 before tax): add to it.",
    isReadOut: false,
    saves: false,
  });
  expect(await shown(VALUES, { isFixed: true })).toEqual(ORDERED);
});

it("is kept as what it is: too small, outside our area, or neither any more", () => {
  const kinds = () => [VALUES, { ...VALUES, zip: "90210" }, {}].map((values) => leadKindOf(world, values));
  expect(kinds()).toEqual(["call_back", "outside_area", "outside_area"]);
  atLeast(400_00);
  expect(kinds()).toEqual(["minimum_order", "outside_area", "outside_area"]);
});
