import { like } from "drizzle-orm";
import { expect, it } from "vitest";
import { outbox } from "#db/schema/index";
import { setSoundWorld } from "../../../tests/support/sound";
import { standingRental } from "../../../tests/support/standing";
import { day } from "../kernel/days";
import { planExtra } from "./extra-job.server";
import type { ExtraWish } from "./extra-rules";

const world = setSoundWorld({ fleet: { 20: 1 } });
const { standing, at, deed, rules, unit, ask, move } = standingRental(world);

it("an early pickup of what was asked for already is a day that was moved: the receipt is not sent a second time", async () => {
  await standing();
  at("2026-12-04", 9);
  await ask();
  await move("2026-12-09");
  world.db.orm.delete(outbox).run();
  const wish: ExtraWish = {
    ...{ kind: "early", day: day("2026-12-08"), window: "anytime", size: 20, material: "general", note: "" },
  };
  const planned = await world.db.write((tx) => planExtra(tx, deed(), rules(), unit().id, wish, 0));
  expect(planned).toMatchObject({ ok: true });
  const mails = world.db.orm.select().from(outbox).where(like(outbox.kind, "mail.%")).all();
  expect(mails.map(({ kind }) => kind)).toEqual(["mail.moved"]);
});
