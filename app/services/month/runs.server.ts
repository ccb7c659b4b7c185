import { eq } from "drizzle-orm";
import { z } from "zod";
import type { Orm, Tx } from "#db/client.server";
import { meta } from "#db/schema/index";
import { reportError } from "~/domain/log/errors.server";
import type { Services } from "~/services.server";
import { reconcileMoney } from "../payments/reconcile-money.server";
import { systemDeed } from "../work/worker.server";
import { liveMonth } from "./month.server";
import type { Card, PayAtCheckout } from "./play.server";

/** The month that is being lived through, or was last: in the database, so that every process shows it. */
const RUN = z.object({
  seed: z.number(),
  days: z.number(),
  /** Whole days that are over. */
  done: z.number(),
  /** New York's day that is being lived through. */
  day: z.string(),
  state: z.enum(["running", "stopping", "done", "stopped", "failed"]),
  why: z.string().nullable(),
  counts: z.record(z.string(), z.number()),
  /** Wall time in milliseconds: of its beginning, and of the last sign of life. */
  startedAt: z.number(),
  at: z.number(),
});
export type MonthRun = z.infer<typeof RUN>;

const KEY = "month_of_business";
/** The most days of one run, and the days of a month. */
export const MOST_DAYS = 62;
export const USUAL_DAYS = 30;
/** A run without a sign of life for so long has died with its process. */
const DEAD_MS = 60_000;

/** The last run as it stands; null before the first one. One whose process died has failed. */
export function findMonth(orm: Orm): MonthRun | null {
  const stored = orm.select().from(meta).where(eq(meta.key, KEY)).get();
  const read = stored ? RUN.safeParse(JSON.parse(stored.value)) : null;
  if (!read?.success) return null;
  return isAlive(read.data) || !isOpen(read.data)
    ? read.data
    : { ...read.data, state: "failed", why: "the server was stopped" };
}

const isOpen = ({ state }: MonthRun): boolean => state === "running" || state === "stopping";
const isAlive = (run: MonthRun): boolean => isOpen(run) && Date.now() - run.at < DEAD_MS;

function keepRun(tx: Tx, run: MonthRun): void {
  const value = JSON.stringify(run);
  tx.insert(meta).values({ key: KEY, value }).onConflictDoUpdate({ target: meta.key, set: { value } }).run();
}

/** `no_sandbox`: without the sandbox's own card company and marked data nobody plays here. */
export type StartResult = { ok: true } | { ok: false; code: "no_sandbox" | "running" };

/** Begins a month in the background. Refused while one goes on, and where the card company is a real one. */
export async function startMonth(
  services: Services,
  { seed, days }: { seed: number; days: number },
): Promise<StartResult> {
  const pay = payInSandbox(services);
  if (!pay) return { ok: false, code: "no_sandbox" };
  const now = Date.now();
  const fresh: MonthRun = {
    seed,
    days: Math.min(Math.max(1, days), MOST_DAYS),
    done: 0,
    day: "",
    state: "running",
    why: null,
    counts: {},
    startedAt: now,
    at: now,
  };
  const isFirst = await services.db.write((tx) => {
    const before = findMonth(tx);
    if (before && isAlive(before)) return false;
    keepRun(tx, fresh);
    return true;
  });
  if (!isFirst) return { ok: false, code: "running" };
  void run(services, fresh, pay);
  return { ok: true };
}

/** Ends the month that goes on, after the moment that it is at. */
export function stopMonth({ db }: Pick<Services, "db">): Promise<void> {
  return db.write((tx) => {
    const before = findMonth(tx);
    if (before?.state === "running") keepRun(tx, { ...before, state: "stopping" });
  });
}

async function run(services: Services, fresh: MonthRun, pay: PayAtCheckout): Promise<void> {
  const { seed, days } = fresh;
  const keep = (changed: Partial<MonthRun>) =>
    services.db.write((tx) => {
      const before = findMonth(tx) ?? fresh;
      keepRun(tx, { ...before, ...changed, at: Date.now() });
    });
  try {
    const counts = await liveMonth(services, {
      seed,
      days,
      pay,
      goesOn: async (done, day, now) => {
        const state = findMonth(services.db.orm)?.state;
        if (state !== "running") return false;
        await keep({ done, day, counts: now });
        return true;
      },
    });
    const isStopped = findMonth(services.db.orm)?.state === "stopping";
    // A month takes minutes: without it the takings would differ on every day until Stripe is asked the next time.
    await reconcileMoney(services, systemDeed(services, "month of business"), { force: true });
    await keep(isStopped ? { state: "stopped", counts } : { state: "done", done: days, counts });
  } catch (error) {
    reportError(error, { where: "a month of business" });
    const why = error instanceof Error ? error.message : String(error);
    await keep({ state: "failed", why }).catch(() => undefined);
  }
}

/** Pays at the sandbox's hosted page, as its form does; null where the card company is none of ours. */
function payInSandbox({ sandbox }: Pick<Services, "sandbox">): PayAtCheckout | null {
  const checkout = sandbox?.stripe?.checkout;
  if (!checkout) return null;
  return async (sessionId, { number, cvc, confirms }: Card, email) => {
    const typed = { email, cardNumber: number, expiry: "12 / 40", cvc };
    const first = await checkout.pay(sessionId, typed);
    if (first.ok) return true;
    if (!first.needsAuthentication || !confirms) return false;
    return (await checkout.pay(sessionId, { ...typed, confirm: "yes" })).ok;
  };
}
