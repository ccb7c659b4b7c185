import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { charges, tasks } from "#db/schema/index";
import { due } from "../../../tests/support/charges";
import { STAFF } from "../../../tests/support/domain";
import { admin, onAccount } from "../../../tests/support/money";
import { setSoundWorld } from "../../../tests/support/sound";
import { takeReceipt } from "../charges/by-hand.server";
import { addByHand, writeOffCharge } from "../charges/office.server";
import type { StaffActor } from "../kernel/deed";
import { DAY, plus } from "../kernel/time.server";
import { askAboutAccounts } from "./account-tasks.server";
import { giveBack, listGivable } from "./give-back.server";

const world = setSoundWorld({ fleet: { 20: 6 } });

it("asks about no account of which everything is let off", async () => {
  const { orm } = world.db;
  const asked = () => orm.select().from(tasks).where(eq(tasks.kind, "account_overdue")).get()?.state;
  const { id } = await onAccount(world);
  world.clock.at = plus(world.clock.at, 31 * DAY);
  await askAboutAccounts(world.db, world.deed());
  expect(asked()).toBe("open");
  const [{ charge, left } = expect.fail()] = listGivable(orm, id);
  const wish = { chargeId: charge.id, amount: left, way: "same", reason: "sorry", left } as const;
  await world.db.write((tx) => giveBack(tx, admin(world), id, wish));
  expect(asked()).toBe("closed");
});

it("nor of one of which what is past due is written off", async () => {
  const { orm } = world.db;
  const asked = () => orm.select().from(tasks).where(eq(tasks.kind, "account_overdue")).get()?.state;
  const booking = await onAccount(world);
  const [rental = expect.fail()] = orm.select().from(charges).all();
  const cash = { method: "cash", amount: 409_32, reference: null, deposit_batch: null } as const;
  await world.db.write((tx) => takeReceipt(tx, admin(world), booking.customer_id, cash, { seen: 409_32 }));
  expect(orm.select().from(charges).where(eq(charges.id, rental.id)).get()?.state).toBe("succeeded");
  const permit = { unitId: null, kind: "permit", amount: 143_85, words: "Permit", note: "city" } as const;
  const made = await world.db.write((tx) =>
    addByHand(tx, world.deed<StaffActor>(STAFF), world.settings(), booking.id, { ...permit, photos: [] }),
  );
  if (!made.ok) throw new Error(made.code);
  const { id } = await due(world, made.charge);
  world.clock.at = plus(world.clock.at, 32 * DAY);
  await askAboutAccounts(world.db, world.deed());
  expect(asked()).toBe("open");
  await world.db.write((tx) => writeOffCharge(tx, admin(world), id, "They are gone"));
  expect(asked()).toBe("closed");
});
