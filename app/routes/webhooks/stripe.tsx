import type { ActionFunctionArgs } from "@remix-run/node";
import { enter } from "~/http/context.server";
import { applyEvent } from "~/services/payments/webhook.server";

/** Stripe's events. A wrong or old signature is refused; everything else is answered 200 once its effect is stored. */
export async function action(args: ActionFunctionArgs) {
  const scope = await enter(args);
  const event = scope.services.stripe.readWebhook(
    await args.request.text(),
    args.request.headers.get("Stripe-Signature") ?? "",
  );
  if (!event)
    return Response.json(
      { error: { code: "bad_signature", message: "The signature is missing, wrong or too old." } },
      { status: 400 },
    );
  const result = await applyEvent(scope.services, scope.deed({ kind: "stripe", label: "Stripe" }), event);
  return Response.json({ received: true, result });
}

export function loader() {
  return Response.json(
    { error: { code: "method_not_allowed", message: "Use POST." } },
    { status: 405, headers: { Allow: "POST" } },
  );
}
