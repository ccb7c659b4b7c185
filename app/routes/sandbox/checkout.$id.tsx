import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import type { Scope } from "~/http/context.server";
import { readForm, typedValues } from "~/http/answers/forms.server";
import { privateHeaders } from "~/http/answers/private-page.server";
import { enterSandbox } from "~/http/local/sandbox.server";
import type { Sandbox } from "~/sandbox/start.server";
import { checkoutPage, type CheckoutPageState } from "~/sandbox/stripe/checkout-page";
import type { PayInput } from "~/sandbox/stripe/checkout-view";

type Shown = Omit<CheckoutPageState, "nonce">;
const FIELDS = ["email", "cardNumber", "expiry", "cvc", "name", "confirm"] as const;

/** The payment page that the sandbox's session addresses point to. */
export async function loader(args: LoaderFunctionArgs) {
  const scope = await enterSandbox(args);
  return show(scope, args.params.id ?? "", {});
}

export async function action(args: ActionFunctionArgs) {
  const scope = await enterSandbox(args);
  const id = args.params.id ?? "";
  const typed = typedValues(await readForm(args.request));
  const values: PayInput = {};
  for (const name of FIELDS) if (typeof typed[name] === "string") values[name] = typed[name].slice(0, 300);
  const result = await checkoutOf(scope.sandbox).pay(id, values);
  if (result.ok) return redirect(result.redirectTo, 303);
  if (result.needsAuthentication) return show(scope, id, {});
  return show(scope, id, { values, errors: result.errors, formError: result.formError }, 400);
}

async function show(scope: Scope & { sandbox: Sandbox }, id: string, state: Shown, status = 200): Promise<Response> {
  const view = await checkoutOf(scope.sandbox).find(id);
  const headers = { ...privateHeaders(), "Content-Type": "text/html; charset=utf-8" };
  return new Response(checkoutPage(view, { ...state, nonce: scope.nonce }), { status: view ? status : 404, headers });
}

function checkoutOf(sandbox: Sandbox) {
  if (!sandbox.stripe) throw new Response(null, { status: 404 });
  return sandbox.stripe.checkout;
}
