import { useActionData, useRouteLoaderData } from "@remix-run/react";
import type { Problem } from "~/http/answers/forms.server";

/**
 * What an office page's forms show again: the refusal of the last try, or what was sent as the session had ended (the
 * layout's loader brings it, for every page alike).
 */
export function useSent(): Problem | undefined {
  const refused = useActionData<Problem>();
  const layout = useRouteLoaderData<{ sent: Problem | null }>("routes/crm/layout");
  return refused ?? layout?.sent ?? undefined;
}
