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
  /** The key that the second factors' secrets are sealed by. */
  factors: string;
}

const random = () => randomBytes(32).toString("base64url");

/**
 * Secrets made at first start. They stand beside the database, not in it: a backup has none of them. The second factors'
 * key has a file of its own, because SESSION_SECRET may change and it must not.
 */
export function readSecrets(config: Config): Secrets {
  const made = makeOnce(join(config.DATA_DIR, "secrets.json"), () => ({
    session: random(),
    sandboxWebhook: `whsec_${random()}`,
  }));
  const { key } = makeOnce(join(config.DATA_DIR, "second-factor-key.json"), () => ({ key: random() }));
  return { ...made, session: config.SESSION_SECRET ?? made.session, factors: key };
}

/** What a file holds, written with O_EXCL where it is missing, so that two starting processes agree on it. */
function makeOnce<T>(file: string, make: () => T): T {
  try {
    writeFileSync(file, JSON.stringify(make()), { flag: "wx", mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return readWhenWritten(file);
}

/** Between another process's create and its write the file is empty for a moment. */
function readWhenWritten<T>(file: string): T {
  for (let attempt = 0; ; attempt++) {
    try {
      return JSON.parse(readFileSync(file, "utf8")) as T;
    } catch (error) {
      if (attempt > 200) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}
