import { redirectDocument, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { readSignInName } from "~/domain/accounts/identity";
import { askForLink } from "~/domain/accounts/keys.server";
import { problem, readForm, refuse, typedValues } from "~/http/answers/forms.server";
import { enter } from "~/http/context.server";
import { limitAccountKey } from "~/http/limits/sign-in.server";

export const NO_ADDRESS = "Enter an email address like name@example.com.";

/** Whether something was asked for a moment ago, and whose door it is. */
export async function loadAsk(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  const isAsked = new URL(args.request.url).searchParams.get("told") === "sent";
  return { isAsked, company: scope.services.settings().businessName };
}

/** Asks for a link by mail. The answer is the same whether or not there is such an account. */
export async function answerAsk(args: ActionFunctionArgs, purpose: "confirm" | "reset", page: string) {
  const scope = await enter(args);
  const form = await readForm(args.request);
  const email = String(form.get("email") ?? "");
  await limitAccountKey(scope, email);
  if (readSignInName(email)?.kind !== "email") return problem(refuse(typedValues(form), { email: NO_ADDRESS }));
  await askForLink(scope.services.db, scope.deed({ kind: "visitor", label: "Visitor" }), purpose, email);
  return redirectDocument(`${page}?told=sent`);
}
