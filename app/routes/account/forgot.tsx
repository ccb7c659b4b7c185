import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import "~/office.css";
import { accountPaths } from "~/team-paths";
import { ErrorSummary, Notice } from "~/ui/form";
import { AskByMail, BackToSignIn } from "~/ui/office/AccountForms";
import { Gate } from "~/ui/office/Gate";
import { answerAsk, loadAsk } from "./ask.server";

export const handle = { hydrate: "now", area: "office" };
export const meta: MetaFunction = () => [{ title: "Forgot your password?" }, { name: "robots", content: "noindex" }];

export const loader = (args: LoaderFunctionArgs) => loadAsk(args);
export const action = (args: ActionFunctionArgs) => answerAsk(args, "reset", accountPaths.forgot);

/** The forgotten password: asks for the link that sets a new one. */
export default function Forgot() {
  const { isAsked, company } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <Gate company={company}>
      <ErrorSummary problem={refused} />
      <h1>Forgot your password?</h1>
      {isAsked && !refused ? (
        <Notice kind="good" live>
          <p>If there is an account with this address, a mail is on its way. Its link works once, for an hour.</p>
        </Notice>
      ) : (
        <p>We mail you a link, or text you a code, with which you choose a new password.</p>
      )}
      <AskByMail orText problem={refused} button="Send the link or code" />
      <BackToSignIn />
    </Gate>
  );
}
