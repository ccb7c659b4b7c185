import type { MetaDescriptor } from "@remix-run/node";
import { useOutletContext } from "@remix-run/react";
import type { Settings } from "~/domain/settings/schema";
import type { Figures } from "../home/figures";
import type { BusinessFacts } from "./facts";

/** What the public layout's loader gives to the pages inside it. */
export interface PublicData {
  facts: BusinessFacts;
  figures: Figures;
  /** Where we deliver: the counties of the active service areas, by name. */
  counties: string[];
  /** What only search engines are told. */
  site: {
    /** PUBLIC_URL, without a slash at the end. */
    url: string;
    address: Settings["address"];
    /** Monday to Saturday, 08:00 to 18:00 (specification, section 1). */
    hours: Settings["structuredHours"];
  };
}

export function usePublicData(): PublicData {
  return useOutletContext<PublicData>();
}

type Matches = readonly ({ data?: unknown } | undefined)[];

/** The layout's data inside a `meta` function; undefined while an error page is shown. */
export function publicDataIn(matches: Matches): PublicData | undefined {
  return matches.map((match) => match?.data as Partial<PublicData> | undefined).find((data): data is PublicData => data?.site !== undefined && data.figures !== undefined);
}

export const SOCIAL_CARD = { path: "/social-card.png", width: 1200, height: 630 };

export interface PageWords {
  /** At most about 60 characters together with the name, which is added. */
  title: string;
  /** At most about 155 characters. */
  description: string;
  /** The one address under which the page is known, without query. Without it the page is kept out of search engines. */
  path?: string;
  /** schema.org's nodes for this page. */
  graph?: readonly object[];
}

/** Title, description, canonical address, social card and structured data of a public page. */
export function pageMeta(matches: Matches, words: PageWords): MetaDescriptor[] {
  const known = publicDataIn(matches);
  return foundMeta(known && { url: known.site.url, name: known.facts.name }, words);
}

/** The same for a page outside the public layout. Without a site (an error page) it is kept out of search engines. */
export function foundMeta(site: { url: string; name: string } | undefined, { title, description, path, graph = [] }: PageWords): MetaDescriptor[] {
  const words = [{ title: `${title} | ${site?.name ?? "Dumpster rental"}` }, { name: "description", content: description }];
  if (path === undefined || !site) return [...words, { name: "robots", content: "noindex" }];
  const address = site.url + path;
  return [
    ...words,
    { tagName: "link", rel: "canonical", href: address },
    { property: "og:type", content: "website" },
    { property: "og:url", content: address },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    { property: "og:site_name", content: site.name },
    { property: "og:image", content: site.url + SOCIAL_CARD.path },
    { name: "twitter:card", content: "summary_large_image" },
    ...(graph.length > 0 ? [{ "script:ld+json": { "@context": "https://schema.org", "@graph": graph } } as MetaDescriptor] : []),
  ];
}
