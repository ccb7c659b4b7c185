import type { PublicData } from "../frame/public-data";

/** Structured data for search engines (schema.org, LocalBusiness); hours as specified there. */
export function businessSchema({ facts, figures, hours }: PublicData, description: string) {
  const prices = Object.values(figures.prices).map((cents) => cents / 100);
  return {
    "@context": "https://schema.org",
    "@type": "LocalBusiness",
    name: facts.name,
    description,
    telephone: facts.phone,
    email: facts.email,
    address: facts.addressLines.join(", "),
    areaServed: ["Orange County, FL", "Osceola County, FL", "Seminole County, FL"],
    priceRange: `$${Math.min(...prices)}–$${Math.max(...prices)}`,
    openingHoursSpecification: { "@type": "OpeningHoursSpecification", dayOfWeek: hours.days, opens: hours.opens, closes: hours.closes },
  };
}
