import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { bookings, outbox, payments, units } from "#db/schema/index";
import { getBooking } from "~/domain/booking/order/bookings.server";
import { askForChange, previewChange } from "~/domain/changes/changes.server";
import { askToMove } from "~/domain/changes/extra-job.server";
import { fallingWords } from "~/domain/changes/extra-rules";
import type { AskedChange } from "~/domain/changes/kind";
import { moveJobTo } from "~/domain/changes/move-job.server";
import { keepDumpster, requestPickup } from "~/domain/changes/pickup-request.server";
import { errandsThatFall, withdrawExtra } from "~/domain/changes/withdraw-extra.server";
import { advanceJob } from "~/domain/dispatch/advance.server";
import { assignJob, scheduleJob } from "~/domain/dispatch/jobs.server";
import { day } from "~/domain/kernel/days";
import type { Id } from "~/domain/kernel/ids.server";
import { HOUR, instantAt, plus } from "~/domain/kernel/time.server";
import type { Email } from "~/domain/messages/ports";
import { openedChange } from "../../../tests/support/changes";
import { confirm, openWorld, paidBooking, sessionFacts, STAFF, type TestWorld } from "../../../tests/support/domain";
import { driveJob, missJob } from "../../../tests/support/driver";
import { buyHaul, errandOn, planByOffice } from "../../../tests/support/errands";
import { disputeFacts, tell } from "../../../tests/support/money";
import { fakeSms } from "../../../tests/support/sms";
import { fakeServices } from "../../../tests/support/visit";
import { accruedOfAsked } from "../../routes/manage/accrued.server";
import type { Services } from "../../services.server";
import { runDueWork } from "../work/worker.server";

let world: TestWorld;
let services: Services;
let mails: { subject: string; text: string }[];
let bookingId: Id<"booking">;
let driverId: Id<"driver">;
let id: Id<"unit">;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 3 } });
  mails = [];
  services = {
    ...fakeServices(world),
    mail: {
      send: async ({ subject, text }: Email) =>
        void mails.push({ subject: subject.replace(/^Booking DMP-\d+-\d+: /, ""), text: text.replace(/\s+/g, " ") }),
    },
  };
  bookingId = (await paidBooking(world)).id;
  world.clock.at = instantAt(day("2026-12-03"), 9);
  driverId = (await driveJob(world, bookingId, ["en_route", "arrived", "serviced", "completed"])).driverId;
  world.db.orm.delete(outbox).run();
  id = world.db.orm.select().from(units).where(eq(units.booking_id, bookingId)).get()!.id;
  world.clock.at = instantAt(day("2026-12-07"), 10);
});
afterEach(() => world.close());

const sendDue = async () => {
  world.db.orm.update(outbox).set({ run_at: 0 }).where(eq(outbox.state, "waiting")).run();
  while ((await runDueWork(services, "messages")) > 0);
};
const request = () =>
  world.db.write((tx) => requestPickup(tx, world.deed(), world.settings(), id, { early: true, seen: null }));
const keep = () => world.db.write((tx) => keepDumpster(tx, world.deed(), world.settings(), id));
async function bought(asked: AskedChange) {
  const seen = previewChange(world.db.orm, world.settings(), id, asked, world.clock.at);
  const got = await world.db.write((tx) =>
    askForChange(tx, world.deed(), world.settings(), id, asked, seen.ok ? seen.price.total : 0),
  );
  if (!got.ok) throw new Error(got.code);
  await confirm(world, sessionFacts(await openedChange(world, got.change)));
}
const subjects = () => mails.map(({ subject }) => subject);

