import { isOver, type Line } from "./calls.server";
import type { EndStatus } from "./parties.server";
import type { LineStatus } from "./reports.server";

interface Ringing {
  /** How long it rings at most. */
  ms: number;
  /** The caller's program was ended. */
  signal: AbortSignal;
  move: (line: Line, status: LineStatus) => void;
  end: (line: Line, status: EndStatus) => void;
}

/** Several are rung at once: who answers first has the call, the others hear that it is over. */
export function firstToAnswer(
  children: readonly Line[],
  { ms, signal, move, end }: Ringing,
): Promise<{ winner: Line | null; status: EndStatus }> {
  return new Promise((resolve) => {
    let isDecided = false;
    const decide = (winner: Line | null, status: EndStatus) => {
      if (isDecided) return;
      isDecided = true;
      clearTimeout(timer);
      signal.removeEventListener("abort", abort);
      resolve({ winner, status });
    };
    const abort = () => decide(null, "canceled");
    const timer = setTimeout(() => decide(null, "no-answer"), ms).unref();
    signal.addEventListener("abort", abort);
    const lastOne = () => {
      if (children.every(isOver)) decide(null, worst(children));
    };
    for (const child of children) {
      child.party.onAnswer = () => {
        // Two may answer at once: the first has it, the other is told that it is over.
        if (isDecided || isOver(child)) return end(child, "canceled");
        move(child, "in-progress");
        decide(child, "completed");
      };
      child.party.onEnd = (status) => {
        end(child, status);
        lastOne();
      };
    }
    lastOne();
  });
}

/** Busy says more than that nobody was there. */
function worst(lines: readonly Line[]): EndStatus {
  const order: EndStatus[] = ["busy", "failed", "no-answer", "canceled"];
  return order.find((status) => lines.some((line) => line.status === status)) ?? "no-answer";
}
