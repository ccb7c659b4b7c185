import { expect, it } from "vitest";
import { PHOTO_STEPS } from "../photos/rules";
import { PHOTO_STEP } from "../photos/step-words";
import { chargesOf, hauled, look, takePhoto } from "../../../tests/support/charges";
import { openWorld } from "../../../tests/support/domain";
import { jobs } from "#db/schema/index";
import { findBillingRecord, readForByHand } from "./billing.server";

it("the office reads what each photograph shows, beside a charge and where one is added by hand", async () => {
  const world = await openWorld({ fleet: { 20: 5 } });
  try {
    const booking = await hauled(world, 5_000);
    const [job] = world.db.orm.select().from(jobs).all();
    for (const step of PHOTO_STEPS) await takePhoto(world, job?.id ?? expect.fail("no job"), step);
    await look(world, booking);
    const WORDS = [
      "the dumpster at the site",
      "the weight ticket",
      "what the driver reports",
      "why it was not possible",
    ];
    const saidOf = (photos: readonly { step: string }[]) => [...new Set(photos.map(({ step }) => step))].sort();
    expect(saidOf(readForByHand(world.db.orm, booking.id).photos)).toEqual(WORDS);
    const [charge] = chargesOf(world, booking).filter(({ kind }) => kind === "weight_overage");
    const record = findBillingRecord(world.db.orm, charge?.id ?? expect.fail("no charge")) ?? expect.fail("no record");
    // What is its proof already is shown with it; the others can be added, each by what it shows.
    const others = saidOf(record.others);
    expect(others).toContain("the dumpster at the site");
    expect(WORDS).toEqual(expect.arrayContaining(others));
  } finally {
    world.close();
  }
});

it("every step that takes a photograph has its words", () => {
  expect(Object.keys(PHOTO_STEP).sort()).toEqual([...PHOTO_STEPS].sort());
});