describe("the receipt of a stopped clock", () => {
  it("names the minute and the day, as the page does", async () => {
    await request();
    await sendDue();
    expect(subjects()).toEqual(["pickup requested, daily charges stopped"]);
    expect(mails[0]?.text).toContain(
      "On Monday, December 7, 10:00 am, you asked us to pick up your 20-yard dumpster. Daily charges stopped at that minute, however long we take. We plan to come on Monday, December 7.",
    );
  });

  it("says what the days past the paid ones have come to until then, as the page does", async () => {
    world.db.orm.update(bookings).set({ flexible_extension: true }).run();
    world.clock.at = instantAt(day("2026-12-12"), 10);
    await request();
    await sendDue();
    const booking = getBooking(world.db.orm, bookingId);
    const page = accruedOfAsked(services, booking);
    expect(page).toMatch(/^\d extra days? until you asked: \$\d+\.\d\d with tax; that day counts\./);
    expect(mails[0]?.text).toContain(`however long we take. ${page} We plan to come on`);
  });

  it("of a request that was taken back is not sent, nor that it was kept once it is asked for again", async () => {
    await request();
    world.clock.at = plus(world.clock.at, HOUR);
    await keep();
    world.clock.at = plus(world.clock.at, HOUR);
    await request();
    await sendDue();
    expect(subjects()).toEqual(["pickup requested, daily charges stopped"]);
    expect(mails[0]?.text).toContain("12:00 pm");
    await keep();
    await sendDue();
    expect(subjects()).toEqual(["pickup requested, daily charges stopped", "you keep your dumpster"]);
  });

  it("nor that it is kept once a swap is to take it: its days end with that", async () => {
    await request();
    await keep();
    await bought({ kind: "swap", size: 20, material: "general", day: day("2026-12-09"), window: "morning", note: "" });
    await sendDue();
    expect(subjects()).toEqual(["swap is planned, Wednesday, December 9"]);
  });

  it("names no price to who keeps it past its day and did not choose to", async () => {
    world.clock.at = instantAt(day("2026-12-12"), 10);
    await request();
    await keep();
    await sendDue();
    expect(mails.at(-1)?.text).toContain(
      "Its days ended on Thursday, December 10: we come for it as soon as we can, and that costs you nothing.",
    );
  });
});

describe("what was bought", () => {
  it("is told with every line that was paid, and sums to it", async () => {
    await bought({ kind: "swap", size: 20, material: "general", day: day("2026-12-09"), window: "morning", note: "" });
    await sendDue();
    expect(subjects()).toEqual(["swap is planned, Wednesday, December 9"]);
    const { text } = mails[0]!;
    for (const words of [
      "$379.00",
      "$95.00",
      "Tax (8%)",
      "$37.92",
      "$511.92",
      "we pick that one up on Wednesday, December 16",
    ])
      expect(text).toContain(words);
  });

  it("is not told as planned once its truck has left", async () => {
    const haul = { kind: "haul", as: "dump_and_return", day: day("2026-12-08"), window: "anytime", note: "" } as const;
    await bought(haul);
    const truck = jobOf("dump_and_return");
    await world.db.write((tx) => {
      scheduleJob(tx, world.deed(STAFF), truck);
      assignJob(tx, world.deed(STAFF), truck, driverId);
      advanceJob(tx, world.deed(STAFF), truck, "en_route");
    });
    await sendDue();
    expect(subjects()).toEqual(["our driver is on the way"]);
  });

  it("and is moved by us has one message of the day that it has then, without what was paid; put back it has none", async () => {
    await bought({ kind: "swap", size: 20, material: "general", day: day("2026-12-09"), window: "morning", note: "" });
    await sendDue();
    mails = [];
    const move = (on: string, window: "morning" | "afternoon") =>
      world.db.write((tx) =>
        moveJobTo(tx, world.deed(STAFF), world.settings(), jobOf("swap"), { day: day(on), window }),
      );
    await move("2026-12-10", "afternoon");
    await move("2026-12-09", "morning");
    await sendDue();
    expect(mails).toEqual([]);
    await move("2026-12-09", "afternoon");
    await move("2026-12-11", "morning");
    await sendDue();
    expect(subjects()).toEqual(["swap has a new day, Friday, December 11"]);
    expect(mails[0]?.text).toContain(
      "on Friday, December 11, 8AM to 12PM (before: Wednesday, December 9, 8AM to 12PM).",
    );
    expect(mails[0]?.text).toContain("we pick that one up on Friday, December 18");
    expect(mails[0]?.text).not.toContain("$");
  });

  it("and is taken back says what goes back to which card", async () => {
    const haul = { kind: "haul", as: "dump_and_return", day: day("2026-12-08"), window: "anytime", note: "" } as const;
    await bought(haul);
    // Another one is on file than the one that paid for it.
    world.db.orm.update(bookings).set({ card_brand: "visa", card_last4: "4242" }).run();
    world.db.orm.update(payments).set({ card_brand: "mastercard", card_last4: "4444" }).run();
    await world.db.write((tx) => withdrawExtra(tx, world.deed(), jobOf("dump_and_return"), "test"));
    await sendDue();
    expect(subjects()).toEqual(["taken back"]);
    // It may have fallen with a pickup that was moved, of which another mail tells.
    expect(mails[0]?.text).not.toContain("stands as it is");
    expect(mails[0]?.text).toContain(
      "The emptying is taken back. $102.60 goes back to Mastercard 4444 in 5–10 business days.",
    );
  });

  it("and planned again after a truck came in vain names no payment a second time", async () => {
    const sms = fakeSms();
    const { sent } = sms;
    services = { ...services, sms };
    world.db.orm.update(bookings).set({ sms_consent: true }).run();
    const { job } = await buyHaul(world, id, "2026-12-08");
    await sendDue();
    const papers = /Paid|\$102\.60|Invoice/;
    expect([mails.at(-1)?.text, sent.at(-1)?.body]).toEqual([
      expect.stringMatching(/Paid: \$102\.60\..*Invoice INV-/),
      expect.stringContaining("Paid: $102.60."),
    ]);
    world.clock.at = instantAt(day("2026-12-08"), 9);
    await missJob(world, job.id);
    await sendDue();
    await planByOffice(world, id, errandOn("dump_and_return", "2026-12-09"));
    await sendDue();
    expect(subjects().at(-1)).toBe("emptying is planned, Wednesday, December 9");
    for (const words of [mails.at(-1)?.text, sent.at(-1)?.body]) {
      expect(words).toContain(
        "We plan to empty your 20-yard dumpster and bring it back on Wednesday, December 9, 8AM to 5PM. You paid for it already; nothing is charged again.",
      );
      expect(words).not.toMatch(papers);
    }
  });

  it("for nothing says that nothing was charged", async () => {
    const asked = await world.db.write((tx) =>
      askToMove(tx, world.deed(), world.settings(), id, { inTheWay: true, note: "Left" }),
    );
    if (!asked.ok) throw new Error(asked.code);
    await sendDue();
    expect(mails[0]?.text).toContain(
      "We plan to move your 20-yard dumpster to another place on your site on Monday, December 7",
    );
    await world.db.write((tx) => withdrawExtra(tx, world.deed(), asked.job.id, "test"));
    await sendDue();
    expect(mails[1]?.text).toContain("Nothing was charged for it.");
  });
});

