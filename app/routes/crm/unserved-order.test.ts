import { expect, it } from "vitest";
import { describeOrder } from "~/domain/booking/order/order.server";
import { PhoneOrderForm } from "~/ui/office/PhoneOrderForm";
import { draftData } from "../../../tests/support/domain";
import { rendered, wordsIn } from "../../../tests/support/rendered";
import { setSoundWorld } from "../../../tests/support/sound";
import { answerOrder } from "./order-answers.server";
import { orderOffer } from "./phone-order.server";

// A ZIP where we do not deliver: what the form of an order offers in the place of its price.
const world = setSoundWorld({ fleet: { 20: 1 } });
const VALUES = { zip: "90210", dumpsterSize: "20", quantity: "1", rentalDays: "7", material: "general" };

async function shown(prepared?: { isFixed: boolean }) {
  const fixed = prepared?.isFixed
    ? { price: describeOrder(world.db.orm, world.settings(), draftData()).price, of: VALUES }
    : null;
  const html = await rendered(PhoneOrderForm, {
    values: VALUES,
    offer: orderOffer(world),
    answers: answerOrder(world, VALUES),
    ...(prepared && {
      prepared: { number: "DMP-2026-000001", seen: 1, isSigned: false, keepsEnd: false, shownWhen: "saved", fixed },
    }),
  });
  const said = wordsIn(html);
  return {
    leads: html.split('value="lead"').length - 1,
    isSaid: said.includes("We do not deliver to 90210, so there is no price."),
    saves: said.includes("Save what is put right") || said.includes("Hold, save and send the link"),
  };
}

it("of a new one the lead is the button that is left, beside the ZIP and below", async () => {
  expect(await shown()).toEqual({ leads: 2, isSaid: true, saves: false });
});

it("of a prepared one it is no lead any more, and nothing is to be saved", async () => {
  expect(await shown({ isFixed: false })).toEqual({ leads: 0, isSaid: true, saves: false });
});

it("a price that was fixed before we left that area is still theirs", async () => {
  expect(await shown({ isFixed: true })).toEqual({ leads: 0, isSaid: false, saves: true });
});
