import { afterEach, beforeEach, expect, it } from "vitest";
import type { Tx } from "#db/client.server";
import { setOnHold } from "../booking/office/on-hold.server";
import { recalledCause, untakenCause } from "../dispatch/jobs.server";
import { day } from "../kernel/days";
import { newId, type Id } from "../kernel/ids.server";
import { DAY, instantAt, plus } from "../kernel/time.server";
import type { Queue } from "../tasks/kinds";
import { leftCause } from "../tasks/left-jobs.server";
import { openTask, snoozeTask } from "../tasks/tasks.server";
import { openWorld, paidBooking, STAFF, type TestWorld } from "../../../tests/support/domain";
import { temporaryDriver } from "../../../tests/support/driver";
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
const write = <T>(run: (tx: Tx) => T): Promise<T> => world.db.write(run);
const put = (cause: string) =>
  write((tx) =>
    openTask(tx, world.deed(), { kind: "lead", cause, subject: { kind: "lead", id: cause }, due: world.clock.at }),
  );

it("has first what a truck has to do today and nobody drives yet, by its promised time, and says when", async () => {
  for (let n = 0; n < 12; n++) await put(`lead:${n}`);
  const order = async (deliveryDate: string, deliveryTime: "morning" | "afternoon") =>
    (await paidBooking(world, { deliveryDate, deliveryTime })).booking_number;
  const later = await order("2026-12-11", "morning");
  const afternoon = await order("2026-12-10", "afternoon");
  const morning = await order("2026-12-10", "morning");
  const top = (some = rows()) => some.map(({ kind, at, promised }) => (kind === "lead" ? kind : [at?.id, promised]));
  expect(top()).toEqual(Array(10).fill("lead"));
  world.clock.at = instantAt(day("2026-12-10"), 10);
  const today = [
    [morning, "Today, Morning (8AM - 12PM)"],
    [afternoon, "Today, Afternoon (12PM - 5PM)"],
  ];
  expect(top()).toEqual([...today, ...Array<string>(8).fill("lead")]);
  expect(top(rows("nobody")).slice(0, 2)).toEqual(today);
  expect(top(rows("mine"))).toEqual([]);
  // Each once, on whichever page.
  expect(top(list("all", list().next).rows)).toEqual([...Array<string>(4).fill("lead"), [later, null]]);
  expect(list().counts.all).toBe(15);
  // Put off, it was put off.
  const first = rows()[0]?.id ?? "";
  await write((tx) => snoozeTask(tx, world.deed(STAFF), first, plus(world.clock.at, DAY), "no truck"));
  expect(top().slice(0, 2)).toEqual([today[1], "lead"]);
  // Driven, it is none; its driver off, it is one again.
  world.db.sqlite.exec("delete from tasks where kind = 'to_schedule'");
  const job = world.db.sqlite
    .prepare(
      "select j.id, j.booking_id from jobs j join bookings b on b.id = j.booking_id where j.kind = 'delivery' and b.booking_number = ?",
    )
    .get(afternoon) as { id: Id<"job">; booking_id: Id<"booking"> };
  await write((tx) =>
    openTask(tx, world.deed(), {
      kind: "driver_off",
      cause: leftCause(job.id),
      subject: { kind: "booking", id: job.booking_id },
      bookingId: job.booking_id,
      due: world.clock.at,
    }),
  );
  expect(top().slice(0, 2)).toEqual([today[1], "lead"]);
  world.db.sqlite.prepare("update jobs set state = 'en_route' where id = ?").run(job.id);
  expect(top()).toEqual(Array(10).fill("lead"));
});

it("pages through more pressing ones than a page holds, each once", async () => {
  for (let n = 0; n < 5; n++) await put(`lead:${n}`);
  const { id } = await paidBooking(world, { deliveryDate: "2026-12-10" });
  const unit = world.db.sqlite.prepare("select id from units where booking_id = ?").pluck().get(id) as string;
  for (let n = 0; n < 23; n++) {
    const job = newId("job");
    world.db.sqlite
      .prepare(
        "insert into jobs (id, booking_id, unit_id, kind, state, day, delivery_window, created_at) values (?, ?, ?, 'move', 'scheduled', '2026-12-10', ?, 0)",
      )
      .run(job, id, unit, ["anytime", "morning", "afternoon"][n % 3]);
    const about = { subject: { kind: "booking" as const, id }, bookingId: id };
    await write((tx) =>
      openTask(tx, world.deed(), { kind: "recalled", cause: recalledCause(job), ...about, due: world.clock.at }),
    );
  }
  world.clock.at = instantAt(day("2026-12-10"), 10);
  const pages = [list()];
  for (let next = pages[0]?.next; next && pages.length < 9; next = pages.at(-1)?.next) pages.push(list("all", next));
  expect(pages.map(({ rows }) => rows.length)).toEqual([10, 10, 9]);
  const all = pages.flatMap(({ rows }) => rows);
  expect(new Set(all.map((row) => row.id)).size).toBe(29);
  const hours = all.map(({ promised }) => promised && (/Morning|Afternoon|Anytime/.exec(promised)?.[0] ?? ""));
  expect(hours.slice(0, 24)).toEqual([
    ...Array<string>(hours.filter((hour) => hour === "Morning").length).fill("Morning"),
    ...Array<string>(hours.filter((hour) => hour === "Afternoon").length).fill("Afternoon"),
    ...Array<string>(hours.filter((hour) => hour === "Anytime").length).fill("Anytime"),
  ]);
  expect(hours.slice(24)).toEqual(Array(5).fill(null));
});

