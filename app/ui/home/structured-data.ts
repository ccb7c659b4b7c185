import { formatPrice } from "~/domain/kernel/money";
import { tons } from "~/domain/pricing/ceiling";
import { paths } from "~/paths";
import { telLink } from "../frame/facts";
import {
  pageMeta,
  publicDataIn,
  SOCIAL_CARD,
  type Matches,
  type PageWords,
  type PublicData,
} from "../frame/public-data";
import type { Question } from "./faq";

/** schema.org's words for what the pages say (JSON-LD). Figures come from the same data as the text beside them. */
const businessId = (url: string) => `${url}/#business`;
const dollars = (cents: number) => (cents / 100).toFixed(2);
const counties = (known: PublicData) =>
  known.counties.map((name) => ({
    "@type": "AdministrativeArea",
    name: `${name} County, ${known.site.address.state}`,
  }));

/** The company, with its opening hours as the specification gives them (section 1) and its price range in dollars. */
export function businessNode(known: PublicData, description?: string) {
  const { facts, figures, site } = known;
  const prices = figures.sizes.map(({ price }) => price);
  return {
    "@type": "LocalBusiness",
    "@id": businessId(site.url),
    name: facts.name,
    description,
    url: site.url + paths.home,
    image: site.url + SOCIAL_CARD.path,
    telephone: telLink(facts.phone).slice("tel:".length),
    email: facts.email,
    address: {
      "@type": "PostalAddress",
      streetAddress: site.address.street,
      addressLocality: site.address.city,
      addressRegion: site.address.state,
      postalCode: site.address.zip,
      addressCountry: "US",
    },
    areaServed: counties(known),
    priceRange:
      prices.length === 0 ? undefined : `${formatPrice(Math.min(...prices))}–${formatPrice(Math.max(...prices))}`,
    openingHoursSpecification: {
      "@type": "OpeningHoursSpecification",
      dayOfWeek: site.hours.days,
      opens: site.hours.opens,
      closes: site.hours.closes,
    },
  };
}

/** One offer a size, at the price that is charged now, before tax. */
export function offers({ figures, site }: PublicData) {
  return figures.sizes.map(({ size, price }) => ({
    "@type": "Offer",
    name: `${size}-yard dumpster`,
    description: `${figures.includedDays} days, ${tons(figures.includedTons)} included, plus tax`,
    price: dollars(price),
    priceCurrency: "USD",
    availability: "https://schema.org/InStock",
    url: site.url + paths.book.prefilled({ dumpsterSize: size }),
  }));
}

/** A kind of rental, with an offer a size; its provider is the node of `businessNode`. */
export function serviceNode(known: PublicData, service: { name: string; description: string; path: string }) {
  return {
    "@type": "Service",
    name: service.name,
    serviceType: "Roll-off dumpster rental",
    description: service.description,
    url: known.site.url + service.path,
    provider: { "@id": businessId(known.site.url) },
    areaServed: counties(known),
    offers: offers(known),
  };
}

export function faqNode(questions: readonly Question[]) {
  return {
    "@type": "FAQPage",
    mainEntity: questions.map(({ question, answer }) => ({
      "@type": "Question",
      name: question,
      acceptedAnswer: { "@type": "Answer", text: answer },
    })),
  };
}

/** Home, then this page. */
export function crumbsNode({ site }: PublicData, name: string, path: string) {
  const item = (position: number, label: string, at: string) => ({
    "@type": "ListItem",
    position,
    name: label,
    item: site.url + at,
  });
  return { "@type": "BreadcrumbList", itemListElement: [item(1, "Home", paths.home), item(2, name, path)] };
}

/**
 * What search engines are told of an information page: its words, and where it stands under the name that menus give
 * it.
 */
export function infoMeta(
  matches: Matches,
  { crumb, path, ...words }: Omit<PageWords, "graph"> & { crumb: string; path: string },
) {
  const known = publicDataIn(matches);
  return pageMeta(matches, { ...words, path, graph: known && [crumbsNode(known, crumb, path)] });
}
