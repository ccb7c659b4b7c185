import { afterEach, beforeEach, expect, it } from "vitest";
import { getBooking, listUnits } from "~/domain/booking/order/bookings.server";
import { rescheduleUnit } from "~/domain/changes/reschedule.server";
import { day } from "~/domain/kernel/days";
import type { Email } from "~/domain/messages/ports";
import { tellMoved } from "~/domain/outbox/news.server";
import { openWorld, paidBooking, STAFF, type TestWorld } from "../../../tests/support/domain";
import { DELIVERY, remindOn } from "../../../tests/support/reminder-cases";
import { fakeServices } from "../../../tests/support/visit";
import { outbox } from "#db/schema/index";
import type { Services } from "../../services.server";
import { runDueWork } from "../work/worker.server";
import { facts } from "./facts.server";

/** Of a dumpster on the street whose permit is still to come, each day is said with it, in one sentence. */
let world: TestWorld;
let services: Services;
let mails: string[];
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 3 } });
  mails = [];
  services = {
    ...fakeServices(world),
    mail: { send: async ({ text }: Email) => void mails.push(text.replaceAll(/\s+/g, " ")) },
  };
});
afterEach(() => world.close());

const sendDue = async () => {
  world.db.orm.update(outbox).set({ run_at: 0 }).run();
  while ((await runDueWork(services, "messages")) > 0);
};

it.each([
  ["street", "(we deliver once we have the street permit)", true],
  ["driveway", "This is how it stands now:", false],
] as const)("stays beside the new day of a move: %s", async (placement, said, isThere) => {
  const { id } = await paidBooking(world, { placement });
  world.db.orm.delete(outbox).run();
  await world.db.write((tx) => {
    const [unit] = listUnits(tx, id);
    tellMoved(tx, unit!, 0);
    const to = { deliveryDate: day("2026-12-08"), window: "morning", pickupDate: day("2026-12-15") } as const;
    return rescheduleUnit(tx, world.deed(STAFF), world.settings(), unit!.id, to);
  });
  expect(facts(services, getBooking(world.db.orm, id)).status).toEqual({
    headline: `Confirmed for Tue, Dec 8, 8AM to 12PM${isThere ? ", once we have the street permit" : ""}`,
    more: "",
  });
  await sendDue();
  expect(mails).toHaveLength(1);
  expect([mails[0]?.includes(said), mails[0]?.includes("permit")]).toEqual([true, isThere]);
});

it("is what a delivery waits for whose time is over", async () => {
  await paidBooking(world, { placement: "street" });
  world.db.orm.delete(outbox).run();
  await remindOn(world, DELIVERY, 12, 30);
  await sendDue();
  expect(mails).toEqual([expect.stringContaining("8AM to 12PM. We come once we have the permit.")]);
});
