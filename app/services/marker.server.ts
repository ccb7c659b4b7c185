import { eq } from "drizzle-orm";
import type { Db } from "#db/client.server";
import { meta } from "#db/schema/index";
import { ConfigError, type Config } from "~/config.server";

/**
 * A database that was ever used with a sandbox holds bookings that nobody paid for: it refuses live services
 * for good (domain.md 4.18), and a live one refuses the sandbox. Throws ConfigError.
 */
export async function markDatabase(db: Db, config: Config): Promise<void> {
  const wanted = config.sandbox.any ? "sandbox" : "live";
  const kind = await db.write((tx) => {
    tx.insert(meta).values({ key: "kind", value: wanted }).onConflictDoNothing().run();
    return tx.select().from(meta).where(eq(meta.key, "kind")).get()?.value;
  });
  if (kind !== wanted) throw new ConfigError(`DATA_DIR holds a ${kind} database; it cannot be used with ${wanted} services`);
  if (kind === "sandbox" && config.STRIPE_SECRET_KEY?.startsWith("sk_live_")) throw new ConfigError("STRIPE_SECRET_KEY is a live key, but DATA_DIR holds a sandbox database");
}
