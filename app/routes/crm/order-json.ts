import type { ActionFunctionArgs } from "@remix-run/node";
import { mayUseCrm } from "~/http/access/guards.server";
import { readForm, typedValues } from "~/http/answers/forms.server";
import { json, jsonError, postOnly } from "~/http/answers/json.server";
import { enter } from "~/http/context.server";
import { answerOrder, ownHoldOf } from "./order-answers.server";

export const loader = postOnly;

/** The answers to an order while it is typed, for scripts: the form as it stands in, `OrderAnswers` out. */
export async function action(args: ActionFunctionArgs) {
  const scope = await enter(args);
  const may = await mayUseCrm(scope, args.request);
  if (may === "signed_out") return jsonError(401, { code: "unauthorized", message: "Auth session missing!" });
  if (may === "no") return jsonError(403, { code: "forbidden", message: "Only staff may do this." });
  const values = typedValues(await readForm(args.request));
  return json(answerOrder(scope.services, values, ownHoldOf(scope.services.db.orm, String(values["prepared"] ?? ""))));
}
