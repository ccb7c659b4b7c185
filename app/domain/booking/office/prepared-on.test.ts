import { afterEach, beforeEach, expect, it } from "vitest";
import { freshDraft, openWorld, paidBooking, signedBooking, type TestWorld } from "../../../../tests/support/domain";
import { day } from "../../kernel/days";
import type { Id } from "../../kernel/ids.server";
import { plus } from "../../kernel/time.server";
import { saveDraft } from "../draft/drafts.server";
import { preparedOn } from "./prepared-on.server";

let world: TestWorld;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 5 } });
});
afterEach(() => world.close());

it("finds the office's orders of some days by their draft while the price is good, and none that is paid or a customer's own", async () => {
  const { orm, sqlite } = world.db;
  const [tenth, eleventh] = [day("2026-12-10"), day("2026-12-11")];
  const ask = (...days: string[]) => preparedOn(orm, days.map(day), world.clock.at);
  expect(ask()).toEqual([]);
  await paidBooking(world, { deliveryDate: tenth });
  const own = await signedBooking(world, { deliveryDate: tenth, deliveryTime: "afternoon" });
  const good = plus(world.clock.at, 1);
  sqlite.prepare("update bookings set quote_expires_at = ? where id = ?").run(good, own.id);
  expect(ask(tenth, eleventh)).toEqual([]);
  sqlite.prepare("update bookings set source = 'staff'").run();
  const found = { number: own.booking_number, day: tenth, window: "afternoon" };
  expect(ask(tenth, eleventh)).toEqual([found]);
  sqlite.prepare("update bookings set status = 'quoted' where id = ?").run(own.id);
  expect(ask(tenth)).toEqual([found]);
  // Put right after the signature: the draft alone knows until the next one.
  const draft = freshDraft(world, own.draft_id as Id<"draft">);
  await world.db.write((tx) =>
    saveDraft(tx, world.deed(), draft.id, { data: { ...draft.data, deliveryDate: eleventh } }, 14),
  );
  expect([ask(tenth), ask(eleventh)]).toEqual([[], [{ ...found, day: eleventh }]]);
  world.clock.at = good;
  expect(ask(eleventh)).toHaveLength(1);
  world.clock.at = plus(good, 1);
  expect(ask(eleventh)).toEqual([]);
});
