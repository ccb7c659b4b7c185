import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import Database from "better-sqlite3";
import { sql, type SQL } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { drizzle, type BetterSQLite3Database } from "drizzle-orm/better-sqlite3";
import { keepReports } from "./report-facts.server";
import { writeLimits } from "./written-limits.server";

export type Orm = BetterSQLite3Database;
/** A handle inside a write transaction. The brand keeps writes out of plain reads. */
export type Tx = Orm & { readonly __tx: never };

/** The database stayed locked until the deadline: answered as 503 with Retry-After. */
export class DatabaseBusyError extends Error {
  constructor() {
    super("the database is busy");
    this.name = "DatabaseBusyError";
  }
}

export interface Db {
  readonly orm: Orm;
  readonly sqlite: Database.Database;
  /**
   * Runs `decide` in one IMMEDIATE transaction. It must be synchronous; what it throws rolls everything back.
   * While another process holds the lock it is tried again with jitter, outside the transaction, for up to 5 s,
   * so that the event loop never stands still. Throws DatabaseBusyError after that. Whoever waits is served in the order
   * of coming: of many writers none is passed over; while others come through, each may wait for up to twice its time.
   *
   * Kept when it returns, also through a power cut; with `durable: false` through the end of the process only, for what
   * is done again by itself (claims of work, counted tries). Such a commit waits for no disk, and the next durable one
   * keeps it too.
   *
   * `waitMs` instead of 5 s: at start, where another process may be seeding.
   */
  write<T>(decide: (tx: Tx) => T, options?: { durable?: boolean; waitMs?: number }): Promise<T>;
  /**
   * The same at once, for where nothing can be waited for: false, with nothing done, while somebody else writes or this
   * connection is inside a transaction.
   */
  writeNow(decide: (tx: Tx) => void): boolean;
  close(): void;
}

const WRITE_DEADLINE_MS = 5_000;

/** How long a process that starts waits for another one that brings the same file up to date, or seeds it. */
export const AT_START = { waitMs: 60_000 };

/** Opens the one SQLite file with the fast safe settings of architecture.md. */
export function openDatabase(file: string): Db {
  const sqlite = new Database(file);
  sqlite.pragma("busy_timeout = 20");
  retryBusy(() => sqlite.pragma("journal_mode = WAL"));
  sqlite.pragma("synchronous = FULL");
  sqlite.pragma("foreign_keys = ON");
  sqlite.pragma("cache_size = -16000");
  sqlite.pragma("trusted_schema = OFF");
  const orm = drizzle(keepingStatements(sqlite));
  writeLimits(orm);
  const keepReportsRight = keepReports(sqlite);
  const inTransaction = sqlite.transaction((decide: (tx: Tx) => unknown) => {
    const decided = decide(orm as unknown as Tx);
    keepReportsRight();
    return decided;
  });

  // In WAL mode NORMAL leaves out the wait for the disk at each commit, and nothing else.
  const unsynced = (run: () => unknown): unknown => {
    sqlite.pragma("synchronous = NORMAL");
    try {
      return run();
    } finally {
      sqlite.pragma("synchronous = FULL");
    }
  };

  const inTurn = queueOfWriters();

  return {
    orm,
    sqlite,
    write<T>(decide: (tx: Tx) => T, { durable = true, waitMs = WRITE_DEADLINE_MS } = {}): Promise<T> {
      const run = () =>
        (durable ? inTransaction.immediate(decide) : unsynced(() => inTransaction.immediate(decide))) as T;
      return inTurn(run, waitMs);
    },
    writeNow(decide) {
      if (sqlite.inTransaction) return false;
      try {
        inTransaction.immediate(decide);
        return true;
      } catch (error) {
        if (isBusy(error)) return false;
        throw error;
      }
    },
    close: () => sqlite.close(),
  };
}

/** More than the product has; what lists of many lengths make of one query goes first again. */
const MOST_STATEMENTS = 500;

