import { eq } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { outbox } from "#db/schema/index";
import type { Email } from "~/domain/messages/ports";
import { fakeSms } from "../../../tests/support/sms";
import { setSoundWorld } from "../../../tests/support/sound";
import { standingRental } from "../../../tests/support/standing";
import { fakeServices } from "../../../tests/support/visit";
import type { Services } from "../../services.server";
import { runDueWork } from "../work/worker.server";

/** We put off the pickup of what stands at its customer's: the link leads to a page on which they can do what we say. */
const world = setSoundWorld({ fleet: { 20: 2 } });
const { promised, at, ask, move, storm } = standingRental(world);
let services: Services;
let mails: string[];
let texts: string[];
beforeEach(() => {
  [mails, texts] = [[], []];
  services = {
    ...fakeServices(world),
    mail: { send: async ({ text }: Email) => void mails.push(text.replace(/\s+/g, " ")) },
    sms: {
      ...fakeSms(),
      send: async ({ body }) => {
        texts.push(body);
        return { ok: true, providerId: `SM${texts.length}` };
      },
    },
  };
});
const sent = async () => {
  world.db.orm.update(outbox).set({ run_at: 0 }).where(eq(outbox.state, "waiting")).run();
  while ((await runDueWork(services, "messages")) > 0);
  return { mail: mails.at(-1) ?? "", text: texts.at(-1) ?? "" };
};
async function stands() {
  await promised({ smsConsent: true });
  world.db.orm.delete(outbox).run();
  at("2026-12-04");
}
const CHOOSE = /Choose another|choose another|\/manage-booking\/reschedule/;

it.each([
  [true, "ask for it sooner or keep it longer on your booking’s page, or call us."],
  [false, "If the new day does not suit you, keep it longer on your booking’s page, or call us."],
])(
  "put off by the office, it is asked for sooner or kept longer on the booking's page (early: %s)",
  async (early, said) => {
    await stands();
    services.flags = () => ({ ...world.flags(), early_pickup: early });
    expect(await move("2026-12-11")).toMatchObject({ ok: true });
    const { mail, text } = await sent();
    expect(mail).toContain(`The added days are free. If the new day does not suit you, `);
    expect(mail).toContain(said);
    expect(mail).toContain("See your booking");
    expect(text).toContain("Your pickup has a new day: Friday, December 11. The added time is free.");
    for (const one of [mail, text]) expect(one).not.toMatch(CHOOSE);
  },
);

it("asked for already, we are called", async () => {
  await stands();
  await ask();
  world.db.orm.delete(outbox).run();
  expect(await move("2026-12-11")).toMatchObject({ ok: true });
  const { mail } = await sent();
  expect(mail).toContain("If the new day does not suit you, call us.");
  expect(mail).not.toMatch(CHOOSE);
});

it("put off by a day that we close, another one is chosen on the page of our link", async () => {
  await stands();
  await storm("2026-12-10");
  const { mail, text } = await sent();
  expect(mail).toContain("If the new day does not suit you, choose another one.");
  for (const one of [mail, text]) expect(one).toContain("/manage-booking/reschedule");
});
