import type { MetaDescriptor } from "@remix-run/node";
import { useOutletContext } from "@remix-run/react";
import type { Settings } from "~/domain/settings/schema";
import type { Figures } from "./figures";
import type { BusinessFacts } from "./facts";
import { pack, unpack, type Shape } from "./packed";

/** What the public layout's loader gives to the pages inside it. */
export interface PublicData {
  facts: BusinessFacts;
  figures: Figures;
  /** Where we deliver: the counties of the active service areas, by name. */
  counties: string[];
  /** Photographs and reviews that the owner has put in; none by default. */
  proof: Pick<Settings, "photographs" | "reviews">;
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

const SHAPE: Shape<PublicData> = {
  facts: { name: true, phone: true, email: true, hoursLabel: true, addressLines: true, claims: true, zipClaim: true },
  figures: {
    sizes: [
      {
        size: true,
        width_feet: true,
        length_feet: true,
        height_feet: true,
        cubic_yards: true,
        estimated_tons: true,
        description: true,
        popular: true,
        recommended_for: true,
        price: true,
        haulFee: true,
      },
    ],
    cancellation: { freeHours: true, lateHours: true, latePercent: true, lastPercent: true },
    includedDays: true,
    includedTons: true,
    maxTons: true,
    overagePerTon: true,
    landfillPerTon: true,
    extensionPerDay: true,
    dryRunFee: true,
    prohibitedItemFee: true,
    tamperFee: true,
    lightCleaningFee: true,
    noticeHours: true,
    taxRate: true,
    sameDayCutoffMinute: true,
    deliveryWeekdays: true,
    maxUnitsPerBooking: true,
    discountPercent: true,
    deliveryFee: true,
    delivery: true,
    defaultHaulFee: true,
    materials: true,
  },
  counties: true,
  proof: {
    photographs: [{ file: true, alt: true, width: true, height: true }],
    reviews: [{ text: true, name: true, from: true }],
  },
  site: {
    url: true,
    address: { street: true, city: true, state: true, zip: true },
    hours: { days: true, opens: true, closes: true },
  },
};

/** What the public layout's loader sends: the same data in few bytes. */
export interface PackedData {
  packed: string;
}

export function packPublicData(known: PublicData): PackedData {
  return { packed: pack(known, SHAPE) };
}

let last: { packed: string; known: PublicData } | undefined;

/** Unpacked once: the same text comes with each render. */
export function unpackPublicData({ packed }: PackedData): PublicData {
  if (last?.packed !== packed) last = { packed, known: unpack(packed, SHAPE) };
  return last.known;
}

export type Matches = readonly ({ data?: unknown } | undefined)[];

/** The layout's data inside a `meta` function; undefined while an error page is shown. */
export function publicDataIn(matches: Matches): PublicData | undefined {
  const data = matches
    .map((match) => match?.data as Partial<PackedData> | undefined)
    .find((one): one is PackedData => one?.packed !== undefined);
  return data && unpackPublicData(data);
}

export const SOCIAL_CARD = { path: "/social-card.png", width: 1200, height: 630 };

export interface PageWords {
  /** At most about 60 characters together with the name, which is added. */
  title: string;
  /** At most about 155 characters. */
  description: string;
  /**
   * The one address under which the page is known, without query. Without it the page is kept out of search engines.
   */
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
export function foundMeta(
  site: { url: string; name: string } | undefined,
  { title, description, path, graph = [] }: PageWords,
): MetaDescriptor[] {
  const words = [
    { title: `${title} | ${site?.name ?? "Dumpster rental"}` },
    { name: "description", content: description },
  ];
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
    ...(graph.length > 0
      ? [{ "script:ld+json": { "@context": "https://schema.org", "@graph": graph } } as MetaDescriptor]
      : []),
  ];
}
