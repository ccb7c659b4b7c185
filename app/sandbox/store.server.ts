import Database from "better-sqlite3";

/**
 * The outside world of the sandbox: its own SQLite file, apart from the product's, so that nothing of ours can
 * peek at it except through the protocols. Each stand-in makes its own tables in it.
 */
export interface SandboxStore {
  readonly sqlite: Database.Database;
  /**
   * Runs `decide` in one IMMEDIATE transaction; it must be synchronous, and what it throws rolls everything back.
   * While another process writes it is tried again with jitter for up to 5 s, so that the event loop never stands
   * still. Throws SandboxBusyError after that.
   */
  write<T>(decide: () => T): Promise<T>;
  /** Makes tables and indexes; statements need IF NOT EXISTS, because two processes may start at once. */
  define(sql: string): void;
  close(): void;
}

export class SandboxBusyError extends Error {
  override name = "SandboxBusyError";
}

const WRITE_DEADLINE_MS = 5_000;
const START_ATTEMPTS = 100;

/** Opens (and makes, when missing) the sandbox's file; ":memory:" works for tests of one process. */
export function openSandboxStore(file: string): SandboxStore {
  const sqlite = new Database(file);
  sqlite.pragma("busy_timeout = 20");
  whileBusy(() => sqlite.pragma("journal_mode = WAL"));
  // NORMAL survives the death of the process, which is all that a stand-in has to survive.
  sqlite.pragma("synchronous = NORMAL");
  const inTransaction = sqlite.transaction((decide: () => unknown) => decide());

  return {
    sqlite,
    async write<T>(decide: () => T): Promise<T> {
      const deadline = Date.now() + WRITE_DEADLINE_MS;
      for (let pause = 2; ; pause = Math.min(pause * 1.6, 60)) {
        try {
          return inTransaction.immediate(decide) as T;
        } catch (error) {
          if (!isBusy(error)) throw error;
          if (Date.now() > deadline) throw new SandboxBusyError("the sandbox store is busy");
        }
        await new Promise((resolve) => setTimeout(resolve, pause * (0.5 + Math.random())));
      }
    },
    define: (sql) => whileBusy(() => sqlite.exec(sql)),
    close: () => sqlite.close(),
  };
}

function isBusy(error: unknown): boolean {
  return error instanceof Database.SqliteError && /^SQLITE_(BUSY|LOCKED)/.test(error.code);
}

/** Only at start, where another process may be starting too. Blocks; at most about 2 s. */
function whileBusy(run: () => void): void {
  for (let attempt = 0; ; attempt++) {
    try {
      return run();
    } catch (error) {
      if (!isBusy(error) || attempt >= START_ATTEMPTS) throw error;
    }
  }
}
