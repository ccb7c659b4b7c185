import { setTimeout as pause } from "node:timers/promises";
import { reportError } from "~/http/errors.server";
import { SYSTEM, type Deed } from "~/domain/kernel/deed";
import { claimWork, completeWork, failWork, hasDueWork, postponeWork, type ClaimedWork, type LaneKind } from "~/domain/outbox/outbox.server";
import type { Services } from "~/services.server";
import { HANDLERS } from "./handlers.server";
import { keepHouse } from "./housekeeping.server";
import { remembered } from "./last-runs.server";
import { NotYet } from "./not-yet.server";
import { reconcile } from "./reconcile.server";

const POLL_MS = 250;
/** Rows that are worked on at the same time; each lane goes on by itself, so that a slow card company holds up no mail. */
const LANES: readonly LaneKind[] = ["others", "others", "others", "others", "documents", "documents"];
/** Longer than the slowest piece of work (a PDF, a mail, Stripe with its retry), short enough after a power cut. */
const LEASE_MS = 45_000;
const RECONCILE_EVERY_MS = 20_000;
const HOUSEKEEPING_EVERY_MS = 60_000;

export interface Worker {
  stop(): Promise<void>;
}

/**
 * Runs the outbox, the reconciler and the housekeeping in the background. Every process may run one: rows are claimed
 * with a lease, so a row is worked on by one at a time, and one that was killed gives its rows back when the lease ends.
 */
export function startWorker(services: Services): Worker {
  let stopped = false;
  const waking = new AbortController();
  const loops = [
    ...LANES.map((lane) => every(POLL_MS, () => runDueWork(services, lane))),
    every(RECONCILE_EVERY_MS, () => remembered(services, "reconciler", () => reconcile(services, systemDeed(services, "reconciler")))),
    every(HOUSEKEEPING_EVERY_MS, () => keepHouse(services, systemDeed(services, "housekeeping"))),
  ];

  async function every(ms: number, run: () => Promise<unknown>): Promise<void> {
    while (!stopped) {
      try {
        await run();
      } catch (error) {
        if (!stopped) reportError(error, { where: "worker" });
      }
      if (!stopped) await pause(ms, undefined, { ref: false, signal: waking.signal }).catch(() => undefined);
    }
  }

  return {
    async stop() {
      stopped = true;
      waking.abort();
      await Promise.race([Promise.all(loops), new Promise((resolve) => setTimeout(resolve, 3_000).unref())]);
    },
  };
}

export function systemDeed(services: Services, requestId: string): Deed {
  return { by: SYSTEM, now: services.clock.now(), requestId };
}

/** One row after the other until nothing of the lane's is due; returns how many. */
export async function runDueWork(services: Services, lane: LaneKind = "any"): Promise<number> {
  for (let taken = 0; ; taken++) {
    const [work] = hasDueWork(services.db, lane) ? await claimWork(services.db, 1, LEASE_MS, lane) : [];
    if (!work) return taken;
    await runOne(services, work);
  }
}

async function runOne(services: Services, work: ClaimedWork): Promise<void> {
  try {
    const handler = HANDLERS[work.kind];
    if (!handler) throw new Error(`no handler for ${work.kind}`);
    const effect = await handler(services, systemDeed(services, work.id), work);
    await services.db.write((tx) => {
      if (completeWork(tx, work)) effect?.(tx);
    });
  } catch (error) {
    if (error instanceof NotYet) return postponeWork(services.db, work, error);
    const message = error instanceof Error ? error.message : String(error);
    const state = await failWork(services.db, work, message);
    services.log[state === "dead" ? "error" : "warn"]({ module: "outbox", action: work.kind, booking_id: work.booking_id ?? undefined, error_message: message.slice(0, 300), error_details: { attempts: work.attempts, state } });
  }
}
