import { useActionData, useLocation } from "@remix-run/react";
import { useRef } from "react";

/**
 * What the action answered the last try, for as long as the person stays there: the router drops it when the page reads
 * itself again, which news of others can cause at any moment. (The office's pages do not read themselves then.)
 */
export function useAnswer<T>(): T | undefined {
  const answer = useActionData<T>();
  // Each try has a key of its own, a reading anew has not.
  const { key } = useLocation();
  const kept = useRef<{ answer: T | undefined; key: string }>();
  if (answer !== undefined || kept.current?.key !== key) kept.current = { answer, key };
  return kept.current.answer;
}
