import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { tasks } from "#db/schema/index";
import { admin, onAccount } from "../../../tests/support/money";
import { setSoundWorld } from "../../../tests/support/sound";
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
