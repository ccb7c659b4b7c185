import { setMaxListeners } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { DatabaseBusyError } from "#db/client.server";
import { reportError } from "~/domain/log/errors.server";
import { SYSTEM, type Deed } from "~/domain/kernel/deed";
import { within } from "~/domain/kernel/within";
import {
  claimWork,
  completeWork,
  failWork,
  hasDueWork,
  postponeWork,
  renewLease,
  type ClaimedWork,
  type LaneKind,
} from "~/domain/outbox/outbox.server";
import { laneOf, readWork, UnreadableWork } from "~/domain/outbox/work";
import type { Services } from "~/services.server";
import { eachAlone } from "./alone.server";
import { logFailedWork } from "./outcome.server";
import { handle } from "./handlers.server";
import { keepHouse } from "./housekeeping.server";
import { remembered } from "./last-runs.server";
import { NotYet } from "./outcome.server";
import { sweepPhotos } from "../photos/take.server";
import { reconcile } from "../payments/reconcile.server";
import { reconcileMoney } from "../payments/reconcile-money.server";
import { forgetOldVoicemails } from "../voice/retention.server";
import { watchCalls } from "../voice/watch.server";
import type { Effect } from "../messages/send.server";

/** How often the outbox is looked at, once for all lanes. */
const POLL_MS = 125;
/**
 * Rows that are worked on at the same time; each lane goes on by itself, so that a slow card company holds up no mail.
 */
export const LANES: readonly LaneKind[] = [
  "messages",
  "messages",
  "messages",
  "card-company",
  "card-company",
  "documents",
  "documents",
];
const RECONCILE_EVERY_MS = 20_000;
const VOICEMAILS_EVERY_MS = 10 * 60_000;
const CALLS_EVERY_MS = 1_000;
const HOUSEKEEPING_EVERY_MS = 60_000;
/** At a start, and once a day: what a process that was killed left on the disk. */
const PHOTOS_EVERY_MS = 24 * 60 * 60_000;

/** How long a piece of work may take, in milliseconds. */
export interface WorkTimes {
  /** How long a row stays with a process that died. While the work goes on it is renewed three times as often. */
  leaseMs: number;
  /**
   * After this long the lane goes on without it. Less than the lease: even one that is never renewed is not claimed
   * twice.
   */
  deadlineMs: number;
  /** The same for a document, which others may share: it rests on the renewed lease alone. */
  documentDeadlineMs: number;
}

/**
 * Each is longer than what those who are asked set for themselves: 30 s for a mail (mail.server.ts), 33 s for two calls
 * of the card company with a retry each, 8 s for a text; and for a document the browser's unpacking (120 s), its start,
 * two tries of 20 s, and those that stand before it. The lease is short enough after a power cut.
 */
const TIMES: WorkTimes = { leaseMs: 45_000, deadlineMs: 40_000, documentDeadlineMs: 300_000 };

export interface Worker {
  stop(): Promise<void>;
}

/**
 * Runs the outbox, the reconciler and the housekeeping in the background. Every process may run one: rows are claimed
 * with a lease, so a row is worked on by one at a time, and one that was killed gives its rows back when the lease
 * ends.
 */
