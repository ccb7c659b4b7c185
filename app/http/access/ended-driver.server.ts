import { driverOfAccount } from "~/domain/accounts/roles.server";
import { findRevokedSession } from "~/domain/accounts/sessions.server";
import type { Id } from "~/domain/kernel/ids.server";
import type { Scope } from "../context.server";
import { SESSION, type SignedIn } from "./session.server";

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
