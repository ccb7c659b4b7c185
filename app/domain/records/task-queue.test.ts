import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Tx } from "#db/client.server";
import { jobs, outbox, refunds, tasks } from "#db/schema/index";
import { askAboutEndingQuotes } from "../booking/order/booking-tasks.server";
import { moveBooking } from "../booking/order/bookings.server";
import { cancelBooking } from "../changes/cancel.server";
import { rescheduleUnit } from "../changes/reschedule.server";
import { scheduleJob } from "../dispatch/jobs.server";
import { day } from "../kernel/days";
import { newId, type Id } from "../kernel/ids.server";
import { DAY, HOUR, instantAt, plus } from "../kernel/time.server";
import { askForCallBack, moveLead } from "../leads/leads.server";
import { readTextWord } from "../messages/incoming";
import { keepMessage, moveMessage, type NewMessage } from "../messages/messages.server";
import { takeText } from "../messages/thread.server";
import { claimWork, completeWork, endSpentWork, failWork, tryAgain, type ClaimedWork } from "../outbox/outbox.server";
import { applyRefundFacts } from "../payments/refunds.server";
import type { Queue } from "../tasks/kinds";
import { finishTask, openTask, snoozeTask, takeTask } from "../tasks/tasks.server";
import type { Services } from "~/services.server";
import { keepHouse } from "~/services/work/housekeeping.server";
import { openWorld, paidBooking, signedBooking, STAFF, type TestWorld } from "../../../tests/support/domain";
import { listTasks } from "./task-queue.server";

let world: TestWorld;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 5 } });
  world.db.sqlite.exec("delete from tasks; delete from outbox");
});
afterEach(() => world.close());

const list = (queue: Queue = "all", after?: string | null) =>
  listTasks(world.db.orm, world.clock.at, { queue, me: STAFF.id, after });
const rows = (queue?: Queue) => list(queue).rows;
const kinds = () => rows().map(({ kind }) => kind);
const write = <T>(run: (tx: Tx) => T): Promise<T> => world.db.write(run);

