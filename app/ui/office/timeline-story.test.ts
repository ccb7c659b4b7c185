import { expect, it } from "vitest";
import { inWords, tellStory } from "./timeline-story";
import { tellTimeline, type TimelineEntry } from "./timeline-words";

const UNITS = new Map([
  ["job_1", 1],
  ["job_2", 2],
  ["job_3", 3],
]);
const MINUTE = 60_000;

/** What is told of these, oldest first; each a minute after the one before unless it says when. */
function story(happened: Partial<TimelineEntry>[], cards?: Map<string, string>): string[] {
  const entries = happened.map((one, index): TimelineEntry => ({
    id: index,
    at: index * MINUTE,
    subject_kind: "job",
    subject_id: "job_1",
    action: "job_moved",
    from_state: null,
    to_state: null,
    actor_kind: "driver",
    actor_label: "Dale",
    why: null,
    data: null,
    ...one,
  }));
  return tellStory(tellTimeline(entries, { unitOf: UNITS }), cards).map(inWords);
}
const move = (to_state: string, more: Partial<TimelineEntry> = {}) => ({
  to_state,
  data: { job: "delivery" },
  ...more,
});
const job = (subject_id: string, at = 0) => ({ subject_id, at });

it("tells of a truck's way where it is now, and once it is done that it is", () => {
  const way = ["scheduled", "assigned", "en_route", "arrived"].map((to) => move(to));
  expect(story(way)).toEqual(["Delivery: At the site, unit 1"]);
  expect(story([...way, move("serviced"), move("completed")])).toEqual(["Delivery: Completed, unit 1"]);
});

it("tells of each job by itself, and of what went wrong or has a reason in any case", () => {
  expect(story([move("en_route"), move("assigned", job("job_2")), move("attempted")])).toEqual([
    "Delivery: Assigned, unit 2",
    "Delivery: Attempted, not possible, unit 1",
  ]);
  expect(story([move("scheduled", { from_state: "en_route", why: "Breakdown" }), move("completed")])).toEqual([
    "Delivery: the truck was called back, unit 1",
    "Delivery: Completed, unit 1",
  ]);
});

it("tells the same of several dumpsters in one line, where one person did it at one time", () => {
  const done = (id: string, at: number, more = {}) => move("completed", { ...job(id, at), ...more });
  expect(story([done("job_2", 0), done("job_1", 1), done("job_3", 2)])).toEqual([
    "Delivery: Completed, units 1, 2, and 3",
  ]);
  expect(story([done("job_1", 0), done("job_2", MINUTE)])).toHaveLength(2);
  expect(story([done("job_1", 0), done("job_2", 1, { actor_label: "Dana" })])).toHaveLength(2);
  expect(story([done("job_1", 0), done("job_2", 1, { why: "by phone" })])).toHaveLength(2);
  // The same dumpster twice happened twice.
  expect(story([done("job_1", 0), done("job_1", 1)])).toHaveLength(2);
});

it("tells of signature and payment as of one thing, by which card where it is known, unless hours lie between", () => {
  const signed = { action: "agreement_signed", subject_id: "agr", data: { version: 1 } };
  const paid = { action: "payment_received", subject_id: "pay_1", data: { amount: 40932 } };
  const cards = new Map([["pay_1", "Visa 4242"]]);
  expect(story([signed, paid], cards)).toEqual(["Signed and paid $409.32 by Visa 4242"]);
  expect(story([signed, { ...paid, at: 60 * MINUTE }])).toEqual(["Signed and paid $409.32"]);
  expect(story([signed, { ...paid, at: 60 * MINUTE + 1 }], cards)).toEqual([
    "Agreement signed, version 1",
    "Paid $409.32 by Visa 4242",
  ]);
  // Signed again: the first one was another order.
  expect(story([signed, { ...signed, data: { version: 2 } }, paid])).toEqual([
    "Agreement signed, version 1",
    "Signed and paid $409.32",
  ]);
  expect(story([{ ...paid, data: null }])).toEqual(["Payment received"]);
});
