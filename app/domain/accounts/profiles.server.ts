import { and, eq, ne, sql } from "drizzle-orm";
import { DatabaseBusyError, prepared, type Db, type Orm, type Tx } from "#db/client.server";
import { profiles, type accounts } from "#db/schema/index";
import { recordEvent } from "../events/events.server";
import type { Deed } from "../kernel/deed";
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

/** What people call themselves, with an event; nothing where they say nothing, or what they are called. The profile is there. */
export function nameProfile(tx: Tx, deed: Deed, userId: Id<"account">, name: string): void {
  if (name === "") return;
  const isOther = and(eq(profiles.user_id, userId), ne(profiles.display_name, name));
  const changed = tx.update(profiles).set({ display_name: name, updated_at: deed.now }).where(isOther).run().changes;
  if (changed > 0)
    recordEvent(tx, deed, {
      subject: { kind: "account", id: userId },
      action: "USER_UPDATED",
      data: { fields: ["display_name"] },
    });
}

/** Specification, section 4: loading a profile is tried again after so long, then the fallback is used. */
const RETRY_AFTER_MS = [1_000, 2_000, 4_000];

export type ProfileAtSignIn =
  | { ok: true }
  /** `made`: it was to be made, and nobody is signed in; else it could not be read, and its user goes on as role user. */
  | { ok: false; step: "read" | "made"; error: unknown };

/**
 * Reads the profile of somebody who is about to sign in, or makes a missing one; three more tries when that fails. What
 * is only busy throws (DatabaseBusyError): the whole sign-in is then tried again by its caller's 503.
 */
export async function profileAtSignIn(
  db: Db,
  account: Parameters<typeof ensureProfile>[1],
  now: Instant,
  pause = (ms: number) => new Promise<unknown>((done) => setTimeout(done, ms)),
): Promise<ProfileAtSignIn> {
  let step: "read" | "made" = "read";
  for (let tries = 0; ; tries++) {
    try {
      step = "read";
      if (findProfile(db.orm, account.id)) return { ok: true };
      step = "made";
      await db.write((tx) => ensureProfile(tx, account, now));
      return { ok: true };
    } catch (error) {
      const wait = RETRY_AFTER_MS[tries];
      if (error instanceof DatabaseBusyError) throw error;
      if (wait === undefined) return { ok: false, step, error };
      await pause(wait);
    }
  }
}

/** The profile, or null where it cannot be read now: whoever is signed in goes on as role user. */
export function profileOrFallback(orm: Orm, userId: Id<"account">): Profile | null {
  try {
    return findProfile(orm, userId);
  } catch {
    return null;
  }
}