describe("what makes a task, and what ends it", () => {
  it("a long message is cut between its characters", async () => {
    const wish = { kind: "call_back", name: "Kim Roe", phone: "(407) 555-0150", email: "", zip: "" } as const;
    await write((tx) => askForCallBack(tx, world.deed(), { ...wish, message: `${"x".repeat(89)}\u{1F69A} and more` }));
    expect(rows()[0]?.detail).toBe(`Call-back · ${"x".repeat(89)}…`);
  });

  it("a request for a call, until somebody has called", async () => {
    const wish = { kind: "call_back", name: "Kim Roe", phone: "(407) 555-0150", email: "", zip: "32801" } as const;
    await write((tx) => askForCallBack(tx, world.deed(), { ...wish, message: "x".repeat(300) }));
    expect(rows()).toMatchObject([
      {
        kind: "lead",
        who: "Kim Roe",
        detail: `Call-back · ZIP 32801 · ${"x".repeat(90)}…`,
        phone: { text: "(407) 555-0150", href: "tel:+14075550150" },
        due: plus(world.clock.at, HOUR),
        isOverdue: false,
        owner: null,
        snoozed: null,
      },
    ]);
    const lead = rows()[0]?.at?.id ?? "";
    await write((tx) => moveLead(tx, world.deed(), lead, "contacted"));
    expect(kinds()).toEqual([]);
    await write((tx) => moveLead(tx, world.deed(), lead, "new"));
    expect(kinds()).toEqual(["lead"]);
    await write((tx) => moveLead(tx, world.deed(), lead, "closed"));
    expect(kinds()).toEqual([]);
  });

  it("a paid order, due the noon before its delivery, until that is planned or gone", async () => {
    const booking = await paidBooking(world, { deliveryDate: "2026-12-10" });
    const due = () => rows()[0]?.due;
    expect(rows()).toMatchObject([{ kind: "to_schedule", who: "Ada Tester", at: { id: booking.booking_number } }]);
    expect(due()).toBe(instantAt(day("2026-12-09"), 12));
    const unit = world.db.sqlite.prepare("select id from units where booking_id = ?").pluck().get(booking.id) as string;
    const to = {
      deliveryDate: day("2026-12-11"),
      window: "morning" as const,
      pickupDate: booking.scheduled_pickup_date,
    };
    await write((tx) => rescheduleUnit(tx, world.deed(STAFF), world.settings(), unit as Id<"unit">, to));
    expect(due()).toBe(instantAt(day("2026-12-10"), 12));
    const job = world.db.orm
      .select()
      .from(jobs)
      .all()
      .find(({ kind, booking_id }) => kind === "delivery" && booking_id === booking.id);
    await write((tx) => scheduleJob(tx, world.deed(STAFF), job?.id as Id<"job">));
    expect(kinds()).toEqual([]);
    const other = await paidBooking(world, { deliveryDate: "2026-12-10" });
    expect(kinds()).toEqual(["to_schedule"]);
    await write((tx) => cancelBooking(tx, world.deed(STAFF), world.settings(), other.id, null, 0));
    expect(kinds()).toEqual([]);
  });

  it("a quote that ends within a day, once, until it is signed, prolonged or over", async () => {
    const booking = await signedBooking(world);
    const quote = (endsIn: number) =>
      world.db.sqlite
        .prepare("update bookings set status = 'quoted', quote_expires_at = ? where id = ?")
        .run(world.clock.at + endsIn, booking.id);
    const look = () => askAboutEndingQuotes(world.db, world.deed());
    quote(DAY);
    await look();
    expect(kinds()).toEqual([]);
    quote(DAY - 1);
    await look();
    expect(rows()).toMatchObject([{ kind: "quote_ending", due: plus(world.clock.at, DAY - 1) }]);
    await write((tx) => finishTask(tx, world.deed(STAFF), rows()[0]?.id ?? "", "they sign tonight"));
    // Neither shown nor looked at again.
    expect((await look()).handled).toBe(0);
    expect(kinds()).toEqual([]);
    await write((tx) => moveBooking(tx, world.deed(), booking.id, "pending_payment"));
    quote(DAY - 1);
    world.db.sqlite.exec(
      "insert into tasks (id, kind, cause, state, subject_kind, subject_id, due_at, made_at, ended_at) values ('old', 'lead', 'old', 'closed', 'lead', 'x', 0, 0, 0)",
    );
    await keepHouse(world as unknown as Services, world.deed());
    expect(kinds()).toEqual(["quote_ending"]);
    expect(
      world.db.orm
        .select()
        .from(tasks)
        .all()
        .map(({ id }) => id),
    ).not.toContain("old");
    await write((tx) => moveBooking(tx, world.deed(), booking.id, "expired"));
    expect(kinds()).toEqual([]);
  });

  it("a refund that did not get through, until it does", async () => {
    const booking = await paidBooking(world, { deliveryDate: "2026-12-10" });
    await write((tx) => cancelBooking(tx, world.deed(), world.settings(), booking.id, null, 0));
    const refund = world.db.orm
      .select()
      .from(refunds)
      .all()
      .find(({ booking_id }) => booking_id === booking.id);
    const say = (status: "failed" | "requires_action" | "succeeded") =>
      write((tx) => {
        const facts = { refundId: "re_1", status, amount: refund?.amount ?? 0, paymentIntentId: null };
        applyRefundFacts(
          tx,
          world.deed(),
          { id: refund?.id as Id<"refund"> },
          { ...facts, failureReason: "expired_or_canceled_card" },
        );
      });
    await say("requires_action");
    expect(rows()).toMatchObject([{ kind: "refund_failed", isOverdue: true }]);
    await say("succeeded");
    expect(kinds()).toEqual([]);
    await say("failed");
    expect(rows()[0]?.detail).toMatch(/^\$\d+\.\d\d · .+ · expired or canceled card$/);
  });

  it("a message of ours that came back, and one that was not sent at all, until it is sent again", async () => {
    const message: NewMessage = {
      cause: "mail:1",
      direction: "out",
      channel: "email",
      template: "mail.lead",
      sender: "us@example.com",
      recipient: "gone@example.com",
      subject: "Your booking",
      body: "",
      providerId: "<1@x>",
      bookingId: null,
      customerId: null,
    };
    const keep = (changes: Partial<NewMessage>, state: "sent" | "queued" | "received") =>
      write((tx) => keepMessage(tx, world.deed(), "http://localhost", { ...message, ...changes }, state));
    const sent = await keep({}, "sent");
    expect(kinds()).toEqual([]);
    await write((tx) => moveMessage(tx, world.deed(), sent as Id<"message">, "bounced", "550 no such user"));
    expect(rows()).toMatchObject([
      {
        kind: "message_bounced",
        who: "gone@example.com",
        detail: "Your booking · to gone@example.com · 550 no such user",
      },
    ]);
    // Anybody can type an address that is none.
    const typed = await keep({ cause: "mail:2", template: "mail.account-key", providerId: "<2@x>" }, "sent");
    await write((tx) => moveMessage(tx, world.deed(), typed as Id<"message">, "bounced", "550"));
    expect(kinds()).toEqual(["message_bounced"]);
    const text = { cause: "sms:1", channel: "sms", recipient: "+14075550133", providerId: "SM1" } as const;
    const queued = (await keep(text, "queued")) as Id<"message">;
    await write((tx) => moveMessage(tx, world.deed(), queued, "failed", "30005"));
    expect(kinds()).toEqual(["message_bounced", "message_bounced"]);
    await write((tx) => moveMessage(tx, world.deed(), queued, "queued"));
    expect(kinds()).toEqual(["message_bounced"]);
  });

  it("what a customer has written, one for all their messages, but not the words that the network answers", async () => {
    const said = (body: string, from = "+14075550133") =>
      write((tx) => {
        const text = { providerId: newId("message"), from, to: "+14075550142", body };
        return takeText(tx, world.deed(), "http://localhost", text, readTextWord(body));
      });
    for (const word of ["STOP", " stop. ", "Help", "UNSTOP"]) await said(word);
    expect(kinds()).toEqual([]);
    await said("Where is the truck?");
    world.clock.at = plus(world.clock.at, 60_000);
    await said("Hello? Stop by the gate");
    expect(rows()).toMatchObject([
      {
        kind: "answer",
        who: "(407) 555-0133",
        detail: "“Hello? Stop by the gate”",
        phone: { href: "tel:+14075550133" },
        // The first one waits.
        due: plus(world.clock.at, HOUR - 60_000),
      },
    ]);
    await said("Me too", "+14075550177");
    expect(kinds()).toHaveLength(2);
  });

  it("a text of a number with two bookings names both; CANCEL asks whether one is meant, until it is cancelled", async () => {
    const first = await paidBooking(world);
    world.clock.at = plus(world.clock.at, 60_000);
    const second = await paidBooking(world, { deliveryDate: "2026-12-10" });
    await write((tx) => tx.delete(tasks).run());
    const both = `may be about ${second.booking_number} or ${first.booking_number}`;
    const said = (body: string, from = "+14075550133") =>
      write((tx) => {
        const text = { providerId: newId("message"), from, to: "+14075550142", body };
        return takeText(tx, world.deed(), "http://localhost", text, readTextWord(body));
      });
    await said("When do you come?");
    expect(rows()).toMatchObject([{ kind: "answer", detail: `“When do you come?” · ${both}` }]);
    expect(await said(" Cancel. ")).toBe("stop");
    expect(rows().find(({ kind }) => kind === "texted_cancel")).toMatchObject({
      kind: "texted_cancel",
      who: "Ada Tester",
      detail: `“Cancel.” · ${both}`,
      phone: { href: "tel:+14075550133" },
      at: { kind: "booking", id: second.booking_number },
    });
    const told = world.db.sqlite.prepare("select data from events where action = 'text_received'").pluck().all();
    expect(told.map((data) => (JSON.parse(String(data)) as { others: unknown }).others)).toEqual([
      [first.booking_number],
      [first.booking_number],
    ]);
    const cancelled = await write((tx) => cancelBooking(tx, world.deed(), world.settings(), second.id, null, 0));
    expect(cancelled.ok).toBe(true);
    expect(kinds().filter((kind) => kind === "texted_cancel")).toEqual([]);
    // Nobody's booking is meant by a number without one.
    await said("CANCEL", "+14075550177");
    expect(kinds().filter((kind) => kind === "texted_cancel")).toEqual([]);
  });

  it("work that was given up, until it is done after all or tried anew", async () => {
    const put = (id: string) =>
      world.db.sqlite.exec(
        `insert into outbox (id, kind, cause, payload, state, attempts, run_at, created_at) values ('${id}', 'mail.lead', '${id}', '{}', 'waiting', 77, 0, 0)`,
      );
    put("obx_1");
    const [work] = (await claimWork(world.db, 1, 1_000)) as [ClaimedWork];
    // Somebody else has it now: what this one says of it is nothing.
    await failWork(world.db, world.deed(), { ...work, lease_token: "lost" }, "late");
    expect(kinds()).toEqual([]);
    await failWork(world.db, world.deed(), work, "no route to host");
    expect(rows()).toMatchObject([
      { kind: "work_given_up", who: "The program", detail: "mail.lead · no route to host", at: null },
    ]);
    expect(await write((tx) => tryAgain(tx, world.deed(STAFF), "obx_1"))).toBe(true);
    expect(await write((tx) => tryAgain(tx, world.deed(STAFF), "obx_1"))).toBe(false);
    expect(kinds()).toEqual([]);
    expect(world.db.orm.select().from(outbox).all()).toMatchObject([{ state: "waiting", attempts: 1 }]);
    world.db.sqlite.exec("update outbox set attempts = 78");
    await endSpentWork(world.db, world.deed());
    expect(kinds()).toEqual(["work_given_up"]);
    await write((tx) => completeWork(tx, world.deed(), work));
    expect(kinds()).toEqual([]);
  });
});

