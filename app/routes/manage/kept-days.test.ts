import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { outbox } from "#db/schema/index";
import { getBooking, listUnits, type Booking } from "~/domain/booking/order/bookings.server";
import { paidDaysAfter } from "~/domain/booking/order/paid-stay.server";
import { keepDumpster, requestPickup } from "~/domain/changes/pickup-request.server";
import { settingsAsSigned } from "~/domain/documents/signed-terms.server";
import { day } from "~/domain/kernel/days";
import { instantAt } from "~/domain/kernel/time.server";
import type { Email } from "~/domain/messages/ports";
import { sendReminders } from "~/domain/messages/reminders.server";
import { listCustomerUnits } from "~/domain/records/customer-unit.server";
import { readStatus } from "~/domain/records/status.server";
import { asSentence } from "~/domain/states/sentence";
import type { Scope } from "~/http/context.server";
import type { Services } from "~/services.server";
import { statusOf } from "~/services/messages/facts.server";
import { runDueWork } from "~/services/work/worker.server";
import { BACK, chargesOf, drive, look, OUT, rented } from "../../../tests/support/charges";
import { changeSetting } from "../../../tests/support/domain";
import { fakeSms } from "../../../tests/support/sms";
import { setSoundWorld } from "../../../tests/support/sound";
import { fakeServices } from "../../../tests/support/visit";
import { extendView } from "./extend-view.server";
import { pickupView } from "./pickup-view.server";

/**
 * What a day past the paid ones costs is said where it is charged, and only there (domain.md, 4.15): of a dumpster that
 * was set down on December 3 for 7 days.
 */
const world = setSoundWorld({ fleet: { 20: 3 } });
let services: Services;
let mails: string[];
let texts: string[];
let booking: Booking;
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

const at = (on: string, hour = 10) => {
  world.clock.at = instantAt(day(on), hour, 0);
};
async function standing(flexibleExtension: boolean) {
  booking = await rented(world, { flexibleExtension, smsConsent: true });
  at("2026-12-03");
  await drive(world, booking, "delivery", OUT);
  world.db.orm.delete(outbox).run();
}
const unitId = () => listUnits(world.db.orm, booking.id)[0]!.id;
const request = () =>
  world.db.write((tx) => requestPickup(tx, world.deed(), world.settings(), unitId(), { early: true, seen: null }));
const keep = () => world.db.write((tx) => keepDumpster(tx, world.deed(), world.settings(), unitId()));
const sendDue = async () => {
  world.db.orm.update(outbox).set({ run_at: 0 }).where(eq(outbox.state, "waiting")).run();
  while ((await runDueWork(services, "messages")) > 0);
};
const now = () => getBooking(world.db.orm, booking.id);
const card = () => {
  const settings = settingsAsSigned(world.db.orm, booking.id, world.settings());
  return listCustomerUnits(world.db.orm, now(), { settings, flags: services.flags(), now: world.clock.at })[0]?.next;
};
const headline = () => asSentence(readStatus(world.db.orm, now(), { refundStates: true, now: world.clock.at }));
const pickupPage = () => {
  const page = pickupView({ services } as Scope, now(), "");
  return page.state === "asked" ? page.kept : page.state;
};
/** Picked up on that day; the sum of what its days then cost, in cents before tax. */
async function chargedOn(on: string): Promise<number> {
  at(on);
  await drive(world, booking, "pickup", BACK(1800));
  await look(world, booking);
  return chargesOf(world, booking).reduce((sum, { amount }) => sum + amount, 0);
}
const PRICE = /\$\d/;

it.each([
  [true, "From then on you can ask for the pickup.", "You can ask for the pickup from its day on."],
  [false, "We pick it up on its day.", "We pick it up on its day."],
])(
  "with the flag “early pickup” off nobody is told to ask before its day; keeps it: %s",
  async (mayKeep, said, refused) => {
    await standing(mayKeep);
    const page = () => pickupView({ services } as Scope, now(), "");
    expect([statusOf(services, now()).more, page().state]).toEqual([expect.stringContaining("Ask for"), "offer"]);
    services.flags = () => ({ ...world.flags(), early_pickup: false });
    expect(statusOf(services, now()).more).toBe(said);
    expect(page()).toMatchObject({ state: "refused", why: refused });
  },
);

it("gives up no day where the truck comes on the last paid one, and is not called early then", async () => {
  await standing(true);
  at("2026-12-09", 13);
  const page = () => pickupView({ services } as Scope, now(), "");
  expect(page()).toMatchObject({ state: "offer", when: "Thursday, December 10", isEarly: false, givenUp: 0 });
  at("2026-12-09", 9);
  expect(page()).toMatchObject({ state: "offer", when: "Wednesday, December 9", isEarly: true, givenUp: 1 });
});

