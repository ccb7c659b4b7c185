import { describe, expect, it } from "vitest";
import { publicData } from "../../../tests/support/public-data";
import { pageMeta } from "../frame/public-data";
import { faq } from "./faq";
import { businessNode, crumbsNode, faqNode, offers, serviceNode } from "./structured-data";

describe("the company", () => {
  it("has a real address, a number to dial, its counties, its hours and the range of its prices", () => {
    expect(businessNode(publicData({ prices: { 15: 31950, 20: 40000, 25: 50000 } }), "Words.")).toMatchObject({
      "@type": "LocalBusiness",
      "@id": "https://dumpsters.example/#business",
      url: "https://dumpsters.example/",
      description: "Words.",
      telephone: "+14075550142",
      priceRange: "$319.50–$500",
      address: {
        "@type": "PostalAddress",
        streetAddress: "2400 Sunline Yard Road",
        addressLocality: "Orlando",
        addressRegion: "FL",
        postalCode: "32809",
        addressCountry: "US",
      },
      areaServed: [{ name: "Orange County, FL" }, { name: "Osceola County, FL" }, { name: "Seminole County, FL" }],
      openingHoursSpecification: {
        dayOfWeek: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"],
        opens: "08:00",
        closes: "18:00",
      },
    });
  });
});

describe("offers", () => {
  it("are one a size, with the price that is charged", () => {
    expect(
      offers(publicData({ prices: { 15: 31950, 20: 40000, 25: 50000 } })).map(
        ({ name, price, priceCurrency, availability, url }) => [name, price, priceCurrency, availability, url],
      ),
    ).toEqual([
      [
        "15-yard dumpster",
        "319.50",
        "USD",
        "https://schema.org/InStock",
        "https://dumpsters.example/book?dumpsterSize=15",
      ],
      [
        "20-yard dumpster",
        "400.00",
        "USD",
        "https://schema.org/InStock",
        "https://dumpsters.example/book?dumpsterSize=20",
      ],
      [
        "25-yard dumpster",
        "500.00",
        "USD",
        "https://schema.org/InStock",
        "https://dumpsters.example/book?dumpsterSize=25",
      ],
    ]);
  });

  it("belong to a service whose provider is the company's node", () => {
    const known = publicData();
    const service = serviceNode(known, { name: "Rental", description: "D", path: "/services/residential" });
    expect(service.provider["@id"]).toBe(businessNode(known)["@id"]);
    expect([service.url, service.offers.length]).toEqual(["https://dumpsters.example/services/residential", 3]);
  });
});

it("names each question of the page once, with its answer", () => {
  const known = publicData();
  const questions = faq(known.figures, { ...known.facts, counties: known.counties });
  const { mainEntity } = faqNode(questions);
  expect(mainEntity.map(({ name, acceptedAnswer }) => ({ question: name, answer: acceptedAnswer.text }))).toEqual(
    questions,
  );
});

it("leads from home to the page", () => {
  expect(
    crumbsNode(publicData(), "About", "/about").itemListElement.map(({ position, item }) => [position, item]),
  ).toEqual([
    [1, "https://dumpsters.example/"],
    [2, "https://dumpsters.example/about"],
  ]);
});

it("keeps a page without an address, or without data, out of search engines", () => {
  expect(pageMeta([], { title: "T", description: "D", path: "/about" })).toContainEqual({
    name: "robots",
    content: "noindex",
  });
  expect(JSON.stringify(pageMeta([], { title: "T", description: "D", path: "/about" }))).not.toContain("canonical");
});