/**
 * The connection as drizzle sees it: what is asked again in the same words is not prepared again (a signature asks some
 * forty queries, and preparing them was a tenth of its time). Only for drizzle, which says at each call whether it wants
 * rows as lists; who prepares by hand keeps statements by hand.
 */
function keepingStatements(sqlite: Database.Database): Database.Database {
  const kept = new Map<string, Database.Statement>();
  const prepare = (source: string): Database.Statement => {
    const known = kept.get(source);
    if (known?.busy) return sqlite.prepare(source);
    const statement = known ?? sqlite.prepare(source);
    // The last one asked for is the last one to go.
    kept.delete(source);
    kept.set(source, statement);
    if (kept.size > MOST_STATEMENTS) kept.delete(kept.keys().next().value ?? "");
    return statement.reader ? statement.raw(false) : statement;
  };
  return new Proxy(sqlite, {
    get(target, name) {
      if (name === "prepare") return prepare;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
}

interface Waiting {
  /** False while another process holds the lock. */
  attempt(): boolean;
  /** When it came (`Date.now()`), and how long it waits for the lock. */
  since: number;
  waitMs: number;
  giveUp(): void;
}

/**
 * Runs what is given at once where nobody waits, else after those who came before. Only the first one asks for the lock,
 * so a locked file costs one blocking try each pause, however many wait.
 */
function queueOfWriters(): <T>(run: () => T, waitMs: number) => Promise<T> {
  let queue: Waiting[] = [];
  let serving = false;
  let cameThrough = 0;
  // A lock that nobody gets is a fault; a queue that moves is a rush, in which each may stand for twice its time: no longer,
  // since whoever asked has gone by then, and leases are reckoned with it.
  const isLate = ({ since, waitMs }: Waiting, now: number) =>
    now > Math.min(Math.max(since, cameThrough), since + waitMs) + waitMs;

  const serve = async (): Promise<void> => {
    serving = true;
    for (let pause = 2; queue[0];) {
      if (queue[0].attempt()) {
        queue.shift();
        cameThrough = Date.now();
        pause = 2;
        await nextTurn();
        continue;
      }
      const now = Date.now();
      for (const late of queue.filter((one) => isLate(one, now))) late.giveUp();
      queue = queue.filter((one) => !isLate(one, now));
      await sleep(pause * (0.5 + Math.random()));
      pause = Math.min(pause * 1.6, 60);
    }
    serving = false;
  };

  return (run, waitMs) =>
    new Promise((resolve, reject) => {
      const attempt = (): boolean => {
        try {
          resolve(run());
        } catch (error) {
          if (isBusy(error)) return false;
          reject(error instanceof Error ? error : new Error(String(error)));
        }
        return true;
      };
      if (!serving && attempt()) return;
      queue.push({ attempt, since: Date.now(), waitMs, giveUp: () => reject(new DatabaseBusyError()) });
      if (!serving) void serve();
    });
}

/** How many rows of a table meet a condition (drizzle's own $count is asynchronous). */
export function countRows(orm: Orm, table: SQLiteTable, where: SQL | undefined): number {
  return (
    orm
      .select({ count: sql<number>`count(*)` })
      .from(table)
      .where(where)
      .get()?.count ?? 0
  );
}

/**
 * A query that every request asks: built and prepared once for each connection (10 µs a call against 100). Its values
 * are `sql.placeholder(name)`s, given with each call.
 */
export function prepared<Query>(build: (orm: Orm) => Query): (orm: Orm) => Query {
  const kept = new WeakMap<Orm, Query>();
  return (orm) => {
    const query = kept.get(orm) ?? build(orm);
    kept.set(orm, query);
    return query;
  };
}

export function isBusy(error: unknown): boolean {
  return error instanceof Database.SqliteError && /^SQLITE_(BUSY|LOCKED)/.test(error.code);
}

/** Only for the few statements at start that may meet another process starting. Blocks; at most about 2 s. */
function retryBusy(run: () => void): void {
  for (let attempt = 0; ; attempt++) {
    try {
      return run();
    } catch (error) {
      if (!isBusy(error) || attempt >= 100) throw error;
    }
  }
}