export function startWorker(services: Services, times: Partial<WorkTimes> = {}): Worker {
  let stopped = false;
  const waking = new AbortController();
  // Each loop below waits by this one signal: as many listeners as there are loops are no leak.
  setMaxListeners(0, waking.signal);
  const lanes = LANES.map((lane) => ({ lane, going: Promise.resolve(), isGoing: false }));
  const loops = [
    every(POLL_MS, lookForWork),
    every(RECONCILE_EVERY_MS, () =>
      remembered(services, "reconciler", async () => {
        const deed = systemDeed(services, "reconciler");
        const [error] = await eachAlone(
          services,
          [reconcile, reconcileMoney],
          (ask) => ask(services, deed),
          ({ name }) => ({ module: "payments", action: name }),
        );
        if (error !== undefined) throw error;
      }),
    ),
    watchTheTelephone(),
    every(HOUSEKEEPING_EVERY_MS, () => keepHouse(services, systemDeed(services, "housekeeping"))),
    every(VOICEMAILS_EVERY_MS, () => forgetOldVoicemails(services, systemDeed(services, "housekeeping"))),
    every(PHOTOS_EVERY_MS, () => sweepPhotos(services, services.clock.now())),
  ];

  /** Each lane that has nothing in hand looks for itself as soon as there is something for any of them. */
  async function lookForWork(): Promise<void> {
    const idle = lanes.filter(({ isGoing }) => !isGoing);
    if (idle.length > 0 && hasDueWork(services.db)) idle.forEach(goOn);
  }

  function goOn(one: (typeof lanes)[number]): void {
    one.isGoing = true;
    one.going = runDueWork(services, one.lane, times)
      .then(() => undefined, tell)
      .finally(() => (one.isGoing = false));
  }

  /** What a process that ended has missed is asked for at once. */
  async function watchTheTelephone(): Promise<void> {
    let isFirst = true;
    await every(CALLS_EVERY_MS, async () => {
      await watchCalls(services, systemDeed(services, "telephone"), isFirst);
      isFirst = false;
    });
  }

  async function every(ms: number, run: () => Promise<unknown>): Promise<void> {
    while (!stopped) {
      try {
        await run();
      } catch (error) {
        tell(error);
      }
      if (!stopped) await pause(ms, undefined, { ref: false, signal: waking.signal }).catch(() => undefined);
    }
  }

  /** What finds the database held by others is done in the next round: worth a line, and no fault of ours. */
  function tell(error: unknown): void {
    if (stopped) return;
    if (error instanceof DatabaseBusyError)
      services.log.warn({ module: "worker", action: "database_busy", error_message: error.message });
    else reportError(error, { where: "worker" });
  }

  return {
    async stop() {
      stopped = true;
      waking.abort();
      await Promise.race([
        Promise.all([...loops, ...lanes.map(({ going }) => going)]),
        new Promise((resolve) => setTimeout(resolve, 3_000).unref()),
      ]);
    },
  };
}

export function systemDeed(services: Pick<Services, "clock">, requestId: string): Deed {
  return { by: SYSTEM, now: services.clock.now(), requestId };
}

/** One row after the other until nothing of the lane's is due; returns how many. */
export async function runDueWork(
  services: Services,
  lane: LaneKind = "any",
  changed: Partial<WorkTimes> = {},
): Promise<number> {
  const times = { ...TIMES, ...changed };
  for (let taken = 0; ; taken++) {
    const [work] = hasDueWork(services.db, lane) ? await claimWork(services.db, 1, times.leaseMs, lane) : [];
    if (!work) return taken;
    await runOne(services, work, times);
  }
}

class Overdue extends Error {}

async function runOne(services: Services, work: ClaimedWork, times: WorkTimes): Promise<void> {
  const letGo = keepLease(services, work, times.leaseMs);
  const ms = laneOf(work.kind) === "documents" ? times.documentDeadlineMs : times.deadlineMs;
  const working = perform(services, work);
  try {
    await finish(services, work, await within(ms, working, () => new Overdue(`not done after ${ms / 1000} s`)));
  } catch (error) {
    await putBack(services, work, error);
    if (error instanceof Overdue) finishLate(services, work, working);
  } finally {
    letGo();
  }
}

async function perform(services: Services, work: ClaimedWork): Promise<Effect | void> {
  return handle(services, systemDeed(services, work.id), readWork(work));
}

function finish(services: Pick<Services, "clock" | "db">, work: ClaimedWork, effect: Effect | void): Promise<void> {
  return services.db.write((tx) => {
    if (completeWork(tx, systemDeed(services, work.id), work)) effect?.(tx);
  });
}

/** The lane has gone on, but what comes to a good end after all has happened and must not happen once more. */
function finishLate(
  services: Pick<Services, "clock" | "db">,
  work: ClaimedWork,
  working: Promise<Effect | void>,
): void {
  // How it failed does not matter any more: it is put back already.
  working
    .then(
      (effect) => finish(services, work, effect),
      () => undefined,
    )
    .catch((error: unknown) => reportError(error, { where: "worker" }));
}

async function putBack(
  services: Pick<Services, "clock" | "db" | "flags" | "log">,
  work: ClaimedWork,
  error: unknown,
): Promise<void> {
  if (error instanceof NotYet) return postponeWork(services.db, work, error);
  const message = error instanceof Error ? error.message : String(error);
  const failure = {
    smart: services.flags().workflow_smart_retry,
    unreadable: error instanceof UnreadableWork,
  };
  const deed = systemDeed(services, work.id);
  logFailedWork(services, { ...work, state: await failWork(services.db, deed, work, message, failure) }, message);
}

/** Renews the lease until it is let go, or somebody else has it. */
function keepLease(services: Pick<Services, "db">, work: ClaimedWork, leaseMs: number): () => void {
  const renewing = setInterval(() => {
    // A database that is busy now is asked again in time.
    renewLease(services.db, work, leaseMs).then(
      (isMine) => isMine || clearInterval(renewing),
      () => undefined,
    );
  }, leaseMs / 3).unref();
  return () => clearInterval(renewing);
}
