import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { bookings, outbox } from "#db/schema/index";
import { getBooking, listUnits, type Booking } from "~/domain/booking/order/bookings.server";
import { rescheduleUnit } from "~/domain/changes/reschedule.server";
import { addDays, day } from "~/domain/kernel/days";
import type { StaffActor } from "~/domain/kernel/deed";
import type { Email } from "~/domain/messages/ports";
import { readCustomerBooking } from "~/domain/records/customer.server";
import { listCustomerUnits } from "~/domain/records/customer-unit.server";
import { statusAsked } from "~/domain/records/status.server";
import { asSentence } from "~/domain/states/sentence";
import { openWorld, paidBooking, STAFF, type TestWorld } from "../../../tests/support/domain";
import { DELIVERY, remindOn } from "../../../tests/support/reminder-cases";
import { fakeSms } from "../../../tests/support/sms";
import { fakeServices } from "../../../tests/support/visit";
import type { Services } from "../../services.server";
import { sendAgain } from "../booking/send-again.server";
import { runDueWork } from "../work/worker.server";

let world: TestWorld;
let services: Services;
let mails: Email[];
let texts: string[];
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 3 } });
  [mails, texts] = [[], []];
  services = {
    ...fakeServices(world),
    mail: { send: async (mail: Email) => void mails.push(mail) },
    sms: {
      ...fakeSms(),
      send: async ({ body }) => {
        texts.push(body);
        return { ok: true, providerId: `SM${texts.length}` };
      },
    },
  };
});
afterEach(() => world.close());

const forget = () => world.db.orm.delete(outbox).run();
const sendDue = async () => {
  world.db.orm.update(outbox).set({ run_at: 0, created_at: 0 }).where(eq(outbox.state, "waiting")).run();
  while ((await runDueWork(services, "messages")) > 0);
};
const pageOf = ({ id }: Booking) => {
  const booking = getBooking(world.db.orm, id);
  const at = { settings: world.settings(), flags: services.flags(), now: world.clock.at };
  const page = readCustomerBooking(world.db.orm, world.settings(), booking, statusAsked(at.flags, at.now));
  return { said: asSentence(page.statusWords), page, unit: listCustomerUnits(world.db.orm, booking, at)[0]! };
};
/** Nobody of the office plans it, and the clock stands there. */
const until = async (on = DELIVERY, hour = 12, minute = 30) => {
  await remindOn(world, on, hour, minute);
  await sendDue();
};

describe("a delivery whose time is over", () => {
  it("is told once by mail, and by text to who agreed, in the sentence of its page", async () => {
    const booking = await paidBooking(world, { smsConsent: true });
    forget();
    await until(DELIVERY, 11, 59);
    expect(mails).toEqual([]);
    await until();
    const { said } = pageOf(booking);
    expect(said).toMatch(/^We are late with your delivery\. It was planned for Thu, Dec 3, 8AM to 12PM/);
    for (const hour of [13, 15, 17]) await until(DELIVERY, hour);
    await until(addDays(DELIVERY, 1), 10);
    expect(mails.map(({ subject }) => subject)).toEqual([expect.stringMatching(/: we are late with your delivery$/)]);
    expect(mails[0]?.text.replaceAll("\n", " ")).toContain("We come as soon as we can. Another day costs you nothing");
    expect(texts).toEqual([expect.stringContaining(said)]);
  });

  it("is told by mail alone to who did not agree to texts, and the next morning where nobody looked before", async () => {
    await paidBooking(world);
    forget();
    await until(DELIVERY, 22);
    expect(mails).toEqual([]);
    await until(addDays(DELIVERY, 1), 8);
    expect([mails.length, texts]).toEqual([1, []]);
  });

  it("is not told any more once it has another day", async () => {
    const { id } = await paidBooking(world);
    forget();
    await remindOn(world, DELIVERY, 12, 30);
    await world.db.write((tx) => {
      const to = { deliveryDate: day("2026-12-08"), window: "morning", pickupDate: day("2026-12-15") } as const;
      return rescheduleUnit(tx, world.deed(STAFF), world.settings(), listUnits(tx, id)[0]!.id, to);
    });
    forget();
    await until(DELIVERY, 13);
    expect(mails).toEqual([]);
  });

  it("is not confirmed by what waited until then: the text is the late one, and the mail the papers", async () => {
    await paidBooking(world, { smsConsent: true });
    await until();
    expect(texts).toEqual([expect.not.stringContaining("is paid")]);
    expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
      expect.stringContaining(": we are late with your delivery"),
      expect.stringContaining(": your documents"),
    ]);
  });
});

it("counts no day from one on which nothing came, and promises nothing for it", async () => {
  const booking = await paidBooking(world);
  await remindOn(world, addDays(DELIVERY, 1), 10);
  const { said, unit, page } = pageOf(booking);
  expect(said).toBe(
    "We are late with your delivery. It was planned for Thu, Dec 3, 8AM to 12PM, and no truck came that day. Choose a new day, or call us. Another day costs you nothing, and so does cancelling. Your days count only from when it stands there.",
  );
  expect([unit.state, unit.dates, page.stayFromThen]).toEqual([
    "Not delivered yet",
    "7 days from when it is set down",
    "7 days from when it is set down",
  ]);
  expect(unit.next).not.toContain("as soon as");
});

it("promises the days that are paid for, not those until a pickup that a closed day put off", async () => {
  // Ten days from Thursday end on a Sunday; set down on Friday they end on a Monday.
  const booking = await paidBooking(world, { rentalDays: 10 });
  await remindOn(world, addDays(DELIVERY, 1), 10);
  const { unit, page } = pageOf(booking);
  expect([unit.dates, page.stayFromThen]).toEqual([
    "10 days from when it is set down",
    "10 days from when it is set down",
  ]);
});

it("is in the text that the office sends again to who has no address", async () => {
  const { id } = await paidBooking(world, { smsConsent: true });
  world.db.orm.update(bookings).set({ email: "" }).where(eq(bookings.id, id)).run();
  await until();
  forget();
  texts = [];
  const sent = await world.db.write((tx) => sendAgain(tx, world.deed<StaffActor>(STAFF), getBooking(tx, id)));
  await sendDue();
  expect([sent, texts]).toEqual([{ ok: true }, [expect.stringContaining("We are late with your delivery")]]);
});

it("is not told of one on hold, nor of one that is older than a week", async () => {
  const { id } = await paidBooking(world);
  forget();
  world.db.orm.update(bookings).set({ on_hold_reason: "asked" }).where(eq(bookings.id, id)).run();
  await until();
  world.db.orm.update(bookings).set({ on_hold_reason: null }).where(eq(bookings.id, id)).run();
  await until(addDays(DELIVERY, 8), 10);
  expect(mails).toEqual([]);
});
