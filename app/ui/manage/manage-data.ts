import { useOutletContext } from "@remix-run/react";
import type { BusinessFacts } from "../frame/facts";

/** The business's facts inside the customer's pages. */
export function useManageFacts(): BusinessFacts {
  return useOutletContext<BusinessFacts>();
}
