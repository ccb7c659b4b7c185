import { useActionData, useLocation } from "@remix-run/react";
import { useState } from "react";
import type { Problem } from "~/http/answers/forms.server";

/**
 * What the action answered the last try, for as long as the person stays there: the router drops it when the page reads
 * itself again, which news of others can cause at any moment.
 */
export function useAnswer<T>(): T | undefined {
  const answer = useActionData<T>();
  // Each try that is not only a reading anew has a key of its own.
  const { key } = useLocation();
  const [kept, setKept] = useState({ answer, key });
  if (kept.key !== key || (answer !== undefined && answer !== kept.answer)) setKept({ answer, key });
  return answer ?? (kept.key === key ? kept.answer : undefined);
}

/** The refusal of the last try, when there is one. (The route's own type is lost where an action also redirects.) */
export function useProblem(): Problem | undefined {
  return useAnswer<Problem>();
}