function jobOf(kind: string): Id<"job"> {
  return world.db.sqlite.prepare("select id from jobs where kind = ?").pluck().get(kind) as Id<"job">;
}

it("taken back while the bank decides about its payment, the money goes back after that, as the page says before", async () => {
  const { job } = await buyHaul(world, id, "2026-12-08");
  const paid = world.db.orm.select().from(payments).where(eq(payments.amount, 10260)).get()!;
  await tell(world, disputeFacts(paid));
  const [falls] = errandsThatFall(world.db.orm, id, job.day);
  expect(falls && fallingWords(falls)).toBe(
    "Emptying it on Tuesday, December 8 falls away: $102.60 goes back once the bank has decided about the payment.",
  );
  await world.db.write((tx) => withdrawExtra(tx, world.deed(), job.id, "not wanted"));
  await sendDue();
  expect(mails.find(({ subject }) => subject === "taken back")?.text).toContain(
    "goes back to your card once your bank has decided about the payment.",
  );
});

describe("What the office planned for them on the telephone", () => {
  it.each([
    [
      "dump_and_return",
      "emptying is planned, Wednesday, December 9",
      [
        "It costs $102.60 with tax, charged when it is done.",
        "take it back on your booking’s page: then it costs nothing.",
      ],
    ],
    ["relocate", "we move your dumpster, Wednesday, December 9", ["take it back on your booking’s page."]],
  ] as const)("%s: its price, when it is charged, and what taking it back does", async (kind, subject, said) => {
    await planByOffice(world, id, errandOn(kind, "2026-12-09"));
    await sendDue();
    expect(mails.map((mail) => mail.subject)).toEqual([subject]);
    for (const words of said) expect(mails[0]?.text).toContain(words);
    expect(mails[0]?.text).not.toMatch(/paid for it/i);
  });
});
