import { afterEach, expect, it } from "vitest";
import { charges } from "#db/schema/index";
import { due } from "../../../tests/support/charges";
import { STAFF } from "../../../tests/support/domain";
import { admin, moneyIn, onAccount } from "../../../tests/support/money";
import { setSoundWorld } from "../../../tests/support/sound";
import type { Booking } from "../booking/order/bookings.server";
import { getCharge } from "../charges/charges.server";
import { describeCharge } from "../charges/customer-view.server";
import { addByHand, writeOffCharge } from "../charges/office.server";
import { findChargePaper } from "../documents/papers.server";
import type { StaffActor } from "../kernel/deed";
import { findBookFaults } from "./company-check.server";
import { giveBack, listGivable } from "./give-back.server";
import { readLedger } from "./ledger.server";

/** An order of $409.32 on its company's account: a check pays a part of a charge, and the office lets the rest off. */
const world = setSoundWorld({ fleet: { 20: 3 } });
const orm = () => world.db.orm;
const { check } = moneyIn(() => world);
afterEach(() => expect(findBookFaults(orm())).toEqual([]));

async function letOff(booking: Booking, chargeId: string, amount: number) {
  const { left } = listGivable(orm(), booking.id).find(({ charge }) => charge.id === chargeId)!;
  const wish = { chargeId, amount, way: "same", reason: "sorry", left } as const;
  const done = await world.db.write((tx) => giveBack(tx, admin(world), booking.id, wish));
  expect(done).toEqual({ ok: true, refunds: [] });
}

it("the rental is paid then, and is on the account no more", async () => {
  const booking = await onAccount(world);
  await check(booking, 300_00);
  const [rental] = orm().select().from(charges).all();
  await letOff(booking, rental!.id, 100_00);
  expect(orm().select().from(charges).get()?.state).toBe("billed");
  await letOff(booking, rental!.id, 9_32);
  expect([readLedger(orm(), booking.id).owed, orm().select().from(charges).get()?.state]).toEqual([0, "succeeded"]);
});

it("so is a later charge: its page and its invoice say so, and nothing of it can be written off", async () => {
  const booking = await onAccount(world);
  await check(booking, 409_32);
  const permit = { unitId: null, kind: "permit", amount: 143_85, words: "Permit", photos: [], note: "city" } as const;
  const made = await world.db.write((tx) =>
    addByHand(tx, world.deed<StaffActor>(STAFF), world.settings(), booking.id, { ...permit, photos: [] }),
  );
  if (!made.ok) throw new Error(made.code);
  const { id } = await due(world, made.charge);
  await check(booking, 100_00);
  await letOff(booking, id, 43_85);
  const charge = getCharge(orm(), id);
  expect(describeCharge(orm(), charge).stands).toBe("Paid.");
  expect(findChargePaper(orm(), charge)?.view).toMatchObject({ paid: 100_00, credited: 43_85, balance: 0 });
  expect(await world.db.write((tx) => writeOffCharge(tx, admin(world), id, "nobody pays"))).toMatchObject({
    ok: false,
  });
});
