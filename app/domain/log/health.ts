/**
 * What an owner wants to know of the running system, in words. Pure: `app/services/start/health-report.server.ts` reads the
 * facts.
 */

/** `note`: nothing to judge. `look`: somebody should look at it today. `broken`: customers feel it now. */
export type HealthState = "good" | "note" | "look" | "broken";

export interface HealthLine {
  name: string;
  value: string;
  state: HealthState;
}

export interface HealthReport {
  state: HealthState;
  summary: string;
  groups: { title: string; lines: HealthLine[] }[];
}

/** Durations in milliseconds, sizes in bytes, both as measured. No personal data. */
export interface HealthFacts {
  database: {
    readMs: number;
    /** null: no lock for writing could be had. */
    writeMs: number | null;
    bytes: number;
    /** null where the system does not tell. */
    freeBytes: number | null;
    kind: string;
    migration: string;
    contentVersion: string;
  };
  work: {
    waiting: number;
    dead: number;
    /** How long the oldest row that is due has been due; null when none is. */ overdueMs: number | null;
  };
  webhook: { type: string; agoMs: number } | null;
  /** null before its first run. */
  reconciler: { agoMs: number; error?: string } | null;
  pdf: { state: "asleep" | "awake" | "failed"; made: number };
  services: { name: string; sandbox: boolean; detail?: string }[];
  /** Differences between the three sources of prices, in words. */
  prices: string[];
  zips: { claimed: number; active: number };
  process: { upMs: number; memoryBytes: number; build: string; node: string; pid: number };
  /** Lines of the last hour. */
  log: {
    errors: number;
    warnings: number;
    /** "payments: 2", most first. */ byModule: string[];
    /** Errors that no code expected, in this process. */ unexpected: number;
  };
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const MB = 1024 ** 2;
const GB = 1024 ** 3;

/** From when on a figure is worth a look, and from when on it is a fault. */
const LIMITS = {
  readMs: [50, 1000],
  writeMs: [500, 3000],
  freeBytes: [2 * GB, 200 * MB],
  overdueMs: [5 * MINUTE, HOUR],
  reconcilerMs: [2 * MINUTE, 15 * MINUTE],
  memoryBytes: [1 * GB, 3 * GB],
} as const;
/** The reconciler runs every 20 seconds; a process younger than this may not have come to it. */
const FIRST_RUN_MS = MINUTE;

const RANK: Record<HealthState, number> = { good: 0, note: 0, look: 1, broken: 2 };

export function summariseHealth(facts: HealthFacts): HealthReport {
  const groups = [
    { title: "Database", lines: databaseLines(facts) },
    { title: "Follow-up work", lines: workLines(facts) },
    {
      title: "Services",
      lines: facts.services.map(({ name, sandbox, detail }) =>
        line(name, `${sandbox ? "Sandbox" : "Real"}${detail ? `, ${detail}` : ""}`, "note"),
      ),
    },
    { title: "Prices and claims", lines: claimLines(facts) },
    { title: "This process", lines: processLines(facts) },
  ];
  const lines = groups.flatMap((group) => group.lines);
  const state = lines.reduce<HealthState>((worst, { state }) => (RANK[state] > RANK[worst] ? state : worst), "good");
  return { state, summary: summaryOf(lines), groups };
}

function summaryOf(lines: HealthLine[]): string {
  const named = (state: HealthState) =>
    lines
      .filter((one) => one.state === state)
      .map(({ name }) => name)
      .join(", ");
  const parts = [
    ["Broken", named("broken")],
    ["To look at", named("look")],
  ]
    .filter(([, names]) => names !== "")
    .map(([what, names]) => `${what}: ${names}.`);
  return parts.join(" ") || "All is well.";
}

/** domain.md 4.18: such a file holds bookings that nobody paid for. */
const SANDBOX_DATA =
  "Sandbox: its bookings were paid with test cards, so it is never used with live keys. To go live, start with a new DATA_DIR";

function databaseLines({ database }: HealthFacts): HealthLine[] {
  const { readMs, writeMs, bytes, freeBytes, kind, migration, contentVersion } = database;
  return [
    line("Answers", `in ${milliseconds(readMs)}`, above(readMs, LIMITS.readMs)),
    writeMs === null
      ? line("Can be written", "No: nobody can book", "broken")
      : line("Can be written", `yes, after ${milliseconds(writeMs)}`, above(writeMs, LIMITS.writeMs)),
    line("Size", sizeText(bytes), "note"),
    freeBytes === null
      ? line("Free disk", "not known here", "note")
      : line(
          "Free disk",
          sizeText(freeBytes),
          freeBytes < LIMITS.freeBytes[1] ? "broken" : freeBytes < LIMITS.freeBytes[0] ? "look" : "good",
        ),
    line("Kind", kind === "sandbox" ? SANDBOX_DATA : kind, "note"),
    line("Last migration", migration, "note"),
    line("Content version", contentVersion || "none", "note"),
  ];
}

function workLines({ work, webhook, reconciler, pdf, process }: HealthFacts): HealthLine[] {
  return [
    line(
      "Waiting",
      work.waiting === 0
        ? "none"
        : `${work.waiting}${work.overdueMs === null ? ", none due yet" : `, the oldest is due for ${durationText(work.overdueMs)}`}`,
      above(work.overdueMs ?? 0, LIMITS.overdueMs),
    ),
    line(
      "Given up",
      work.dead === 0 ? "none" : `${work.dead}: see the office's overview`,
      work.dead === 0 ? "good" : "broken",
    ),
    line("Last webhook", webhook ? `${webhook.type}, ${durationText(webhook.agoMs)} ago` : "none received yet", "note"),
    reconcilerLine(reconciler, process.upMs),
    pdf.state === "failed"
      ? line("PDF browser", "The last document could not be made; it is tried again", "look")
      : line(
          "PDF browser",
          `${pdf.state === "awake" ? "Awake" : "Asleep until the next document"}, ${pdf.made} made since the start`,
          "good",
        ),
  ];
}

function reconcilerLine(run: HealthFacts["reconciler"], upMs: number): HealthLine {
  const name = "Reconciler";
  if (!run) return upMs < FIRST_RUN_MS ? line(name, "has not run yet", "note") : line(name, "has never run", "broken");
  if (run.error) return line(name, `failed ${durationText(run.agoMs)} ago`, "look");
  return line(name, `ran ${durationText(run.agoMs)} ago`, above(run.agoMs, LIMITS.reconcilerMs));
}

function claimLines({ prices, zips }: HealthFacts): HealthLine[] {
  return [
    line(
      "Prices",
      prices.length === 0 ? "Settings, size table and price matrix agree" : `${prices.join(". ")}.`,
      prices.length === 0 ? "good" : "look",
    ),
    zips.active >= zips.claimed
      ? line("ZIP codes", `${zips.claimed}+ advertised, ${zips.active} served`, "good")
      : line("ZIP codes", `${zips.claimed}+ advertised, but ${zips.active} served`, "look"),
  ];
}

function processLines({ process, log }: HealthFacts): HealthLine[] {
  const modules = log.byModule.length > 0 ? ` (${log.byModule.join(", ")})` : "";
  return [
    line("Up for", durationText(process.upMs), "note"),
    line("Memory", sizeText(process.memoryBytes), above(process.memoryBytes, LIMITS.memoryBytes)),
    line("Build", process.build, "note"),
    line("Runs on", `Node ${process.node}, process ${process.pid}`, "note"),
    line(
      "Errors in the last hour",
      `${log.errors} logged, ${log.unexpected} unexpected${modules}`,
      log.errors + log.unexpected > 0 ? "look" : "good",
    ),
    line("Warnings in the last hour", String(log.warnings), "note"),
  ];
}

function line(name: string, value: string, state: HealthState): HealthLine {
  return { name, value, state };
}

function above(value: number, [look, broken]: readonly [number, number]): HealthState {
  return value >= broken ? "broken" : value >= look ? "look" : "good";
}

function milliseconds(ms: number): string {
  return ms < 0.1 ? "less than 0.1 ms" : `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
}

/** "12 KB", "3.4 MB", "20 GB": powers of 1024. */
export function sizeText(bytes: number): string {
  const [unit, name] = bytes >= GB ? [GB, "GB"] : bytes >= MB ? [MB, "MB"] : [1024, "KB"];
  const value = bytes / unit;
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${name}`;
}

/** "4 seconds", "1 minute", "3 hours", "12 days": whole units, rounded down, never below 0. */
export function durationText(ms: number): string {
  const [unit, name] =
    ms >= 48 * HOUR
      ? [24 * HOUR, "day"]
      : ms >= 2 * HOUR
        ? [HOUR, "hour"]
        : ms >= 2 * MINUTE
          ? [MINUTE, "minute"]
          : [SECOND, "second"];
  const count = Math.max(0, Math.floor(ms / unit));
  return `${count} ${name}${count === 1 ? "" : "s"}`;
}
