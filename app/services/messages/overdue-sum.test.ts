import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { outbox } from "#db/schema/index";
import { addDays } from "~/domain/kernel/days";
import type { Email } from "~/domain/messages/ports";
import type { Services } from "~/services.server";
import { openWorld, type TestWorld } from "../../../tests/support/domain";
import { PICKUP, remindOn, standing } from "../../../tests/support/reminder-cases";
import { fakeServices } from "../../../tests/support/visit";
import { runDueWork } from "../work/worker.server";

/** What the mail says of the days past the paid ones: the charge's own sum, so far. */
let world: TestWorld;
let words: string[];
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 6 } });
  words = [];
});
afterEach(() => world.close());

async function sentOn(late: number): Promise<string> {
  words = [];
  const mail = { send: async ({ text }: Email) => void words.push(text.replaceAll("\n", " ")) };
  const services = { ...fakeServices(world), mail } as unknown as Services;
  await remindOn(world, addDays(PICKUP, late), 9);
  world.db.orm.update(outbox).set({ run_at: 0 }).where(eq(outbox.state, "waiting")).run();
  while ((await runDueWork(services, "messages")) > 0);
  return words.join(" ");
}

it("grows with each day, of a dumpster that is kept until they ask", async () => {
  await standing(world, { flexibleExtension: true });
  await sentOn(0);
  expect(await sentOn(1)).toContain("So far that comes to $27.00 with tax; today counts.");
  expect(await sentOn(3)).toContain("So far that comes to $81.00 with tax; today counts.");
});

it("is none where we are late: that costs nothing", async () => {
  await standing(world);
  await sentOn(0);
  expect(await sentOn(1)).toMatch(/our delay costs you nothing(?!.*So far)/);
});
