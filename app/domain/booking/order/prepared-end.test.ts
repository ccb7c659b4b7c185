import { expect, it } from "vitest";
import { draftData, STAFF } from "../../../../tests/support/domain";
import { setSoundWorld } from "../../../../tests/support/sound";
import { day } from "../../kernel/days";
import { DAY, plus } from "../../kernel/time.server";
import { findDraft } from "../draft/drafts.server";
import { grantableOrder, NO_RIGHTS } from "../draft/grants";
import { rightsFor } from "../draft/grants.server";
import { prepareQuote } from "./place.server";
import { correctPrepared } from "./prepared.server";

// The office gives a price another end: what was given with it ends then, not when it would have.
const world = setSoundWorld({ fleet: { 20: 9 } });

it.each([
  [3, 9, true],
  [9, 3, false],
])("its price and its window have the new end (%i days, then %i)", async (first, then, holds) => {
  const start = world.clock.at;
  const { id } = await world.db.write((tx) => {
    const data = draftData({ deliveryDate: day("2026-12-22") });
    return prepareQuote(tx, world.deed(STAFF), world.settings(), data, plus(start, first * DAY)).draft;
  });
  const draft = () => findDraft(world.db.orm, id) ?? expect.fail("no draft");
  const rights = () => [...rightsFor(world.db.orm, id, grantableOrder(draft().data), plus(start, 6 * DAY))];
  expect(rights().length > 0).toBe(!holds);
  await world.db.write((tx) =>
    correctPrepared(tx, world.deed(STAFF), world.settings(), id, {
      mine: draft().data,
      seen: draft().version,
      endOf: () => plus(start, then * DAY),
      rights: NO_RIGHTS,
    }),
  );
  expect(rights()).toEqual(holds ? ["price", "full_window"] : []);
});