describe("after its day", () => {
  it("who did not choose to keep it reads of no price, on the page as in the mail, and pays none", async () => {
    await standing(false);
    at("2026-12-11", 9);
    await sendReminders(world.db, world.deed());
    await sendDue();
    const said = [card(), headline(), mails.at(-1), texts.at(-1)];
    for (const one of said) {
      expect(one).toContain("our delay costs you nothing");
      expect(one).not.toMatch(PRICE);
    }
    expect(await chargedOn("2026-12-14")).toBe(0);
  });

  it("who did reads what each day costs until they ask, and pays that", async () => {
    await standing(true);
    at("2026-12-11", 9);
    await sendReminders(world.db, world.deed());
    await sendDue();
    for (const one of [card(), mails.at(-1), texts.at(-1)])
      expect(one).toMatch(/[Ee]ach day since then costs \$25 plus tax, charged to your card, until you ask/);
    at("2026-12-12");
    await request();
    expect(await chargedOn("2026-12-14")).toBe(5000);
  });
});

describe("kept after all", () => {
  const told = async () => {
    const page = pickupPage();
    await keep();
    await sendDue();
    return { page, all: [page, mails.at(-1), texts.at(-1)] };
  };

  it("past its day, who did not choose to keep it reads of no price, and pays none", async () => {
    await standing(false);
    at("2026-12-12");
    await request();
    const { page, all } = await told();
    expect(page).toBe(
      "Its days ended on Thursday, December 10: we come for it as soon as we can, and that costs you nothing.",
    );
    for (const one of all) expect(one).toContain(page);
    expect(card()).not.toMatch(PRICE);
    at("2026-12-15");
    await request();
    expect(await chargedOn("2026-12-16")).toBe(0);
  });

  it("past its day, who did reads what each day costs, and pays that", async () => {
    await standing(true);
    at("2026-12-12");
    await request();
    // As it was signed, whatever it costs others since.
    await changeSetting(world, "extensionPerDay", 9900);
    const { page, all } = await told();
    expect(page).toBe(
      "Its days ended on Thursday, December 10: each day since then costs $25 plus tax, charged to your card, until you ask for the pickup.",
    );
    for (const one of [...all, card()]) expect(one).toContain(page);
    at("2026-12-15");
    await request();
    expect(await chargedOn("2026-12-16")).toBe(5 * 2500);
  });

  it.each([
    [false, "We pick it up on Thursday, December 10."],
    [
      true,
      "It is paid for until Thursday, December 10: each day after that costs $25 plus tax, charged to your card, until you ask for the pickup.",
    ],
  ])("within its days, as was chosen (%s)", async (flexible, words) => {
    await standing(flexible);
    at("2026-12-07");
    await request();
    const { all } = await told();
    for (const one of all) expect(one).toContain(words);
  });
});

it("the page of more days says it to who may keep it, and by the price that was signed", async () => {
  const extraDay = () => extendView({ services } as Scope, now(), new URLSearchParams()).offer?.extraDay;
  await standing(true);
  await changeSetting(world, "extensionPerDay", 9900);
  expect(extraDay()).toBe("costs $25 plus tax, charged to your card");
  await standing(false);
  expect(extraDay()).toBeNull();
});

it("and until when it is paid, where the pickup stands before that day", async () => {
  const offer = () => extendView({ services } as Scope, now(), new URLSearchParams()).offer;
  await standing(false);
  expect(offer()).toMatchObject({ now: "Thursday, December 10", paidUntil: null });
  world.db.sqlite.prepare("update units set pickup_date = '2026-12-08', occupied_until = '2026-12-09'").run();
  expect(offer()).toMatchObject({ now: "Tuesday, December 8", paidUntil: "Thursday, December 10" });
  world.db.sqlite.prepare("update units set pickup_date = '2026-12-10', occupied_until = '2026-12-11'").run();
});

it("offers who keeps it until they ask no day that is paid for already as a new last one", async () => {
  const days = () => extendView({ services } as Scope, now(), new URLSearchParams()).offer?.stays.map((one) => one.day);
  for (const [flexible, first] of [
    [true, "2026-12-11"],
    [false, "2026-12-09"],
  ] as const) {
    await standing(flexible);
    world.db.sqlite.prepare("update units set pickup_date = '2026-12-08' where booking_id = ?").run(booking.id);
    expect(days()?.[0]).toBe(first);
    world.db.sqlite.prepare("update units set pickup_date = '2026-12-10' where booking_id = ?").run(booking.id);
  }
});

it("a pickup that we moved past its day is said with the day on which we come", async () => {
  await standing(false);
  at("2026-12-12");
  world.db.sqlite.prepare("update jobs set day = '2026-12-15' where kind = 'pickup'").run();
  expect(card()).toBe(
    "We planned to pick it up on Thursday, December 10: we come on Tuesday, December 15. You need not do anything, and our delay costs you nothing.",
  );
});

it("a closed day that put the pickup off is none of the paid days that a swap gives up", async () => {
  await standing(false);
  const unit = listUnits(world.db.orm, booking.id)[0] ?? expect.fail("none");
  const settings = { ...world.settings(), holidays: [day("2026-12-10")] };
  const late = { ...unit, pickup_date: day("2026-12-11") };
  expect(paidDaysAfter(world.db.orm, settings, now(), late, day("2026-12-08"))).toBe(2);
});
