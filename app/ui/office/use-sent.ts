import { useActionData, useRouteLoaderData } from "@remix-run/react";
import type { Problem } from "~/http/answers/forms.server";

type Brings = { sent: Problem | null };

/**
 * What the forms of an office's or a driver's page show again: the refusal of the last try, or what was sent as the session
 * had ended (the layout's loader brings it, for every page alike).
 */
export function useSent(refused = useActionData<Problem>()): Problem | undefined {
  const office = useRouteLoaderData<Brings>("routes/crm/layout");
  const driver = useRouteLoaderData<Brings>("routes/driver/layout");
  return refused ?? (office ?? driver)?.sent ?? undefined;
}
