import type { Db } from "#db/client.server";
import { systemLogs } from "#db/schema/index";
import type { Clock } from "../kernel/time.server";

export interface LogEntry {
  module: string;
  action: string;
  user_id?: string;
  booking_id?: string;
  customer_id?: string;
  error_message?: string;
  error_details?: unknown;
  request_id?: string;
  ip_address?: string;
  user_agent?: string;
}
type Level = "ERROR" | "WARN" | "INFO";

export interface Log {
  error(entry: LogEntry): void;
  warn(entry: LogEntry): void;
  info(entry: LogEntry): void;
}

const RANK = { silent: 0, error: 1, warn: 2, info: 3 } as const;

/**
 * Writes to system_logs (and one line to standard error). A failure to log is swallowed, except on localhost, where it is
 * told on standard error (specification, section 7).
 * Never pass bodies, card data, secrets or addresses of people.
 */
export function createLog(db: Db, clock: Clock, level: keyof typeof RANK, onLocalhost = false): Log {
  const put = (log_level: Level, entry: LogEntry): void => {
    if (RANK[log_level.toLowerCase() as keyof typeof RANK] <= RANK[level]) {
      console.error(JSON.stringify({ level: log_level.toLowerCase(), at: new Date().toISOString(), ...entry }));
    }
    db.write((tx) =>
      tx
        .insert(systemLogs)
        .values({ ...entry, log_level, created_at: clock.now() })
        .run(),
    ).catch((error: unknown) => {
      if (onLocalhost) console.error("This line could not be kept in the log:", entry.action, error);
    });
  };
  return {
    error: (entry) => put("ERROR", entry),
    warn: (entry) => put("WARN", entry),
    info: (entry) => put("INFO", entry),
  };
}
