import { expect, it } from "vitest";
import { listUnits } from "~/domain/booking/order/bookings.server";
import type { Email } from "~/domain/messages/ports";
import { runDueWork } from "~/services/work/worker.server";
import { moveJobTo } from "~/domain/changes/move-job.server";
import { keepAttempt } from "~/domain/dispatch/attempts.server";
import { getJob } from "~/domain/dispatch/jobs.server";
import { addDays } from "~/domain/kernel/days";
import { instantAt } from "~/domain/kernel/time.server";
import type { CancelPlan } from "~/ui/manage/CancelPage";
import { chargesOf, look, rented, takePhoto } from "../../../tests/support/charges";
import { STAFF } from "../../../tests/support/domain";
import { missDelivery } from "../../../tests/support/driver";
import { isDue } from "../../../tests/support/in-vain";
import { setSoundWorld } from "../../../tests/support/sound";
import { fakeServices, fakeStripe, Visitor } from "../../../tests/support/visit";
import { listOffers } from "../crm/cancel-offers.server";
import * as cancel from "./cancel";
import * as manage from "./manage-booking";

const world = setSoundWorld({ fleet: { 20: 2 } });

it("who cancels the day after a visit in vain reads what is for the visit, beside what the tier keeps", async () => {
  const booking = await rented(world);
  const me = new Visitor(fakeServices(world, fakeStripe()));
  const typed = { intent: "lookup", bookingNumber: booking.booking_number, email: booking.email };
  await me.post(manage.action, "/manage-booking", typed);
  const jobId = await missDelivery(world, booking.id);
  isDue(world.db.orm, jobId, world.clock.at);
  await takePhoto(world, jobId, "attempted");
  const found = { reason: "locked gate", note: "", place: null };
  await world.db.write((tx) => keepAttempt(tx, world.deed(STAFF), getJob(tx, jobId), found));
  await look(world, booking);
  expect(chargesOf(world, booking)).toMatchObject([{ kind: "dry_run", state: "noticed" }]);
  const { delivery_date } = listUnits(world.db.orm, booking.id)[0]!;
  const to = { day: addDays(delivery_date, 7), window: "morning" } as const;
  await world.db.write((tx) => moveJobTo(tx, world.deed(STAFF), world.settings(), jobId, to));
  world.clock.at = instantAt(addDays(delivery_date, 5), 12);
  const page = (await me.get(cancel.loader, `/manage-booking/cancel?booking=${booking.booking_number}`)).data;
  const { plan } = page as { plan: CancelPlan };
  expect(plan).toMatchObject({ percent: 10, trip: 15_000, fee: 15_000 + Math.round(booking.total_amount / 10) });
  // As the office sees it.
  const record = { booking, units: listUnits(world.db.orm, booking.id).map((unit) => ({ unit })) };
  const offers = listOffers(fakeServices(world), record as Parameters<typeof listOffers>[1]);
  expect(offers).toMatchObject([{ percent: 10, trip: 15_000, fee: plan.fee, refund: plan.refund }]);
  const sent = { fee: String(plan.fee), refund: String(plan.refund) };
  await me.post(cancel.action, `/manage-booking/cancel?booking=${booking.booking_number}`, sent);
  expect(chargesOf(world, booking).map(({ state }) => state)).toEqual(["voided"]);
  // As the mail has it.
  const mails: string[] = [];
  const mail = { send: async ({ text }: Email) => void mails.push(text.replaceAll(/ +/g, " ")) };
  const services = { ...fakeServices(world), mail };
  while ((await runDueWork(services, "messages")) > 0);
  const said = mails.find((text) => text.includes("Cancellation fee"));
  expect(said).toContain("Cancellation fee (10%): $40.93");
  expect(said).toContain("Dry-run fee for our visit: $150.00");
});
