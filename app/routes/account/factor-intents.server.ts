import { data, redirectDocument } from "@remix-run/node";
import { z } from "zod";
import {
  beginFactor,
  enableFactor,
  renewRecoveryCodes,
  turnOffFactor,
  type FactorRefused,
  type Owner,
} from "~/domain/accounts/second-factor.server";
import { requirePerson } from "~/http/access/guards.server";
import { safeNext, type SignedIn } from "~/http/access/session.server";
import { customerIntent, type CustomerIntents, type Visit } from "~/http/answers/customer-intents.server";
import { problem, refuse, type Problem } from "~/http/answers/forms.server";
import type { Scope } from "~/http/context.server";
import { limitAccountChange, limitFactorTry, limitProof } from "~/http/limits/sign-in.server";
import { accountPaths } from "~/team-paths";

/** Everybody looks after their own; also who may do nothing else before it is set up. */
const may = ({ scope, request }: Visit) => requirePerson(scope, request, { settingUp: true });

/** The account with what opens its second factor. */
export const ownerOf = (scope: Scope, { account, sessionId }: SignedIn): Owner => ({
  account,
  sessionId,
  key: scope.services.secrets.factors,
});

/** The page that set-up goes on to, as the address names it. */
export const nextOf = (request: Request) => safeNext(new URL(request.url).searchParams.get("next"), "");

const text = (missing: string) => z.string(missing).trim().min(1, missing);
/** As it was typed; what is wrong with it is said with all else that is. */
const password = z.string().catch("");
const proof = z.object({ password, code: z.string().trim().catch("") });

/** Recovery codes are shown by the answer itself: they are stored nowhere, and shown once. */
const shown = (codes: string[]) => data({ codes }, { headers: { "Cache-Control": "no-store" } });
const refused = (typed: Problem["values"], { fields }: FactorRefused) => problem(refuse(typed, fields));

const isOfTeam = ({ mayUseCrm, needsFactor }: SignedIn["standing"]) => mayUseCrm || needsFactor;

/** Throws 403 for whoever is not of the team: the page as well as its form, before anybody types a password for nothing. */
export function requireTeam(standing: SignedIn["standing"]): void {
  if (!isOfTeam(standing)) throw new Response("The second factor is for the office’s team.", { status: 403 });
}

/** What one can do with one's own second factor. */
export const FACTOR_INTENTS = {
  begin: customerIntent({
    may,
    schema: z.object({ password }),
    run: async ({ scope, request }, person, given, typed) => {
      requireTeam(person.standing);
      await limitAccountChange(scope, person.account.id);
      const begun = await beginFactor(scope.services.db, ownerOf(scope, person), given.password);
      return begun.ok ? redirectDocument(accountPaths.factor(nextOf(request))) : refused(typed, begun);
    },
  }),
  enable: customerIntent({
    may,
    schema: z.object({ code: text("Enter the six digits that your app shows now.") }),
    run: async ({ scope }, person, { code }, typed) => {
      await limitFactorTry(scope, person.account.id);
      const deed = scope.deed(person.actor);
      const on = await enableFactor(scope.services.db, deed, ownerOf(scope, person), code);
      return on.ok ? shown(on.codes) : refused(typed, on);
    },
  }),
  codes: customerIntent({
    may,
    schema: proof,
    run: async ({ scope }, person, given, typed) => {
      await limitProof(scope, person.account.id);
      const deed = scope.deed(person.actor);
      const made = await renewRecoveryCodes(scope.services.db, deed, ownerOf(scope, person), given);
      return made.ok ? shown(made.codes) : refused(typed, made);
    },
  }),
  off: customerIntent({
    may,
    schema: proof,
    run: async ({ scope }, person, given, typed) => {
      await limitProof(scope, person.account.id);
      const off = await turnOffFactor(scope.services.db, scope.deed(person.actor), ownerOf(scope, person), given);
      // Who left the team has no page of it any more.
      const page = isOfTeam(person.standing) ? accountPaths.factor() : accountPaths.root;
      return off.ok ? redirectDocument(`${page}?told=off`) : refused(typed, off);
    },
  }),
} satisfies CustomerIntents;
