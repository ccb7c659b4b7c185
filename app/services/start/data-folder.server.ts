import { eq } from "drizzle-orm";
import { AT_START, type Db } from "#db/client.server";
import { meta } from "#db/schema/index";
import { ConfigError, type Config } from "~/config.server";
import { randomBytes } from "crypto";
import { writeFileSync, readFileSync } from "fs";
import { join } from "path/posix";

/**
 * A database that was ever used with a sandbox holds bookings that nobody paid for: it refuses live services
 * for good (domain.md 4.18), and a live one refuses the sandbox. Throws ConfigError.
 */
export async function markDatabase(db: Db, config: Config): Promise<void> {
  const wanted = config.sandbox.any ? "sandbox" : "live";
  const kind = await db.write((tx) => {
    tx.insert(meta).values({ key: "kind", value: wanted }).onConflictDoNothing().run();
    return tx.select().from(meta).where(eq(meta.key, "kind")).get()?.value;
  }, AT_START);
  if (kind !== wanted)
    throw new ConfigError(`DATA_DIR holds a ${kind} database; it cannot be used with ${wanted} services`);
  if (kind === "sandbox" && config.STRIPE_SECRET_KEY?.startsWith("sk_live_"))
    throw new ConfigError("STRIPE_SECRET_KEY is a live key, but DATA_DIR holds a sandbox database");
}
export interface Secrets {
  session: string;
  /** The sandbox Stripe's own secrets. */
  sandboxWebhook: string;
}
/** Secrets made at first start, with O_EXCL so that two starting processes agree on one file. */
export function readSecrets(config: Config): Secrets {
  const file = join(config.DATA_DIR, "secrets.json");
  const random = () => randomBytes(32).toString("base64url");
  try {
    writeFileSync(file, JSON.stringify({ session: random(), sandboxWebhook: `whsec_${random()}` }), {
      flag: "wx",
      mode: 0o600,
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  const stored = readWhenWritten(file);
  return { ...stored, session: config.SESSION_SECRET ?? stored.session };
}
/** Between another process's create and its write the file is empty for a moment. */
function readWhenWritten(file: string): Secrets {
  for (let attempt = 0; ; attempt++) {
    try {
      return JSON.parse(readFileSync(file, "utf8")) as Secrets;
    } catch (error) {
      if (attempt > 200) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}
