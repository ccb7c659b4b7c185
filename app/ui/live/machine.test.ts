import { expect, it } from "vitest";
import { startState, step, type LiveEffect, type LiveInput, type LiveState } from "./machine";

const OFFICE = ["office"];
const want = (...topics: string[]): LiveInput => ({ type: "want", topics });
const joined = (topics = OFFICE, refused: string[] = []): LiveInput => ({
  type: "joined",
  joined: topics,
  refused,
  place: "5.1",
});
const tick: LiveInput = { type: "tick" };
const failed: LiveInput = { type: "failed" };

const short = (effect: LiveEffect) =>
  effect.do === "connect"
    ? `connect ${effect.topics.join()} since ${effect.since}`
    : effect.do === "end"
      ? `${effect.topic} ${effect.end}`
      : effect.do;
const words = ({ connection, channels }: LiveState) =>
  [connection, ...Object.entries(channels).map(([name, is]) => `${name} ${is}`)].join(", ");

/** Each line: the second at which it happens, what happens, the state after it, what is to be done. */
type Line = [at: number, input: LiveInput, state: string, effects?: string[]];

const STORIES: Record<string, Line[]> = {
  "a stream that stands": [
    [0, want("office"), "connecting, office joining", ["connect office since 3.0"]],
    [1, joined(), "open, office joined"],
    [25, { type: "heard", place: "6.1" }, "open, office joined"],
    [64, tick, "open, office joined"],
    [65, tick, "closed, office errored", ["disconnect", "office CHANNEL_ERROR"]],
    [66, tick, "connecting, office joining", ["connect office since 6.1"]],
    [67, joined(), "open, office joined"],
    [68, want(), "closing, office leaving", ["disconnect"]],
    [68, { type: "disconnected" }, "closed, office closed", ["office CLOSED"]],
    [99, tick, "closed, office closed"],
  ],
  "nobody answers within 10 s, then it is tried after 1, 2, 5, 10 and 10 s": [
    [0, want("office"), "connecting, office joining", ["connect office since 3.0"]],
    [9.9, tick, "connecting, office joining"],
    [10, tick, "closed, office errored", ["disconnect", "office TIMED_OUT"]],
    [10.9, tick, "closed, office errored"],
    [11, tick, "connecting, office joining", ["connect office since 3.0"]],
    [11, failed, "closed, office errored", ["disconnect", "office CHANNEL_ERROR"]],
    [12.9, tick, "closed, office errored"],
    [13, tick, "connecting, office joining", ["connect office since 3.0"]],
    [13, failed, "closed, office errored", ["disconnect", "office CHANNEL_ERROR"]],
    [17.9, tick, "closed, office errored"],
    [18, tick, "connecting, office joining", ["connect office since 3.0"]],
    [18, failed, "closed, office errored", ["disconnect", "office CHANNEL_ERROR"]],
    [27.9, tick, "closed, office errored"],
    [28, tick, "connecting, office joining", ["connect office since 3.0"]],
    [28, failed, "closed, office errored", ["disconnect", "office CHANNEL_ERROR"]],
    [37.9, tick, "closed, office errored"],
    [38, tick, "connecting, office joining", ["connect office since 3.0"]],
    // One that stood begins the count anew.
    [39, joined(), "open, office joined"],
    [40, failed, "closed, office errored", ["disconnect", "office CHANNEL_ERROR"]],
    [40, failed, "closed, office errored"],
    [41, tick, "connecting, office joining", ["connect office since 5.1"]],
  ],
  "topics come and go": [
    [0, want("office"), "connecting, office joining", ["connect office since 3.0"]],
    [1, joined(), "open, office joined"],
    [2, want("office"), "open, office joined"],
    [
      3,
      want("office", "booking:1"),
      "connecting, office joining, booking:1 joining",
      ["disconnect", "connect office,booking:1 since 5.1"],
    ],
    [4, joined(["office"], ["booking:1"]), "open, office joined, booking:1 errored", ["booking:1 CHANNEL_ERROR"]],
    [
      5,
      want("booking:2"),
      "connecting, office leaving, booking:1 leaving, booking:2 joining",
      ["disconnect", "connect booking:2 since 5.1"],
    ],
    [
      6,
      joined(["booking:2"]),
      "open, office closed, booking:1 closed, booking:2 joined",
      ["office CLOSED", "booking:1 CLOSED"],
    ],
    [
      7,
      { type: "refused", topics: ["booking:2"] },
      "open, office closed, booking:1 closed, booking:2 errored",
      ["booking:2 CHANNEL_ERROR"],
    ],
  ],
  "a session that ended is not asked for again": [
    [0, want("office"), "connecting, office joining", ["connect office since 3.0"]],
    [1, joined(), "open, office joined"],
    [2, { type: "ended" }, "closed, office closed", ["office CLOSED"]],
    [2, failed, "closed, office closed"],
    [99, tick, "closed, office closed"],
  ],
  "nothing is wanted any more while nothing stands": [
    [0, want("office"), "connecting, office joining", ["connect office since 3.0"]],
    [0, failed, "closed, office errored", ["disconnect", "office CHANNEL_ERROR"]],
    [0.5, want(), "closed, office closed", ["office CLOSED"]],
    [99, tick, "closed, office closed"],
  ],
};

it.each(Object.entries(STORIES))("%s", (_, lines) => {
  let state = startState("3.0");
  const told = lines.map(([at, input]) => {
    const next = step(state, input, at * 1000);
    state = next.state;
    const effects = next.effects.map(short);
    return [at, input, words(state), ...(effects.length > 0 ? [effects] : [])];
  });
  expect(told).toEqual(lines);
});
