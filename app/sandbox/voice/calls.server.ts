import { randomBytes } from "node:crypto";
import type { EndStatus, Party } from "./parties.server";
import type { LineStatus } from "./reports.server";

/** One telephone in a call, as the network keeps it. Times are wall milliseconds. */
export interface Line {
  sid: string;
  /** Of the caller's line, where this one was dialled for it. */
  parent: Line | null;
  party: Party;
  from: string;
  to: string;
  status: LineStatus;
  startedAt: number;
  answeredAt: number | null;
  endedAt: number | null;
  /** Reports of its status go there; null for nowhere. */
  reportTo: string | null;
  reports: number;
  /** Set while a program of TwiML runs for it: ends the present one. */
  program: AbortController | null;
  /** What the last dialling for it ended with, for browsers that were never answered. */
  lastDial: EndStatus | null;
}

export const newSid = (kind: "CA" | "RE" | "WS"): string => `${kind}${randomBytes(16).toString("hex")}`;

export const isOver = ({ endedAt }: Line): boolean => endedAt !== null;

/** Whole seconds that it was connected, as it is billed. */
export function secondsOf({ answeredAt, endedAt }: Line): number {
  return answeredAt === null || endedAt === null ? 0 : Math.max(0, Math.round((endedAt - answeredAt) / 1000));
}

export interface Recording {
  sid: string;
  seconds: number;
  body: Buffer;
}

/** As many as somebody looks back at. */
const MOST_KEPT = 2_000;

/** Everything that the network remembers; gone with the process, as nothing of it is the product's. */
export function openBook() {
  const lines = new Map<string, Line>();
  const recordings = new Map<string, Recording>();
  return {
    add(line: Omit<Line, "sid" | "startedAt" | "answeredAt" | "endedAt" | "reports" | "program" | "lastDial">): Line {
      const made: Line = {
        ...line,
        sid: newSid("CA"),
        startedAt: Date.now(),
        answeredAt: null,
        endedAt: null,
        reports: 0,
        program: null,
        lastDial: null,
      };
      lines.set(made.sid, made);
      for (const [sid, old] of lines) {
        if (lines.size <= MOST_KEPT) break;
        if (isOver(old)) lines.delete(sid);
      }
      return made;
    },
    find: (sid: string): Line | null => lines.get(sid) ?? null,
    rungFor: (sid: string): Line[] => [...lines.values()].filter(({ parent }) => parent?.sid === sid),
    all: (): Line[] => [...lines.values()],
    keep(recording: Omit<Recording, "sid">): Recording {
      const made = { ...recording, sid: newSid("RE") };
      recordings.set(made.sid, made);
      return made;
    },
    findRecording: (sid: string): Recording | null => recordings.get(sid) ?? null,
    deleteRecording: (sid: string): boolean => recordings.delete(sid),
  };
}
export type Book = ReturnType<typeof openBook>;
