import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import "~/office.css";
import { accountPaths } from "~/team-paths";
import { ErrorSummary, Notice } from "~/ui/form";
import { AskByMail, BackToSignIn } from "~/ui/office/AccountForms";
import { Gate } from "~/ui/office/Gate";
import { answerAsk, loadAsk } from "./ask.server";

export const handle = { hydrate: "now", area: "office" };
export const meta: MetaFunction = () => [{ title: "Confirmation mail again" }, { name: "robots", content: "noindex" }];

export const loader = (args: LoaderFunctionArgs) => loadAsk(args);
export const action = (args: ActionFunctionArgs) => answerAsk(args, "confirm", accountPaths.resend);

/** The confirmation mail once more. */
export default function Resend() {
  const { isAsked, company } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <Gate company={company}>
      <ErrorSummary problem={refused} />
      <h1>Confirmation mail again</h1>
      {isAsked && !refused ? (
        <Notice kind="good" live>
          <p>If there is an account with this address, a mail is on its way. Its link works for 24 hours.</p>
        </Notice>
      ) : (
        <p>We mail you the link that confirms your email address once more.</p>
      )}
      <AskByMail problem={refused} button="Send the mail again" />
      <BackToSignIn />
    </Gate>
  );
}
