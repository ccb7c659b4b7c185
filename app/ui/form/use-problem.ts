import { useActionData } from "@remix-run/react";
import type { Problem } from "~/http/answers/forms.server";

/** The refusal of the last try, when there is one. (The route's own type is lost where an action also redirects.) */
export function useProblem(): Problem | undefined {
  return useActionData<Problem>();
}
