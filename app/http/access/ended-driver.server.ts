import { driverOfAccount } from "~/domain/accounts/roles.server";
import { findRevokedSession } from "~/domain/accounts/sessions.server";
import type { EntryRow } from "~/domain/driver/journal-rows.server";
import type { Id } from "~/domain/kernel/ids.server";
import type { Scope } from "../context.server";
import { paths } from "~/paths";
import { findSignedIn, SESSION, type SignedIn } from "./session.server";

/**
 * Whether a photograph of a journal's entry may come from here: from its own driver (`kept`), or, while the entry is in
 * quarantine, from the phone that sent it there (`held`). Null for everybody else.
 */
export async function photoSender(
  scope: Scope,
  request: Request,
  entry: Pick<EntryRow, "driver_id" | "state">,
): Promise<"kept" | "held" | null> {
  const person = await findSignedIn(scope, request);
  const { mayDrive = false, needsFactor = false, driverId = null } = person?.standing ?? {};
  if (mayDrive) return !needsFactor && driverId === entry.driver_id ? "kept" : null;
  return entry.state === "quarantined" && findEndedDriver(scope, request, person) === entry.driver_id ? "held" : null;
}

/**
 * The driver behind a sign-in that was ended, or who may drive no more: what their phone still sends is kept for the
 * office, and done by nobody. Null for everybody else; a sign-in that only ran out is one that comes back.
 */
export function findEndedDriver(scope: Scope, request: Request, person: SignedIn | null): Id<"driver"> | null {
  const { db, cookies } = scope.services;
  const token = cookies.read(request, SESSION);
  const account = person?.account.id ?? (token ? findRevokedSession(db.orm, token) : null);
  return account ? driverOfAccount(db.orm, account) : null;
}

/**
 * By which door somebody leaves who signs out: who drives, or did, by the driver's, where their phone forgets what it has
 * read; who works in the office as well, by the office's.
 */
export function doorOut(scope: Scope, person: SignedIn | null): string {
  const drives = person !== null && driverOfAccount(scope.services.db.orm, person.account.id) !== null;
  return drives && !person.standing.mayUseCrm ? paths.driver.auth : paths.auth;
}