it("has what former days have left before what is of today, and says of which day", async () => {
  const order = async (deliveryDate: string) =>
    (await paidBooking(world, { deliveryDate, deliveryTime: "afternoon" })).booking_number;
  const yesterday = await order("2026-12-10");
  const today = await order("2026-12-11");
  const ahead = await order("2026-12-12");
  // Due long before both, and no truck waits for it.
  await put("lead:1");
  world.clock.at = instantAt(day("2026-12-11"), 10);
  const top = () => rows().map(({ at, kind, promised }) => [kind === "lead" ? kind : at?.id, promised]);
  expect(top()).toEqual([
    [yesterday, "Thu, Dec 10, Afternoon (12PM - 5PM)"],
    [today, "Today, Afternoon (12PM - 5PM)"],
    ["lead", null],
    [ahead, null],
  ]);
  world.db.sqlite.exec("update tasks set due_at = due_at + 864000000 where kind = 'to_schedule'");
  expect(top().map(([id]) => id)).toEqual([yesterday, today, "lead", ahead]);
});

it("counts an order to schedule while its delivery has no driver, and an offer that nobody takes", async () => {
  const { id } = await paidBooking(world, { deliveryDate: "2026-12-10", deliveryTime: "morning" });
  world.clock.at = instantAt(day("2026-12-10"), 10);
  const { sqlite } = world.db;
  const job = sqlite
    .prepare("select id from jobs where kind = 'delivery' and booking_id = ?")
    .pluck()
    .get(id) as Id<"job">;
  const promised = () => rows().map((row) => [row.kind, row.promised !== null]);
  expect(promised()).toEqual([["to_schedule", true]]);
  // Somebody has it: nothing presses, though the task is still open.
  sqlite
    .prepare("update jobs set state = 'assigned', driver_id = ? where id = ?")
    .run(await temporaryDriver(world), job);
  expect(promised()).toEqual([["to_schedule", false]]);
  // Given to somebody, and they do not say that they come.
  await write((tx) =>
    openTask(tx, world.deed(), {
      kind: "offer_untaken",
      cause: untakenCause(job),
      subject: { kind: "booking", id },
      bookingId: id,
      due: plus(world.clock.at, DAY),
    }),
  );
  expect(promised()).toEqual([
    ["offer_untaken", true],
    ["to_schedule", false],
  ]);
});

it("what is on hold does not press, and its order to schedule says so with the first words of why", async () => {
  const { id } = await paidBooking(world, { deliveryDate: "2026-12-10", deliveryTime: "morning" });
  world.clock.at = instantAt(day("2026-12-10"), 10);
  const hold = (why: string | null) => write((tx) => setOnHold(tx, world.deed(STAFF), id, why));
  const said = () => rows().map((row) => [row.promised !== null, row.detail.split(" · ")[0]]);
  const items = said()[0]?.[1];
  expect(said()).toEqual([[true, items]]);
  await hold("Who pays?");
  expect(said()).toEqual([[false, "on hold: Who pays?"]]);
  await hold(null);
  await hold("The neighbor says that the driveway is theirs and not the customer's");
  expect(said()).toEqual([[false, "on hold: The neighbor says that the driveway is…"]]);
});

it("has money that is past due behind the trucks of today and before what is only older; but three, and callers stay", async () => {
  for (let n = 0; n < 12; n++) await put(`lead:${n}`);
  const order = await paidBooking(world, { deliveryDate: "2026-12-10", deliveryTime: "morning" });
  world.clock.at = instantAt(day("2026-12-10"), 10);
  const money = async (kind: "account_overdue" | "dispute_lost", cause: string, days: number) => {
    const subject = { kind: "customer" as const, id: order.customer_id };
    await write((tx) => openTask(tx, world.deed(), { kind, cause, subject, due: world.clock.at }));
    world.db.sqlite.prepare("update tasks set due_at = due_at + ? where cause = ?").run(days * DAY, cause);
  };
  await money("account_overdue", "a:1", -1);
  await money("dispute_lost", "d:1", 0);
  // Asked about from tomorrow on.
  await money("account_overdue", "a:2", 1);
  const kinds = () => rows().map(({ kind }) => kind);
  const first = ["to_schedule", "account_overdue", "dispute_lost"];
  expect(kinds()).toEqual([...first, ...Array<string>(7).fill("lead")]);
  const rest = list("all", list().next).rows.map(({ kind }) => kind);
  expect(rest).toEqual([...Array<string>(5).fill("lead"), "account_overdue"]);
  expect(list("mine").rows).toEqual([]);
  for (const n of [3, 4, 5]) await money("account_overdue", `a:${n}`, -n);
  expect(kinds()).toEqual([
    "to_schedule",
    ...Array<string>(3).fill("account_overdue"),
    ...Array<string>(6).fill("lead"),
  ]);
  const pages = [list()];
  for (let to = pages[0]?.next; to && pages.length < 9; to = pages.at(-1)?.next) pages.push(list("all", to));
  const all = pages.flatMap((page) => page.rows.map(({ id }) => id));
  expect([all.length, new Set(all).size]).toEqual([19, 19]);
});
