import fc from "fast-check";

/** What happens in a random life of later charges (app/domain/changes/charge-histories.test.ts). */
const KINDS = [
  ...["add", "add", "tell", "tell", "bounce", "wait", "wait", "due", "due", "due", "answer", "answer", "answer"],
  ...["again", "open", "pay", "pay", "payAgain", "question", "reply", "lower", "waive", "writeOff", "void", "hold"],
  ...["release", "approve", "phone", "lateSuccess", "refund"],
] as const;
export const step = fc.record({ kind: fc.constantFrom(...KINDS), a: fc.nat(30), b: fc.nat(1000) });
export type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const told = (...steps: [kind: Step["kind"], b: number][]): Step[] =>
  [["tell", 1] as const, ...steps].map(([kind, b]) => ({ kind, a: 0, b }));
/** What must have been reached does not hang on chance: paid, refused and given up, on account, waived, asked about, lowered. */
export const EXAMPLES: [Step[], boolean][] = [
  // The first "due" moves the clock, the second one finds it due.
  [told(["due", 1], ["due", 1], ["answer", 4]), false],
  [told(["due", 1], ["due", 1], ["answer", 1], ["writeOff", 1]), false],
  [told(["due", 1], ["due", 1]), true],
  [told(["waive", 1]), false],
  [told(["question", 1]), false],
  [told(["lower", 1]), false],
];
