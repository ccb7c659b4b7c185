import type { Deed } from "~/domain/kernel/deed";
import type { StripeEvent } from "~/domain/payments/ports";
import type { Services } from "~/services.server";
import { eachAlone } from "../work/alone.server";
import { applyEvent } from "./webhook.server";

/**
 * Takes over what webhooks missed. One event that cannot be understood is written down and keeps none of the others waiting:
 * then the answer is "some", and the caller asks for the same time again. `applied` is called for each that was new.
 */
export async function applyMissed(
  services: Pick<Services, "config" | "db" | "log" | "settings">,
  deed: Deed,
  events: readonly StripeEvent[],
  applied: () => void,
): Promise<"all" | "some"> {
  const thrown = await eachAlone(
    services,
    events,
    async (event) => {
      if ((await applyEvent(services, deed, event)) === "applied") applied();
    },
    ({ id }) => ({ module: "payments", action: `missed_event ${id}` }),
  );
  return thrown.length === 0 ? "all" : "some";
}