describe("the queue", () => {
  const put = (cause: string, due: number) =>
    write((tx) =>
      openTask(tx, world.deed(), {
        kind: "lead",
        cause,
        subject: { kind: "lead", id: cause },
        due: plus(world.clock.at, due),
      }),
    );
  const idOf = (cause: string) =>
    world.db.orm
      .select()
      .from(tasks)
      .all()
      .find((task) => task.cause === cause)?.id ?? "";

  it("has the longest overdue first, by pages that hold each task once", async () => {
    const made = world.clock.at;
    for (let n = 0; n < 45; n++) await put(`lead:${n}`, ((n * 7) % 45) * HOUR);
    world.clock.at = plus(made, 20 * HOUR);
    const pages = [list()];
    for (let next = pages[0]?.next; next; next = pages.at(-1)?.next) pages.push(list("all", next));
    expect(pages.map(({ rows }) => rows.length)).toEqual([10, 10, 10, 10, 5]);
    const due = pages.flatMap(({ rows }) => rows.map((row) => row.due));
    expect(due).toEqual(Array.from({ length: 45 }, (_, n) => plus(made, n * HOUR)));
    expect(pages[0]?.rows.every(({ isOverdue }) => isOverdue)).toBe(true);
    expect(list("all", "drop table").rows).toHaveLength(10);
  });

  it("is everybody's, mine, nobody's, or what was put off until it comes back", async () => {
    for (const cause of ["a", "b", "c"]) await put(cause, 0);
    await write((tx) => takeTask(tx, world.deed(STAFF), idOf("a")));
    await write((tx) => snoozeTask(tx, world.deed(STAFF), idOf("b"), plus(world.clock.at, HOUR), "calls at ten"));
    const counts = () => list().counts;
    expect(counts()).toEqual({ all: 2, mine: 1, nobody: 1, snoozed: 1 });
    expect(rows("mine")).toMatchObject([{ id: idOf("a"), owner: { isMe: true } }]);
    expect(rows("nobody")).toMatchObject([{ id: idOf("c") }]);
    expect(rows("snoozed")).toMatchObject([
      { id: idOf("b"), snoozed: { until: plus(world.clock.at, HOUR), why: "calls at ten" } },
    ]);
    world.clock.at = plus(world.clock.at, HOUR);
    expect(counts()).toEqual({ all: 3, mine: 1, nobody: 2, snoozed: 0 });
    expect(rows("nobody").find(({ id }) => id === idOf("b"))?.snoozed).toBeNull();
  });

  it("stops counting at a hundred", async () => {
    for (let n = 0; n < 120; n++) await put(`lead:${n}`, n);
    expect(list().counts.all).toBe(100);
  });
});
