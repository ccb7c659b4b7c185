import { eq } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { outbox } from "#db/schema/index";
import { setOnHold } from "~/domain/booking/office/on-hold.server";
import { getBooking, listUnits, type Booking } from "~/domain/booking/order/bookings.server";
import { addDays } from "~/domain/kernel/days";
import { instantAt } from "~/domain/kernel/time.server";
import type { Email } from "~/domain/messages/ports";
import { readLate, statusAsked } from "~/domain/records/status.server";
import type { Problem } from "~/http/answers/forms.server";
import { calendarFile } from "~/services/messages/attachments.server";
import { describePayment } from "~/services/payments/payment-page.server";
import { runDueWork } from "~/services/work/worker.server";
import type { BusinessFacts } from "~/ui/frame/facts";
import type { ManagePage } from "~/ui/manage/BookingPage";
import { ChooseDay, type ChooseDayPage } from "~/ui/manage/ChooseDay";
import { Confirmation } from "~/ui/manage/Confirmation";
import { PaymentDone } from "~/ui/manage/PaymentDone";
import { paidBooking, STAFF } from "../../../tests/support/domain";
import { driveJob } from "../../../tests/support/driver";
import { errandOn, planByOffice } from "../../../tests/support/errands";
import { DELIVERY } from "../../../tests/support/reminder-cases";
import { rendered, wordsIn } from "../../../tests/support/rendered";
import { setSoundWorld } from "../../../tests/support/sound";
import { fakeServices, Visitor } from "../../../tests/support/visit";
import * as confirmation from "./booking-confirmation";
import * as manage from "./manage-booking";
import * as reschedule from "./reschedule";

/** What its customer sees of an order that the office has stopped: no day that may not stand, and never why. */
const world = setSoundWorld({ fleet: { 20: 3 } });
const WAITS = "We will call or write to you before a truck comes.";
const FACTS = { phone: "1", name: "", addressLines: [], email: "" } as unknown as BusinessFacts;
const SETTLE = "Something about this booking has to be settled first. Please call us.";
let booking: Booking;
let me: Visitor;
const opened = async (flexibleExtension = false) => {
  booking = await paidBooking(world, { flexibleExtension });
  me = new Visitor(fakeServices(world));
  await me.get(confirmation.loader, `/booking-confirmation?booking=${booking.capability}`);
};
beforeEach(() => opened());
const hold = (why: string | null = "The card looks stolen") =>
  world.db.write((tx) => setOnHold(tx, world.deed(STAFF), booking.id, why));
const at = (page = "") => `/manage-booking${page}?booking=${booking.booking_number}`;
const page = async () => (await me.get(manage.loader, at())).data as ManagePage;
const now = () => getBooking(world.db.orm, booking.id);

it.each([-1, 1])(
  "before and after its delivery's day (%i) it waits: nothing is late, or to be put in a calendar",
  async (days) => {
    await hold();
    world.clock.at = instantAt(addDays(DELIVERY, days), 9);
    const { booking: shown, units, isAhead, mayChooseDay } = await page();
    expect(shown.statusWords).toEqual({ headline: "Your order is waiting", more: WAITS });
    expect([units[0]?.next, isAhead, mayChooseDay]).toEqual([WAITS, false, false]);
    expect([units[0]?.state, units[0]?.dates]).toEqual(["Waiting", ""]);
    expect(units[0]?.actions).not.toContain("reschedule");
    expect(readLate(world.db.orm, now(), statusAsked(world.flags(), world.clock.at))).toBeNull();
    expect(JSON.stringify(await page())).not.toContain("stolen");
    const { done, former } = (await me.get(manage.loader, `${at()}&done=day`)).data as ManagePage;
    expect([done?.isTold, former]).toEqual([false, null]);
    await hold(null);
    expect((await page()).booking.statusWords.headline).toMatch(days < 0 ? /^Confirmed for/ : /^We are late/);
  },
);

