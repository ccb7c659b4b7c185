import { afterEach, beforeEach, expect, it } from "vitest";
import { instant, type Instant } from "../kernel/time.server";
import { answerDueWords } from "../states/dispute-words";
import { disputed, paymentOf, disputeFacts, tell } from "../../../tests/support/money";
import { openWorld, STAFF, type TestWorld } from "../../../tests/support/domain";
import { findDisputeRecord, listDisputes } from "./billing-money.server";
import { listTasks } from "./task-queue.server";

let world: TestWorld;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 5 } });
});
afterEach(() => world.close());

const listed = (now: Instant) => listDisputes(world.db.orm, now, null).rows[0]?.due;
const detail = (now: Instant) =>
  listTasks(world.db.orm, now, { queue: "all", me: STAFF.id, after: null }).rows.find(({ kind }) => kind === "dispute")
    ?.detail;

it("an answer that the bank does not wait for any more was due: in the list, on its page and in its task", async () => {
  const { id, due_at } = await disputed(world);
  const due = due_at ?? expect.fail("no end");
  const before = instant(due - 1);
  for (const found of [listed(before), findDisputeRecord(world.db.orm, before, id)?.due])
    expect(found && answerDueWords(found)).toBe("Answer by");
  expect(detail(before)).toMatch(/^\$[\d.]+ · To be answered · Answer by \w{3}, \w{3} \d+$/);
  for (const found of [listed(due), findDisputeRecord(world.db.orm, due, id)?.due]) {
    expect(found?.at).toBe(due);
    expect(found && answerDueWords(found)).toBe("The answer was due");
  }
  expect(detail(due)).toMatch(/^\$[\d.]+ · To be answered · The answer was due \w{3}, \w{3} \d+$/);
});

it("nothing is due with the bank, and where the bank names no day", async () => {
  const { id, booking_id, due_at } = await disputed(world);
  const now = due_at ?? expect.fail("no end");
  await tell(world, disputeFacts(paymentOf(world, booking_id), { dueBy: null }));
  expect([listed(now), detail(now)]).toEqual([null, expect.stringMatching(/ · To be answered$/)]);
  await tell(world, disputeFacts(paymentOf(world, booking_id), { state: "under_review" }));
  expect([listed(now), findDisputeRecord(world.db.orm, now, id)?.due]).toEqual([null, null]);
});
