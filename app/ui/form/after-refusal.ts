import type { ShouldRevalidateFunctionArgs } from "@remix-run/react";
import { UNANSWERED } from "./unanswered";

/**
 * For routes that show figures: a refused form shows them as they are now, where Remix would keep the old ones after a
 * 4xx or 5xx. Not where the form got no answer of ours: there may be nobody to ask.
 */
export function rereadAfterRefusal({ actionStatus }: ShouldRevalidateFunctionArgs): boolean {
  return actionStatus !== UNANSWERED;
}
