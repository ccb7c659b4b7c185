import { existsSync, readFileSync, statfsSync, statSync } from "node:fs";
import { join } from "node:path";
import { gte, sql } from "drizzle-orm";
import { meta, outbox, systemLogs, webhookInbox } from "#db/schema/index";
import { countRecentErrors } from "~/domain/log/errors.server";
import { HOUR, plus } from "~/domain/kernel/time.server";
import { summariseHealth, type HealthFacts, type HealthReport } from "~/domain/log/health";
import { readClaims } from "~/domain/pricing/pricing.server";
import type { Services } from "~/services.server";
import { lastRun } from "../work/last-runs.server";

/**
 * How the system is now, for the panel of `?health=true`. Reads a lot; for an owner, not for a monitor (that is
 * /metrics).
 */
export async function readHealthReport(services: Services): Promise<HealthReport> {
  return summariseHealth(await readHealthFacts(services));
}

async function readHealthFacts(services: Services): Promise<HealthFacts> {
  const { db, config } = services;
  const claims = readClaims(db.orm, services.settings());
  const reconciled = lastRun(services, "reconciler");
  return {
    database: await readDatabase(services),
    work: readWork(services),
    webhook: readWebhook(services),
    reconciler: reconciled ? { agoMs: Date.now() - reconciled.at, error: reconciled.error } : null,
    pdf: services.pdf.browser(),
    services: [
      {
        name: "Stripe",
        sandbox: config.sandbox.stripe,
        detail: config.STRIPE_SECRET_KEY
          ? config.STRIPE_SECRET_KEY.startsWith("sk_live_")
            ? "live key"
            : "test key"
          : undefined,
      },
      { name: "Email", sandbox: config.sandbox.mail },
      { name: "Text messages", sandbox: config.sandbox.sms },
      {
        name: "Voice",
        sandbox: !(
          config.TWILIO_ACCOUNT_SID &&
          config.TWILIO_API_KEY &&
          config.TWILIO_API_SECRET &&
          config.TWILIO_TWIML_APP_SID
        ),
      },
    ],
    prices: claims.mismatches.filter(({ subject }) => subject === "price").map(({ message }) => message),
    zips: { claimed: services.settings().zipClaim, active: claims.activeZips },
    process: {
      upMs: process.uptime() * 1000,
      memoryBytes: process.memoryUsage.rss(),
      build: buildId(config),
      node: process.versions.node,
      pid: process.pid,
    },
    log: readLog(services),
  };
}

async function readDatabase(
  services: Pick<Services, "config" | "contentVersion" | "db">,
): Promise<HealthFacts["database"]> {
  const { db, config } = services;
  const beforeRead = performance.now();
  const kind =
    db.orm
      .select({ value: meta.value })
      .from(meta)
      .where(sql`${meta.key} = 'kind'`)
      .get()?.value ?? "unknown";
  const readMs = performance.now() - beforeRead;
  const beforeWrite = performance.now();
  // Takes the lock for writing and lets it go again.
  const written = await db.write(() => true).catch(() => false);
  const writeMs = written ? performance.now() - beforeWrite : null;
  const file = join(config.DATA_DIR, "roll-off.sqlite");
  const bytes = [file, `${file}-wal`].reduce(
    (sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
  return {
    readMs,
    writeMs,
    bytes,
    freeBytes: freeBytes(config.DATA_DIR),
    kind,
    migration: lastMigration(db),
    contentVersion: services.contentVersion(),
  };
}

function lastMigration({ sqlite }: Services["db"]): string {
  return (
    (sqlite.prepare("select name from schema_migrations order by name desc limit 1").pluck().get() as
      | string
      | undefined) ?? "none"
  );
}

function freeBytes(folder: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return null;
  }
}

/** The states are written out, so that SQLite uses the partial indexes. */
function readWork({ db }: Pick<Services, "db">): HealthFacts["work"] {
  const now = Date.now();
  const waiting = db.orm
    .select({ count: sql<number>`count(*)`, first: sql<number | null>`min(${outbox.run_at})` })
    .from(outbox)
    .where(sql`${outbox.state} = 'waiting'`)
    .get();
  const dead = db.orm
    .select({ count: sql<number>`count(*)` })
    .from(outbox)
    .where(sql`${outbox.state} = 'dead'`)
    .get();
  const first = waiting?.first ?? now;
  return { waiting: waiting?.count ?? 0, dead: dead?.count ?? 0, overdueMs: first < now ? now - first : null };
}

function readWebhook({ db, clock }: Pick<Services, "clock" | "db">): HealthFacts["webhook"] {
  // In the order of arrival: there is no index on the time, and none is needed for this.
  const last = db.orm
    .select({ type: webhookInbox.type, at: webhookInbox.received_at })
    .from(webhookInbox)
    .orderBy(sql`rowid desc`)
    .limit(1)
    .get();
  return last ? { type: last.type, agoMs: clock.now() - last.at } : null;
}

function readLog({ db, clock }: Pick<Services, "clock" | "db">): HealthFacts["log"] {
  const rows = db.orm
    .select({ level: systemLogs.log_level, module: systemLogs.module, count: sql<number>`count(*)` })
    .from(systemLogs)
    .where(gte(systemLogs.created_at, plus(clock.now(), -HOUR)))
    .groupBy(systemLogs.log_level, systemLogs.module)
    .orderBy(sql`count(*) desc`)
    .all();
  const errors = rows.filter((row) => row.level === "ERROR");
  const sum = (some: typeof rows) => some.reduce((total, { count }) => total + count, 0);
  return {
    errors: sum(errors),
    warnings: sum(rows.filter((row) => row.level === "WARN")),
    byModule: errors.map(({ module, count }) => `${module}: ${count}`),
    unexpected: countRecentErrors(Date.now() - HOUR),
  };
}

/** Read when this code is loaded: a build that is made meanwhile is not the one that runs. */
const STAMP = existsSync("build/.sources") ? readFileSync("build/.sources", "utf8").slice(0, 12) : "unknown";

/** The first characters of the build's stamp. */
function buildId({ NODE_ENV }: Services["config"]): string {
  return NODE_ENV === "production" ? STAMP : NODE_ENV;
}
