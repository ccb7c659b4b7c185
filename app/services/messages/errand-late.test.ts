import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { outbox } from "#db/schema/index";
import { getBooking } from "~/domain/booking/order/bookings.server";
import { findPickup, requestPickup } from "~/domain/changes/pickup-request.server";
import { addDays, type Day } from "~/domain/kernel/days";
import type { Id } from "~/domain/kernel/ids.server";
import { instantAt } from "~/domain/kernel/time.server";
import type { Email } from "~/domain/messages/ports";
import { listNextStops } from "~/domain/records/next-events.server";
import { readStatus, statusAsked } from "~/domain/records/status.server";
import { asSentence } from "~/domain/states/sentence";
import { unitsView } from "~/routes/manage/units-view.server";
import { openWorld, type TestWorld } from "../../../tests/support/domain";
import { errandOn, planByOffice, standing } from "../../../tests/support/errands";
import { PICKUP, remindOn } from "../../../tests/support/reminder-cases";
import { fakeSms } from "../../../tests/support/sms";
import { fakeServices } from "../../../tests/support/visit";
import type { Services } from "../../services.server";
import { runDueWork } from "../work/worker.server";

/** A truck of ours that did not come for what stands there: its customer hears so, in the words of the page. */
let world: TestWorld;
let services: Services;
let mails: Email[];
let texts: string[];
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 4 } });
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
const until = async (on: Day, hour = 9) => {
  await remindOn(world, on, hour);
  world.db.orm.update(outbox).set({ run_at: 0, created_at: 0 }).where(eq(outbox.state, "waiting")).run();
  while ((await runDueWork(services, "messages")) > 0);
};
const status = (id: Id<"booking">) =>
  asSentence(readStatus(world.db.orm, getBooking(world.db.orm, id), statusAsked(services.flags(), world.clock.at)));
const subjects = () => mails.map(({ subject }) => subject.replace(/^.*: /, ""));
const SATURDAY = "2026-12-05" as Day;

describe("a swap, an emptying or a move whose day is over", () => {
  it("a swap is told once by mail and by text, in the sentence of its page", async () => {
    const { bookingId, id } = await standing(world, { smsConsent: true });
    await planByOffice(world, id, errandOn("swap", SATURDAY));
    forget();
    await until(SATURDAY, 20);
    expect(mails).toEqual([]);
    expect(
      listNextStops(world.db.orm, world.settings(), world.clock.at).flatMap(({ at, events }) =>
        events.some(({ what }) => what.startsWith("the swap, emptying or move is late")) ? [at] : [],
      ),
    ).toEqual([instantAt(addDays(SATURDAY, 1), 8)]);
    for (const days of [1, 1, 2]) await until(addDays(SATURDAY, days));
    expect(status(bookingId)).toMatch(
      /^We are late with your swap\. It was planned for Sat, Dec 5, .* We come as soon as we can/,
    );
    expect(subjects()).toEqual(["we are late with your swap"]);
    expect(texts).toEqual([expect.stringContaining(status(bookingId))]);
  });

  it.each([
    ["dump_and_return", "we are late with your emptying"],
    ["relocate", "we are late with the move of your dumpster"],
  ] as const)("%s is told as its page has it", async (kind, subject) => {
    const { bookingId, id } = await standing(world);
    await planByOffice(world, id, errandOn(kind, SATURDAY));
    forget();
    await until(addDays(SATURDAY, 1));
    const said = "and we have not been there yet. We come as soon as we can";
    const [unit] = unitsView(services, getBooking(world.db.orm, bookingId), world.settings());
    expect([subjects(), unit?.planned?.when]).toEqual([[subject], expect.stringContaining(said)]);
    expect(mails[0]?.text.replaceAll("\n", " ")).toContain(said);
  });
});

it.each([false, true])("a pickup that was asked for is late by us, kept longer or not (%s)", async (mayKeep) => {
  const { bookingId, id } = await standing(world, { flexibleExtension: mayKeep, smsConsent: true });
  world.clock.at = instantAt(addDays(PICKUP, 3), 10);
  const asked = await world.db.write((tx) =>
    requestPickup(tx, world.deed(), world.settings(), id, { early: true, seen: null }),
  );
  const day = findPickup(world.db.orm, id)!.day;
  expect([asked.ok, status(bookingId)]).toEqual([true, expect.stringMatching(/^Pickup requested\./)]);
  forget();
  await until(addDays(day, 1));
  expect(subjects()).toEqual(["we are late with your pickup"]);
  const costs = "You need not do anything, and our delay costs you nothing.";
  expect([status(bookingId), ...texts]).toEqual([
    expect.stringMatching(/^We are late with your pickup\. .* You need not do anything/),
    expect.stringContaining(costs),
  ]);
  expect(mails[0]?.text.replaceAll("\n", " ")).toContain(costs);
});
