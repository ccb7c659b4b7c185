import { sql } from "drizzle-orm";
import { integer, index, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { dayColumn, flagColumn, idColumn, instantColumn } from "./columns";
import { trucks } from "./fleet";

/** A sign-in. Email is kept in lower case; the phone, here and below, as E.164. A phone stands here once it is confirmed. */
export const accounts = sqliteTable("accounts", {
  id: idColumn("id", "account").primaryKey(),
  email: text("email").unique(),
  phone: text("phone").unique(),
  password_hash: text("password_hash").notNull(),
  email_confirmed_at: instantColumn("email_confirmed_at"),
  created_at: instantColumn("created_at").notNull(),
});

export const profiles = sqliteTable("profiles", {
  id: idColumn("id", "profile").primaryKey(),
  user_id: idColumn("user_id", "account")
    .notNull()
    .unique()
    .references(() => accounts.id),
  display_name: text("display_name").notNull(),
  company_name: text("company_name"),
  avatar_url: text("avatar_url"),
  phone: text("phone"),
  role: text("role").$type<"user" | "staff" | "admin">().notNull().default("user"),
  created_at: instantColumn("created_at").notNull(),
  updated_at: instantColumn("updated_at").notNull(),
});

/** The team list that lets staff into the CRM: domain.md 4.1. */
export const teamMembers = sqliteTable("team_members", {
  user_id: idColumn("user_id", "account")
    .primaryKey()
    .references(() => accounts.id),
  added_by: text("added_by").notNull(),
  added_at: instantColumn("added_at").notNull(),
});

/** Invitations by mail; of the link only its SHA-256 is kept. `expires_at` in wall time, as for all links. */
export const teamInvitations = sqliteTable(
  "team_invitations",
  {
    id: idColumn("id", "invitation").primaryKey(),
    /** In lower case. */
    email: text("email").notNull(),
    token_hash: text("token_hash").notNull().unique(),
    /** As the mail and the list name them. */
    invited_by: text("invited_by").notNull(),
    /** Whose right it goes by: it ends with that. Null in rows of before. */
    invited_by_id: idColumn("invited_by_id", "account"),
    invited_at: instantColumn("invited_at").notNull(),
    expires_at: integer("expires_at").notNull(),
    accepted_at: instantColumn("accepted_at"),
    withdrawn_at: instantColumn("withdrawn_at"),
  },
  (t) => [
    uniqueIndex("team_invitations_open")
      .on(t.email)
      .where(sql`${t.accepted_at} is null and ${t.withdrawn_at} is null`),
  ],
);

export const drivers = sqliteTable("drivers", {
  id: idColumn("id", "driver").primaryKey(),
  user_id: idColumn("user_id", "account")
    .notNull()
    .unique()
    .references(() => accounts.id),
  name: text("name").notNull(),
  phone: text("phone"),
  truck_id: idColumn("truck_id", "truck").references(() => trucks.id),
  /** What the office notes of the licence, and its last day. */
  licence_notes: text("licence_notes").notNull().default(""),
  licence_until: dayColumn("licence_until"),
  is_active: flagColumn("is_active").notNull().default(true),
  created_at: instantColumn("created_at").notNull(),
});

/** The same for drivers, by mail or by text: either an address or a number. */
export const driverInvitations = sqliteTable(
  "driver_invitations",
  {
    id: idColumn("id", "invitation").primaryKey(),
    name: text("name").notNull(),
    /** In lower case; or the number as E.164. */
    email: text("email"),
    phone: text("phone"),
    token_hash: text("token_hash").notNull().unique(),
    invited_by: text("invited_by").notNull(),
    invited_by_id: idColumn("invited_by_id", "account"),
    invited_at: instantColumn("invited_at").notNull(),
    expires_at: integer("expires_at").notNull(),
    accepted_at: instantColumn("accepted_at"),
    withdrawn_at: instantColumn("withdrawn_at"),
  },
  (t) => [index("driver_invitations_open").on(t.accepted_at, t.withdrawn_at)],
);

/** Extra roles asked for by has_role(user, role); today only `driver`. */
export const userRoles = sqliteTable(
  "user_roles",
  {
    user_id: idColumn("user_id", "account")
      .notNull()
      .references(() => accounts.id),
    role: text("role").notNull(),
  },
  (t) => [uniqueIndex("user_roles_one").on(t.user_id, t.role)],
);

/** Signed-in browsers. The cookie holds a random token; only its SHA-256 is stored. Wall time. */
export const sessions = sqliteTable(
  "sessions",
  {
    id: idColumn("id", "session").primaryKey(),
    token_hash: text("token_hash").notNull().unique(),
    user_id: idColumn("user_id", "account")
      .notNull()
      .references(() => accounts.id),
    created_at: integer("created_at").notNull(),
    last_seen_at: integer("last_seen_at").notNull(),
    expires_at: integer("expires_at").notNull(),
    /** How long it may be away; null: as everybody's. A driver's phone stays signed in for a working week. */
    idle_ms: integer("idle_ms"),
    revoked_at: integer("revoked_at"),
    ip_address: text("ip_address"),
    user_agent: text("user_agent"),
  },
  (t) => [index("sessions_user").on(t.user_id), index("sessions_expiry").on(t.expires_at)],
);

/** One-time links sent by mail: see domain/accounts/keys.server.ts. Wall time. */
export const accountTokens = sqliteTable(
  "account_tokens",
  {
    token_hash: text("token_hash").primaryKey(),
    user_id: idColumn("user_id", "account")
      .notNull()
      .references(() => accounts.id),
    purpose: text("purpose").notNull(),
    expires_at: integer("expires_at").notNull(),
    used_at: integer("used_at"),
    /** The address that the link confirms, where it is another one than the account has. */
    email: text("email"),
  },
  (t) => [index("account_tokens_expiry").on(t.expires_at)],
);

/**
 * One-time codes that were asked for, of addresses without an account as well. `browser_hash` is the SHA-256 of the asking
 * browser's cookie; the code's hash needs the cookie itself. Wall time.
 */
export const signInCodes = sqliteTable(
  "sign_in_codes",
  {
    browser_hash: text("browser_hash").primaryKey(),
    /** Where it was sent: an address, or a number (domain.md, 4.20). */
    email: text("email").notNull(),
    code_hash: text("code_hash").notNull(),
    purpose: text("purpose").$type<"sign-in" | "sign-up" | "reset">().notNull().default("sign-in"),
    /** Of a sign-up by phone: the account is made when the code comes back. */
    password_hash: text("password_hash"),
    expires_at: integer("expires_at").notNull(),
    tries: integer("tries").notNull().default(0),
    used_at: integer("used_at"),
  },
  (t) => [index("sign_in_codes_expiry").on(t.expires_at)],
);

export const browserAgents = sqliteTable("browser_agents", {
  user_id: idColumn("user_id", "account")
    .primaryKey()
    .references(() => accounts.id),
  is_available: flagColumn("is_available").notNull().default(false),
  /** Rung with the first (1), or only when nobody of those has answered (2). */
  ring_group: integer("ring_group").notNull().default(1),
  updated_at: instantColumn("updated_at").notNull(),
});
