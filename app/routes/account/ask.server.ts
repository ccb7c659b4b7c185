import { redirectDocument, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { readSignInName } from "~/domain/accounts/identity";
import { askForLink } from "~/domain/accounts/keys.server";
import { NO_NAME } from "~/domain/accounts/sign-up.server";
import { askForSignInCode } from "~/http/access/session.server";
import { problem, readForm, refuse, typedValues } from "~/http/answers/forms.server";
import { enter } from "~/http/context.server";
import { limitAccountKey } from "~/http/limits/sign-in.server";
import { accountPaths } from "~/team-paths";

export const NO_ADDRESS = "Enter an email address like name@example.com.";
const BY_SIGN_UP = "A phone number is confirmed by a code: sign up with it once more, and a new one comes by text.";

/** Whether something was asked for a moment ago, and whose door it is. */
export async function loadAsk(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  const isAsked = new URL(args.request.url).searchParams.get("told") === "sent";
  return { isAsked, company: scope.services.settings().businessName };
}

/**
 * Asks for a link by mail, or for a new password by phone number for a code. The answer is the same whether or not there
 * is such an account.
 */
export async function answerAsk(args: ActionFunctionArgs, purpose: "confirm" | "reset", page: string) {
  const scope = await enter(args);
  const form = await readForm(args.request);
  const email = String(form.get("email") ?? "");
  await limitAccountKey(scope, email);
  const name = readSignInName(email);
  if (!name) return problem(refuse(typedValues(form), { email: purpose === "reset" ? NO_NAME : NO_ADDRESS }));
  if (name.kind === "phone" && purpose === "confirm") return problem(refuse(typedValues(form), { email: BY_SIGN_UP }));
  if (name.kind === "phone") {
    const cookie = await askForSignInCode(scope, email, { purpose: "reset" });
    return redirectDocument(`${accountPaths.code}?told=reset`, { headers: { "Set-Cookie": cookie } });
  }
  await askForLink(scope.services.db, scope.deed({ kind: "visitor", label: "Visitor" }), purpose, email);
  return redirectDocument(`${page}?told=sent`);
}
