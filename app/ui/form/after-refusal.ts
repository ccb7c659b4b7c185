import type { ShouldRevalidateFunctionArgs } from "@remix-run/react";

/**
 * For routes that show figures: a refused form shows them as they are now, where Remix would keep the old ones after a
 * 4xx. After a 5xx nothing has changed, and there may be nobody to ask (unanswered.ts).
 */
export function rereadAfterRefusal({ actionStatus = 200 }: ShouldRevalidateFunctionArgs): boolean {
  return actionStatus < 500;
}
