import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import "~/office.css";
import { appAddress } from "~/domain/accounts/factor-codes.server";
import { drawQr } from "~/domain/accounts/qr.server";
import { factorState } from "~/domain/accounts/second-factor.server";
import { requirePerson } from "~/http/access/guards.server";
import { answerCustomer } from "~/http/answers/customer-intents.server";
import type { Problem } from "~/http/answers/forms.server";
import { enter } from "~/http/context.server";
import { crmPaths } from "~/crm-paths";
import { paths } from "~/paths";
import { accountPaths } from "~/team-paths";
import { ErrorSummary, Notice } from "~/ui/form";
import { AccountFrame } from "~/ui/office/AccountFrame";
import { BeginFactor, FactorIsOn, RecoveryCodes, SetUpApp } from "~/ui/office/FactorForms";
import { Refused } from "~/ui/Refused";
import { useRefusal } from "~/ui/use-refusal";
import { FACTOR_INTENTS, nextOf, ownerOf, requireTeam } from "./factor-intents.server";

export const handle = { hydrate: "now", area: "office" };
export const meta: MetaFunction = () => [
  { title: "Second factor · My account" },
  { name: "robots", content: "noindex" },
];
export const headers = () => ({ "Cache-Control": "no-store" });

export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  const person = await requirePerson(scope, args.request, { settingUp: true });
  const { account, standing } = person;
  const state = factorState(scope.services.db.orm, ownerOf(scope, person));
  // Who left the team can still turn theirs off.
  if (state.is !== "on") requireTeam(standing);
  const name = account.email ?? account.phone ?? standing.displayName;
  const next = nextOf(args.request);
  return {
    me: account.id,
    name: standing.displayName,
    role: standing.isAdmin || standing.needsFactor ? "admin" : standing.mayUseCrm ? "staff" : "user",
    back: standing.mayUseCrm ? crmPaths.root : standing.mayDrive ? paths.driver.dashboard : paths.home,
    next: next || (standing.mayUseCrm || standing.needsFactor ? crmPaths.root : accountPaths.root),
    needed: standing.needsFactor,
    told: new URL(args.request.url).searchParams.get("told"),
    email: account.email,
    hasPassword: account.password_hash !== "",
    since: state.is === "on" ? state.since : null,
    codesLeft: state.is === "on" ? state.codesLeft : 0,
    app:
      state.is === "setting-up"
        ? { secret: state.secret, qr: drawQr(appAddress(state.secret, name, scope.services.settings().businessName)) }
        : null,
  };
}

export async function action(args: ActionFunctionArgs) {
  return answerCustomer(FACTOR_INTENTS, "begin", { scope: await enter(args), request: args.request });
}

/** The codes of an app after the password: set up, looked after, turned off. */
export default function Factor() {
  const { me, name, role, back, next, needed, told, email, hasPassword, since, codesLeft, app } =
    useLoaderData<typeof loader>();
  const answer = useActionData<Problem | { codes: string[] }>();
  const codes = answer && "codes" in answer ? answer.codes : null;
  const problem = answer && !("codes" in answer) ? answer : null;
  return (
    <AccountFrame me={me} name={name} role={role} back={back}>
      <ErrorSummary problem={problem} />
      <header className="title">
        <h1>Second factor</h1>
      </header>
      {told === "off" && !answer && since === null && !needed && (
        <Notice kind="good" live>
          <p>Your second factor is off. Your app and your recovery codes work no more.</p>
        </Notice>
      )}
      {needed && (
        <Notice kind="warn">
          <p>Admins need a second factor here. Set it up now, then you go on where you wanted to go.</p>
        </Notice>
      )}
      {codes ? (
        <RecoveryCodes codes={codes} account={email ?? name} next={next} />
      ) : since !== null ? (
        <FactorIsOn problem={problem} since={since} codesLeft={codesLeft} email={email} />
      ) : app ? (
        <SetUpApp problem={problem} {...app} />
      ) : (
        <BeginFactor problem={problem} hasPassword={hasPassword} email={email} />
      )}
      {!needed && (
        <p className="mt-2">
          <a href={accountPaths.root}>My account</a>
        </p>
      )}
    </AccountFrame>
  );
}

export function ErrorBoundary() {
  return <Refused {...useRefusal()} />;
}
