import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Sent } from "~/domain/kernel/sent";
import { accounts } from "./accounts";
import { idColumn, instantColumn, jsonColumn } from "./columns";

const ofAccount = () =>
  idColumn("user_id", "account")
    .notNull()
    .references(() => accounts.id);

/** An app that makes codes, one for each account: being set up (`enabled_at` null) or on. */
export const secondFactors = sqliteTable("second_factors", {
  user_id: ofAccount().primaryKey(),
  /** The app's secret, sealed by a key that is not in the database. */
  sealed: text("sealed").notNull(),
  /** The session that sets it up: no other one is shown the secret. */
  begun_by: text("begun_by").notNull(),
  /** Wall time. */
  begun_at: integer("begun_at").notNull(),
  enabled_at: instantColumn("enabled_at"),
  /** The newest 30 seconds of which a code was taken: neither that nor an older one is taken again. */
  last_step: integer("last_step").notNull().default(0),
});

/** For a lost phone; of each code only its SHA-256 is kept. */
export const recoveryCodes = sqliteTable(
  "recovery_codes",
  {
    code_hash: text("code_hash").primaryKey(),
    user_id: ofAccount(),
    made_at: instantColumn("made_at").notNull(),
    used_at: instantColumn("used_at"),
  },
  (t) => [index("recovery_codes_user").on(t.user_id)],
);

/**
 * Browsers between the password and the code: no session, and no right. The cookie holds a random token; only its SHA-256
 * is stored. Wall time.
 */
export const signInChallenges = sqliteTable(
  "sign_in_challenges",
  {
    token_hash: text("token_hash").primaryKey(),
    user_id: ofAccount(),
    /** What was shown before: a password, or a code by mail or text. */
    first: text("first").$type<"password" | "code">().notNull(),
    expires_at: integer("expires_at").notNull(),
    tries: integer("tries").notNull().default(0),
    ended_at: integer("ended_at"),
  },
  (t) => [index("sign_in_challenges_expiry").on(t.expires_at), index("sign_in_challenges_user").on(t.user_id)],
);

/** What somebody sent whose session had ended: kept for a short time, for them alone. Wall time. */
export const keptForms = sqliteTable(
  "kept_forms",
  {
    token_hash: text("token_hash").primaryKey(),
    user_id: ofAccount(),
    /** The page that the form stands on. */
    path: text("path").notNull(),
    /** Field → value or values, as JSON; no secrets and no files. */
    fields: jsonColumn<Sent>("fields").notNull(),
    expires_at: integer("expires_at").notNull(),
  },
  (t) => [index("kept_forms_user").on(t.user_id), index("kept_forms_expiry").on(t.expires_at)],
);
