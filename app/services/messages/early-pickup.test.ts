import { eq } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { bookings, outbox } from "#db/schema/index";
import { getBooking } from "~/domain/booking/order/bookings.server";
import { addDays } from "~/domain/kernel/days";
import { instantAt } from "~/domain/kernel/time.server";
import type { Email } from "~/domain/messages/ports";
import * as templates from "~/domain/messages/templates";
import { OUT, drive, rented } from "../../../tests/support/charges";
import { DELIVERY, PICKUP, remindOn } from "../../../tests/support/reminder-cases";
import { fakeSms } from "../../../tests/support/sms";
import { setSoundWorld } from "../../../tests/support/sound";
import { fakeServices } from "../../../tests/support/visit";
import type { Services } from "../../services.server";
import { runDueWork } from "../work/worker.server";
import { facts } from "./facts.server";

/** With the flag "early pickup" off a pickup before its day is refused: no message says that it can be asked for. */
const world = setSoundWorld({ fleet: { 20: 3 } });
let services: Services;
let said: string[];
beforeEach(() => {
  said = [];
  services = {
    ...fakeServices(world),
    mail: { send: async ({ text }: Email) => void said.push(text.replace(/\s+/g, " ")) },
    sms: {
      ...fakeSms(),
      send: async ({ body }) => {
        said.push(body);
        return { ok: true, providerId: `SM${said.length}` };
      },
    },
  };
});
const sent = async () => {
  said.length = 0;
  world.db.orm.update(outbox).set({ run_at: 0 }).where(eq(outbox.state, "waiting")).run();
  while ((await runDueWork(services, "messages")) > 0);
  return [...said];
};
/** What its customer reads when it is confirmed, when it is set down, and two days before its pickup by mail and text. */
async function read(mayKeep: boolean, asksEarly: boolean) {
  services.flags = () => ({ ...world.flags(), early_pickup: asksEarly });
  const { id } = await rented(world, { flexibleExtension: mayKeep, smsConsent: true });
  const booking = getBooking(world.db.orm, id);
  const paid = { paid: 100_00, card: null, due: null, documents: [] };
  const told = { ...facts(services, booking), ...paid };
  const words = (of: typeof told) => templates.bookingConfirmed(of).text.replace(/\s+/g, " ");
  const [confirmed, apart] = [words(told), words({ ...told, apart: { goApart: true } })];
  world.clock.at = instantAt(DELIVERY, 9);
  world.db.orm.delete(outbox).run();
  await drive(world, booking, "delivery", OUT);
  const delivered = (await sent()).find((one) => one.includes("Fill it no higher")) ?? "";
  await remindOn(world, addDays(PICKUP, -2));
  const [text, mail] = (await sent()).toSorted((one, other) => one.length - other.length);
  const key = world.db.orm.select().from(bookings).where(eq(bookings.id, id)).get()?.capability;
  return { confirmed, apart, delivered, mail: mail ?? "", text: text ?? "", link: `/manage-booking/pickup?key=${key}` };
}
const ASK = /Ask for the pickup|[Dd]one (with it|sooner)|asks? for it on your/;

it.each([true, false])("with the flag on each says so; keeps it: %s", async (mayKeep) => {
  const { confirmed, delivered, mail, text, link } = await read(mayKeep, true);
  for (const one of [confirmed, delivered, mail]) expect(one).toMatch(ASK);
  expect([mail.includes(link), text.includes(link)]).toEqual([true, mayKeep]);
});

it.each([
  [true, "You can ask for the pickup from its day on."],
  [false, "We pick it up on its day."],
])("with the flag off none does; keeps it: %s", async (mayKeep, words) => {
  const { confirmed, apart, delivered, mail, text, link } = await read(mayKeep, false);
  for (const one of [confirmed, delivered, mail, text]) {
    expect(one).not.toMatch(ASK);
    expect(one).not.toContain(link);
  }
  for (const one of [delivered, mail]) expect(one).toContain(words);
  expect(text).toContain(mayKeep ? words : "We pick up your 20-yard dumpster on Thursday, December 10.");
  expect(confirmed).toContain(mayKeep ? "You can ask for it from that day on" : "Need it longer?");
  expect(apart).toContain(mayKeep ? "You can ask for each from its own day on" : "Need it longer?");
});

it("on its day it can be asked for all the same", async () => {
  await read(true, false);
  await remindOn(world, PICKUP);
  const [text, mail] = (await sent()).toSorted((one, other) => one.length - other.length);
  expect([mail, text]).toEqual([
    expect.stringContaining("Ask for the pickup"),
    expect.stringContaining("/pickup?key="),
  ]);
});
