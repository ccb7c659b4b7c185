import { eq, sql } from "drizzle-orm";
import { prepared, type Orm, type Tx } from "#db/client.server";
import { profiles, type accounts } from "#db/schema/index";
import { newId, type Id } from "../kernel/ids.server";
import type { Instant } from "../kernel/time.server";
import { defaultDisplayName } from "./identity";

export type Profile = typeof profiles.$inferSelect;

const byUser = prepared((orm) =>
  orm
    .select()
    .from(profiles)
    .where(eq(profiles.user_id, sql.placeholder("user")))
    .prepare(),
);

/** A user's profile, or null. */
export function findProfile(orm: Orm, userId: Id<"account">): Profile | null {
  return byUser(orm).get({ user: userId }) ?? null;
}

/** Makes a missing profile: role user, named after the part of the email before the @ (specification, section 5). */
export function ensureProfile(
  tx: Tx,
  account: Pick<typeof accounts.$inferSelect, "id" | "email" | "phone">,
  now: Instant,
): Profile {
  const found = findProfile(tx, account.id);
  if (found) return found;
  const displayName = account.email
    ? defaultDisplayName({ kind: "email", value: account.email })
    : defaultDisplayName({ kind: "phone", value: account.phone ?? "" });
  return tx
    .insert(profiles)
    .values({
      id: newId("profile"),
      user_id: account.id,
      display_name: displayName,
      phone: account.phone,
      role: "user",
      created_at: now,
      updated_at: now,
    })
    .returning()
    .get();
}
