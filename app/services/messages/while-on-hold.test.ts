import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { outbox } from "#db/schema/index";
import { setOnHold } from "~/domain/booking/office/on-hold.server";
import { addDays } from "~/domain/kernel/days";
import type { Email } from "~/domain/messages/ports";
import { openWorld, paidBooking, STAFF } from "../../../tests/support/domain";
import { DELIVERY, remindOn } from "../../../tests/support/reminder-cases";
import { fakeServices } from "../../../tests/support/visit";
import { runDueWork } from "../work/worker.server";

it.each([
  [0, ["our truck comes tomorrow"]],
  [1, []],
])(
  "a reminder that was to leave when the hold came leaves at its end, %i days later, if it is its day",
  async (late, told) => {
    const world = await openWorld({ fleet: { 20: 6 } });
    const mails: string[] = [];
    const services = {
      ...fakeServices(world),
      mail: { send: async ({ subject }: Email) => void mails.push(subject.replace(/^Booking DMP-\d+-\d+: /, "")) },
    };
    const sendDue = async () => {
      world.db.orm.update(outbox).set({ run_at: 0 }).where(eq(outbox.state, "waiting")).run();
      while ((await runDueWork(services, "messages")) > 0);
    };
    const { id } = await paidBooking(world);
    world.db.orm.delete(outbox).run();
    const hold = (why: string | null) => world.db.write((tx) => setOnHold(tx, world.deed(STAFF), id, why));
    await remindOn(world, addDays(DELIVERY, -1), 9);
    await hold("Who owns the driveway?");
    await sendDue();
    expect(mails).toEqual([]);
    await remindOn(world, addDays(DELIVERY, late - 1), 7);
    await hold(null);
    await sendDue();
    expect(mails).toEqual(told);
    world.close();
  },
);
