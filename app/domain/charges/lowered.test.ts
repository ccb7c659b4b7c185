import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { charges } from "#db/schema/index";
import { ADMIN } from "../../../tests/support/charge-cases";
import { due, hauled } from "../../../tests/support/charges";
import { setSoundWorld } from "../../../tests/support/sound";
import type { Id } from "../kernel/ids.server";
import { readLedger } from "../payments/ledger.server";
import { getCharge } from "./charges.server";
import { describeCharge } from "./customer-view.server";
import { addByHand } from "./office.server";
import { lowerCharge } from "./question.server";

const world = setSoundWorld({ fleet: { 20: 3 } });

it("what is lowered is taxed by its own amount, and asked for by that alone", async () => {
  const booking = await hauled(world, 1_900);
  const day = { kind: "day_overage", amount: 5_000, words: "Two days more", note: "As agreed." } as const;
  const asked = await world.db.write((tx) =>
    addByHand(tx, world.deed(ADMIN), world.settings(), booking.id, { ...day, unitId: null, photos: [] }),
  );
  if (!asked.ok) throw new Error(asked.code);
  expect([asked.charge.amount, asked.charge.tax]).toEqual([5_000, 400]);
  const lowered = await world.db.write((tx) =>
    lowerCharge(tx, world.deed(ADMIN), world.settings(), asked.charge.id, 2_500, "One of them was ours."),
  );
  if (!lowered.ok) throw new Error(lowered.code);
  expect([lowered.charge.amount, lowered.charge.tax]).toEqual([2_500, 200]);
  await due(world, lowered.charge);
  expect([getCharge(world.db.orm, asked.charge.id).state, readLedger(world.db.orm, booking.id).owed]).toEqual([
    "voided",
    2_700,
  ]);
});

it("its tax is worked out by the rate, not from a tax that was rounded", async () => {
  const booking = await hauled(world, 1_900);
  const haul = { kind: "haul", amount: 29_99, words: "A load more", note: "As agreed." } as const;
  const asked = await world.db.write((tx) =>
    addByHand(tx, world.deed(ADMIN), world.settings(), booking.id, { ...haul, unitId: null, photos: [] }),
  );
  if (!asked.ok) throw new Error(asked.code);
  const lowered = await world.db.write((tx) =>
    lowerCharge(tx, world.deed(ADMIN), world.settings(), asked.charge.id, 29_93, "Six cents less."),
  );
  expect(lowered).toMatchObject({ charge: { amount: 29_93, tax: 2_39 } });
});

it("where it stood, its customer reads what it was lowered to, once they were told of that", async () => {
  const booking = await hauled(world, 1_900);
  const permit = { kind: "permit", amount: 143_85, words: "A permit", note: "Paid it." } as const;
  const asked = await world.db.write((tx) =>
    addByHand(tx, world.deed(ADMIN), world.settings(), booking.id, { ...permit, unitId: null, photos: [] }),
  );
  if (!asked.ok) throw new Error(asked.code);
  const { orm } = world.db;
  const lower = async (id: Id<"charge">, cents: number) => {
    const lowered = await world.db.write((tx) =>
      lowerCharge(tx, world.deed(ADMIN), world.settings(), id, cents, "As a courtesy."),
    );
    if (!lowered.ok) throw new Error(lowered.code);
    return lowered.charge.id;
  };
  const first = () => describeCharge(orm, getCharge(orm, asked.charge.id));
  const second = await lower(asked.charge.id, 120_00);
  orm.update(charges).set({ notices: 0 }).where(eq(charges.id, second)).run();
  expect(first()).toMatchObject({ stands: "Taken back. Why: As a courtesy.", lowered: null });
  const tell = (id: Id<"charge">) =>
    orm
      .update(charges)
      .set({ notices: 1, capability: `key of ${id}` as never })
      .where(eq(charges.id, id))
      .run();
  tell(second);
  expect(first()).toMatchObject({
    stands: "Lowered to $120.00. Why: As a courtesy.",
    lowered: { to: "$120.00", key: `key of ${second}` },
  });
  const third = await lower(second, 100_00);
  tell(third);
  expect(first().lowered).toEqual({ to: "$100.00", key: `key of ${third}` });
  expect(describeCharge(orm, getCharge(orm, third)).lowered).toBeNull();
});
