import { data, redirectDocument } from "@remix-run/node";
import { staffActorOf } from "~/domain/accounts/roles.server";
import type { StaffActor } from "~/domain/kernel/deed";
import type { Id } from "~/domain/kernel/ids.server";
import { paths } from "~/paths";
import { pageOf } from "~/remix/addresses";
import { accountPaths } from "~/team-paths";
import type { Scope } from "../context.server";
import { keepSentForm } from "./kept-form.server";
import { findSignedIn, SESSION, type SignedIn } from "./session.server";

/** What the Access Denied page needs; thrown with status 403. */
export interface Denied {
  denied: "crm" | "admin";
  contact: string;
}

/** A person of the office, with the actor that staff's rights need. */
export interface SignedInStaff extends SignedIn {
  actor: StaffActor;
}

/**
 * Lets admins and the team in (domain.md, 4.1). Otherwise throws the answer: a visitor goes to the sign-in page, a
 * driver who is neither admin nor staff to their dashboard (the history entry is replaced), anybody else sees Access
 * Denied (403). Every CRM loader and action calls it for itself: Remix runs them beside each other, not below the
 * layout's.
 */
export async function requireCrm(scope: Scope, request: Request): Promise<SignedInStaff> {
  const person = await findSignedIn(scope, request);
  if (!person) throw await toSignIn(scope, paths.auth, request);
  leadToFactor(person, request);
  const actor = staffActorOf(person.account, person.standing);
  if (actor) return { ...person, actor };
  if (person.standing.mayDrive) {
    const away = redirectDocument(paths.driver.dashboard);
    away.headers.set("X-Remix-Replace", "true");
    throw away;
  }
  throw denied(scope, "crm");
}

/** The same for a page's script, which cannot be sent to a sign-in page. */
export async function mayUseCrm(scope: Scope, request: Request): Promise<"yes" | "no" | "signed_out"> {
  const person = await findSignedIn(scope, request);
  return person ? (person.standing.mayUseCrm ? "yes" : "no") : "signed_out";
}

/** Only admins; staff see 403. */
export async function requireAdmin(scope: Scope, request: Request): Promise<SignedInStaff> {
  const person = await requireCrm(scope, request);
  if (!person.standing.isAdmin) throw forbidden(scope);
  return person;
}

/**
 * Lets drivers in; everybody else is sent to the driver's sign-in. `driverId` is null for a driver role without a
 * record.
 */
export async function requireDriver(
  scope: Scope,
  request: Request,
): Promise<SignedIn & { driverId: Id<"driver"> | null }> {
  const person = await findSignedIn(scope, request);
  if (person) leadToFactor(person, request);
  if (!person?.standing.mayDrive) throw await toSignIn(scope, paths.driver.auth, request);
  return { ...person, driverId: person.standing.driverId };
}

/**
 * Anybody who is signed in; a visitor is sent to the sign-in page. `settingUp` on the page where a missing second factor is
 * set up.
 */
export async function requirePerson(
  scope: Scope,
  request: Request,
  { settingUp = false }: { settingUp?: boolean } = {},
): Promise<SignedIn> {
  const person = await findSignedIn(scope, request);
  if (!person) throw await toSignIn(scope, paths.auth, request);
  if (!settingUp) leadToFactor(person, request);
  return person;
}

/** An admin without a second factor, where one is needed, is led to set it up before anything else. */
function leadToFactor({ standing }: SignedIn, request: Request): void {
  if (standing.needsFactor) throw redirectDocument(accountPaths.factor(pageOf(new URL(request.url))));
}

/** The answer to staff who ask for what only admins may. */
export function forbidden(scope: Scope) {
  return denied(scope, "admin");
}

function denied(scope: Scope, what: Denied["denied"]) {
  return data<Denied>(
    { denied: what, contact: scope.services.settings().email },
    { status: 403, headers: { "Cache-Control": "no-store" } },
  );
}

/** A form that was sent cannot be sent again by going back to its address, but its page shows it again. */
async function toSignIn(scope: Scope, page: string, request: Request): Promise<Response> {
  const session = scope.services.cookies.read(request, SESSION);
  const back = await keepSentForm(scope, request, pageOf(new URL(request.url)), session);
  return redirectDocument(`${page}?next=${encodeURIComponent(back)}`);
}