it("another day cannot be chosen: its page says why not without a form, and what is sent all the same moves nothing", async () => {
  await hold();
  const shown = (await me.get(reschedule.loader, at("/reschedule"))).data as ChooseDayPage;
  expect(shown).toMatchObject({ offer: null, refused: SETTLE });
  expect(wordsIn(await rendered(ChooseDay, { page: shown, phone: "1" }))).toContain(SETTLE);
  const form = { deliveryDate: "2026-12-08", deliveryTime: "morning" };
  const sent = await me.post(reschedule.action, at("/reschedule"), form);
  expect([sent.status, (sent.data as Problem).fields]).toEqual([409, { "": SETTLE }]);
  expect(listUnits(world.db.orm, booking.id)[0]?.delivery_date).toBe(DELIVERY);
  await hold(null);
  expect((await me.post(reschedule.action, at("/reschedule"), form)).location).toContain("done=day");
});

it.each([false, true])("what stands there waits as well, and a planned swap (may be kept: %s)", async (mayKeep) => {
  await opened(mayKeep);
  world.clock.at = instantAt(DELIVERY, 9);
  const { driverId } = await driveJob(world, booking.id, ["en_route", "arrived", "serviced", "completed"]);
  const [unit] = listUnits(world.db.orm, booking.id);
  if (!unit || !driverId) return expect.fail("nothing stands there");
  await planByOffice(world, unit.id, errandOn("swap", "2026-12-08", { window: "morning" }));
  await hold();
  const { booking: shown, units } = await page();
  expect(shown.statusWords).toEqual({ headline: "At your site", more: WAITS });
  expect(units.map(({ next, planned }) => [next, planned?.when])).toEqual([
    [WAITS, "it waits, and we will call or write to you before a truck comes"],
    [WAITS, undefined],
  ]);
  expect(JSON.stringify(shown.statusWords)).not.toMatch(/Dec/);
});

it("the page after the payment, the receipt and the calendar promise no delivery", async () => {
  await hold();
  const result = describePayment(
    fakeServices(world),
    { state: "confirmed", booking: now(), changeId: null, isBalance: false, onlyCard: false },
    { sessionId: "cs_test_some", checkout: null, signedIn: false, nextTry: null },
  );
  if (result.state !== "confirmed") return expect.fail(result.state);
  const paid = wordsIn(await rendered(PaymentDone, { result }));
  expect(paid).toContain(`Payment received. Your order is waiting. ${WAITS}`);
  expect(paid).toContain("Status Your order is waiting");
  expect(paid).not.toMatch(/Next Steps|on the scheduled date|is confirmed/);
  const calendar = calendarFile(fakeServices(world), world.deed(), now()).replaceAll("\r\n ", "");
  expect(calendar).toContain(`Your order is waiting. ${WAITS}`);
  const mails: Email[] = [];
  const services = { ...fakeServices(world), mail: { send: async (mail: Email) => void mails.push(mail) } };
  world.db.orm.update(outbox).set({ run_at: 0, created_at: 0 }).where(eq(outbox.state, "waiting")).run();
  while ((await runDueWork(services, "messages")) > 0);
  expect(mails.map(({ subject }) => subject)).toEqual([expect.stringMatching(/: your documents$/)]);
  expect(mails[0]?.text.replaceAll(/\s+/g, " ")).toContain(`Your order is waiting. ${WAITS}`);
  expect(mails[0]?.attachments?.map(({ filename }) => filename).filter((name) => name.endsWith(".ics"))).toEqual([]);
});

it("the confirmation offers its days to a calendar only where they stand", async () => {
  const offered = async () => {
    const { data } = await me.get(confirmation.loader, `/booking-confirmation?booking=${booking.capability}`);
    const { booking: shown, isOff, documents } = data as Parameters<typeof Confirmation>[0];
    return wordsIn(await rendered(Confirmation, { booking: shown, isOff, documents, facts: FACTS })).includes(
      "Add to calendar",
    );
  };
  expect(await offered()).toBe(true);
  await hold();
  expect(await offered()).toBe(false);
  await hold(null);
  expect(await offered()).toBe(true);
});
