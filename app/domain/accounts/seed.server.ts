import { eq } from "drizzle-orm";
import { AT_START, type Db, type Tx } from "#db/client.server";
import { accounts, drivers, profiles, teamMembers, trucks, userRoles } from "#db/schema/index";
import { newId, type Id } from "../kernel/ids.server";
import type { Instant } from "../kernel/time.server";
import { hashPassword } from "./passwords.server";
import { ensureProfile } from "./profiles.server";

export interface NewAccount {
  email: string;
  passwordHash: string;
  displayName: string;
  role: "user" | "staff" | "admin";
  onTeam?: boolean;
  driver?: { name: string; phone: string; truck: string };
}

/** Makes an account with its profile, team place and driver record, or leaves the one that is there as it is. */
export function ensureAccount(tx: Tx, wanted: NewAccount, now: Instant): Id<"account"> {
  const known = tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.email, wanted.email)).get();
  if (known) return known.id;
  const id = newId("account");
  tx.insert(accounts)
    .values({ id, email: wanted.email, password_hash: wanted.passwordHash, email_confirmed_at: now, created_at: now })
    .run();
  ensureProfile(tx, { id, email: wanted.email, phone: null }, now);
  tx.update(profiles)
    .set({ display_name: wanted.displayName, role: wanted.role, phone: wanted.driver?.phone ?? null })
    .where(eq(profiles.user_id, id))
    .run();
  if (wanted.onTeam) tx.insert(teamMembers).values({ user_id: id, added_by: "seed", added_at: now }).run();
  if (wanted.driver) {
    const { truck, ...driver } = wanted.driver;
    tx.insert(drivers)
      .values({ id: newId("driver"), user_id: id, ...driver, truck_id: truckNamed(tx, truck, now), created_at: now })
      .run();
    tx.insert(userRoles).values({ user_id: id, role: "driver" }).run();
  }
  return id;
}

function truckNamed(tx: Tx, name: string, now: Instant): Id<"truck"> {
  const known = tx.select({ id: trucks.id }).from(trucks).where(eq(trucks.name, name)).get();
  return (
    known?.id ??
    tx
      .insert(trucks)
      .values({ id: newId("truck"), name, created_at: now })
      .returning()
      .get().id
  );
}

export const SEEDED_PASSWORD = "roll-off-demo";

export interface SeededAccounts {
  admin: Id<"account">;
  staff: Id<"account">;
  driver: Id<"account">;
  driver2: Id<"account">;
  user: Id<"account">;
}

/** The sandbox's five accounts (contract.md). A second call changes nothing. */
export async function seedAccounts(db: Db, now: Instant): Promise<SeededAccounts> {
  // Every start comes here: no hash is made where the accounts are there already.
  const seeded = db.orm.select({ id: accounts.id }).from(accounts).where(eq(accounts.email, "user@example.com")).get();
  const passwordHash = seeded ? "" : await hashPassword(SEEDED_PASSWORD);
  const make = (tx: Tx, rest: Omit<NewAccount, "passwordHash">) => ensureAccount(tx, { passwordHash, ...rest }, now);
  const seed = (tx: Tx): SeededAccounts => ({
    admin: make(tx, { email: "admin@example.com", displayName: "Alex Admin", role: "admin", onTeam: true }),
    staff: make(tx, { email: "staff@example.com", displayName: "Sam Staff", role: "staff", onTeam: true }),
    driver: make(tx, {
      email: "driver@example.com",
      displayName: "Dana Driver",
      role: "user",
      driver: { name: "Dana Driver", phone: "+14075550141", truck: "Truck 1" },
    }),
    driver2: make(tx, {
      email: "driver2@example.com",
      displayName: "Dale Driver",
      role: "user",
      driver: { name: "Dale Driver", phone: "+14075550149", truck: "Truck 2" },
    }),
    user: make(tx, { email: "user@example.com", displayName: "Uma User", role: "user" }),
  });
  return db.write(seed, AT_START);
}
