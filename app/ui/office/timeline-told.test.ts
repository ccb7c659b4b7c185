import { expect, it } from "vitest";
import { toldTimeline } from "./timeline-told";
import type { TimelineEntry } from "./timeline-words";

const entry = (id: number, action: string, more: Partial<TimelineEntry> = {}): TimelineEntry => ({
  id,
  at: id * 60_000,
  subject_kind: "booking",
  subject_id: "bkg_1",
  action,
  from_state: null,
  to_state: null,
  actor_kind: "staff",
  actor_label: "Sam",
  why: null,
  data: null,
  ...more,
});

it("begins with the newest, in the story and in all of it, and folds away what the house did by itself", () => {
  const { story, all } = toldTimeline([
    entry(1, "note_written", { why: "changed" }),
    entry(2, "hold_made"),
    entry(3, "put_on_hold", { why: "Ask first" }),
  ]);
  expect(story.map(({ id }) => id)).toEqual([3, 1]);
  expect(all.map(({ id }) => id)).toEqual([3, 2, 1]);
  // What somebody wrote is told as they wrote it, whatever name of ours it is like.
  expect(story.map(({ why, isNote, by }) => [why, isNote, by])).toEqual([
    ["Ask first", false, "Sam (staff)"],
    ["changed", true, "Sam (staff)"],
  ]);
});
