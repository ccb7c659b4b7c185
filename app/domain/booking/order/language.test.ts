import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { bookingDrafts, customers } from "#db/schema/index";
import { draftData, openWorld, sign, STAFF, startedDraft, type TestWorld } from "../../../../tests/support/domain";
import { languageOf } from "../../customers/family.server";
import type { StaffActor } from "../../kernel/deed";
import type { Language } from "../../kernel/language";
import { DAY, plus } from "../../kernel/time.server";
import { prepareQuote } from "./place.server";

/** Not ours yet: what is copied is what stands there, whatever languages there are. */
const SPANISH = "es" as Language;

let world: TestWorld;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 4 } });
});
afterEach(() => world.close());

it("the language of a draft is its new customer's, and theirs that of what the office prepares for them", async () => {
  const draft = await startedDraft(world);
  world.db.orm.update(bookingDrafts).set({ language: SPANISH }).where(eq(bookingDrafts.id, draft.id)).run();
  const signed = await sign(world, draft);
  if (!signed.ok) throw new Error(signed.code);
  expect(languageOf(world.db.orm, signed.booking.customer_id)).toBe("es");
  const made = await world.db.write((tx) =>
    prepareQuote(
      tx,
      world.deed<StaffActor>(STAFF),
      world.settings(),
      draftData({ address: "7 Other Street" }),
      plus(world.clock.at, DAY),
    ),
  );
  expect(made.draft.language).toBe("es");
});

it("a known customer keeps theirs, and somebody of whom nothing is known has English", async () => {
  const first = await sign(world, await startedDraft(world));
  if (!first.ok) throw new Error(first.code);
  expect(languageOf(world.db.orm, first.booking.customer_id)).toBe("en");
  world.db.orm.update(customers).set({ language: SPANISH }).run();
  const again = await sign(world, await startedDraft(world, { address: "7 Other Street" }));
  expect(again.ok && languageOf(world.db.orm, again.booking.customer_id)).toBe("es");
});
