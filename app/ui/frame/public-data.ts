import { useOutletContext } from "@remix-run/react";
import type { Settings } from "~/domain/settings/schema";
import type { Figures } from "../home/figures";
import type { BusinessFacts } from "./facts";

/** What the public layout's loader gives to the pages inside it. */
export interface PublicData {
  facts: BusinessFacts;
  figures: Figures;
  /** For search engines: Monday to Saturday, 08:00 to 18:00 (specification, section 1). */
  hours: Settings["structuredHours"];
}

export function usePublicData(): PublicData {
  return useOutletContext<PublicData>();
}

/** The layout's data inside a `meta` function; undefined while an error page is shown. */
export function publicDataIn(matches: readonly ({ data?: unknown } | undefined)[]): PublicData | undefined {
  return matches.map((match) => match?.data as Partial<PublicData> | undefined).find((data): data is PublicData => data?.facts !== undefined && data.figures !== undefined);
}

/** Title and description of a public page. */
export function pageMeta(matches: readonly ({ data?: unknown } | undefined)[], title: string, description: string) {
  const name = publicDataIn(matches)?.facts.name ?? "Dumpster rental";
  return [{ title: `${title} | ${name}` }, { name: "description", content: description }];
}
