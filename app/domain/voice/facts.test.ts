import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { factsOf, isEnd, joinFacts, LEG_STATUSES, summarise, type Leg, type LegFacts, type LegReport } from "./facts";

const report = fc.record({
  status: fc.constantFrom(...LEG_STATUSES),
  at: fc.integer({ min: 0, max: 1_000 }),
  seconds: fc.option(fc.integer({ min: 0, max: 50 })),
});
const known = (reports: readonly LegReport[]): LegFacts => {
  const [first, ...rest] = reports.map(factsOf);
  if (!first) throw new Error("no reports");
  return rest.reduce(joinFacts, first);
};
const leg = (role: Leg["role"], reports: LegReport[], agentId: string | null = null): Leg => ({
  ...known(reports),
  role,
  agentId,
});
const at = (status: LegReport["status"], when: number, seconds?: number): LegReport => ({ status, at: when, seconds });

describe("reports about a telephone", () => {
  it("come to the same in any order, and however often each comes", () => {
    fc.assert(
      fc.property(
        fc
          .array(report, { minLength: 1, maxLength: 8 })
          .chain((all) =>
            fc.tuple(
              fc.constant(all),
              fc.shuffledSubarray([...all, ...all], { minLength: 2 * all.length, maxLength: 2 * all.length }),
            ),
          ),
        ([all, again]) => {
          expect(known(again)).toEqual(known(all));
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it("never bring an end back to life", () => {
    fc.assert(
      fc.property(fc.array(report, { minLength: 1, maxLength: 8 }), (all) => {
        expect(isEnd(known(all).status)).toBe(all.some(({ status }) => isEnd(status)));
      }),
    );
  });
});

/** Each row: what was reported, and the entry of the log. */
const IN = { direction: "in", startedAt: 0, placedBy: null, voicemailSeconds: null } as const;
const OUT = { direction: "out", startedAt: 0, placedBy: "sam", voicemailSeconds: null } as const;
const nothing = { agentId: null, answeredAt: null, endedAt: null, talkSeconds: null };
it.each([
  ["is ringing", { ...IN, legs: [leg("caller", [at("ringing", 1)])] }, { ...nothing, state: "ringing", outcome: null }],
  [
    "was taken by the browser that answered, not by the one that rang too",
    {
      ...IN,
      legs: [
        leg("caller", [at("in-progress", 5), at("completed", 65_000, 65)]),
        leg("agent", [at("ringing", 2), at("canceled", 5)], "pat"),
        leg("agent", [at("ringing", 2), at("in-progress", 5_000), at("completed", 65_000, 60)], "sam"),
      ],
    },
    { state: "ended", outcome: "answered", agentId: "sam", answeredAt: 5_000, endedAt: 65_000, talkSeconds: 60 },
  ],
  [
    "was taken, though the report of it was lost",
    { ...IN, legs: [leg("caller", [at("ringing", 0)]), leg("agent", [at("completed", 65_000, 60)], "sam")] },
    { state: "ended", outcome: "answered", agentId: "sam", answeredAt: 5_000, endedAt: 65_000, talkSeconds: 60 },
  ],
  [
    "was missed",
    { ...IN, legs: [leg("caller", [at("completed", 30, 0)]), leg("agent", [at("no-answer", 20)], "sam")] },
    { ...nothing, state: "ended", outcome: "missed", endedAt: 30 },
  ],
  [
    "left a message",
    { ...IN, voicemailSeconds: 9, legs: [leg("caller", [at("in-progress", 10), at("completed", 30, 20)])] },
    { ...nothing, state: "ended", outcome: "voicemail", endedAt: 30 },
  ],
  [
    "hears our greeting",
    { ...IN, legs: [leg("caller", [at("in-progress", 10)])] },
    { ...nothing, state: "open", outcome: null },
  ],
  [
    "found the line busy",
    { ...OUT, legs: [leg("caller", [at("ringing", 1)]), leg("number", [at("busy", 9)])] },
    { ...nothing, state: "ended", outcome: "busy", agentId: "sam", endedAt: 9 },
  ],
  [
    "was hung up before an answer",
    { ...OUT, legs: [leg("caller", [at("completed", 9)]), leg("number", [at("canceled", 9)])] },
    { ...nothing, state: "ended", outcome: "cancelled", agentId: "sam", endedAt: 9 },
  ],
  [
    "was refused by the network before any telephone rang",
    { ...OUT, legs: [leg("caller", [at("failed", 9)])] },
    { ...nothing, state: "ended", outcome: "cancelled", agentId: "sam", endedAt: 9 },
  ],
] as const)("a call %s", (_, facts, entry) => {
  expect(summarise(facts)).toEqual(entry);
});
