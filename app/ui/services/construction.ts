import { formatPrice as p } from "~/domain/kernel/money";
import { tons } from "~/domain/pricing/ceiling";
import type { Size } from "~/domain/pricing/types";
import { priceExample } from "./price-example";
import { emptyingFee } from "../frame/figures";
import type { PublicData } from "../frame/public-data";
import { countiesInWords, daysInWords } from "../home/words";
import { footprint, smallestSize, type ServiceText } from "./service";

/** For contractors and builders: weight, swaps, sorted loads. */
export const CONSTRUCTION: ServiceText = {
  name: "Construction",
  title: "Construction dumpster rental",
  description: ({ counties }) =>
    `Roll-off dumpsters for job sites, tear-offs and concrete in ${countiesInWords(counties)}. Swaps, recycling credits, proof by scale ticket.`,
  lead: "For additions, tear-offs and new builds. A full one goes, an empty one comes, and the crew keeps working.",
  jobs: [
    "Framing, drywall and packaging",
    "Roof tear-offs",
    "Concrete, asphalt and clean fill",
    "Demolition of interiors",
  ],
  projects: ["construction"],
  advice: (known) => {
    const { figures: f } = known;
    return [
      {
        heading: "Weight is what costs",
        text: `We lift at most ${tons(f.maxTons)}, whatever room is left. Concrete, dirt, block and tile reach that in a layer over the floor, long before the dumpster looks full.`,
        list: [
          `Give them a ${inYards(known)}dumpster of their own: mixed heavy debris goes in no other size.`,
          "Draw a fill line inside on the first day, so that every crew stops at the same place.",
          "Cover it overnight: rain in drywall and carpet is weight that you pay for.",
        ],
      },
      {
        heading: "Swaps keep the site moving",
        text: `Call for a swap and we bring an empty one and take the full one in the same visit. It costs the haul and a new rental of ${f.includedDays} days${swapExample(known)}. Emptying it and bringing the same one back costs ${p(emptyingFee(f))} plus tax. We drive ${daysInWords(f.deliveryWeekdays)}.`,
      },
      {
        heading: "Sorting pays",
        text: `Clean loads cost less. ${f.sizes.length === 0 ? "You see each price when you book." : `For a ${inYards(known)}dumpster before tax:`}`,
        list: sorted(known),
      },
      {
        heading: "Where it goes on the site",
        text: `Pick ground that carries a loaded truck after rain, away from trenches, septic tanks and fresh concrete. The dumpster is ${footprint(known)}; the truck stands in line with it, coming and going. Think ahead: it must still get out when the framing is up. Tell us about overhead lines and soft ground in the notes.`,
      },
      {
        heading: "Permits and old buildings",
        text: "On a street or other public ground you need a permit from the city or county: choose “On the street” when you book, and we get it before we deliver. Permits outside Orlando are billed separately. Have old shingles, tile and pipe wrap tested before you tear them out: asbestos and lead paint go with a licensed contractor, never with us.",
      },
      {
        heading: "Roofs",
        text: "Order shingles as Roofing, with the wood and felt from the same roof. Count the squares first and ask us: a second tear-off layer doubles the weight, and two smaller dumpsters beat one that we cannot lift.",
      },
    ];
  },
  mistakes: ({ figures: f }) => [
    `Overloading. A dumpster over ${tons(f.maxTons)} stays where it is, and the visit costs ${p(f.dryRunFee)}.`,
    `Dirt or rebar in clean concrete. The credit is gone, and the load is priced as what it was.`,
    `Letting a loader push it aside: ${p(f.tamperFee)}, and a bent frame on top of the lost day.`,
    `Paint, adhesives, fuel cans and batteries from the trades: ${p(f.prohibitedItemFee)} for each. Bring it up at the toolbox talk.`,
    `Keeping it past the due day: ${p(f.extensionPerDay)} a day for each dumpster, and tax. It stops when you ask for the pickup.`,
  ],
  example: (known) => {
    const { includedTons, maxTons, includedDays } = known.figures;
    const weighs = Math.round((includedTons + (maxTons - includedTons) * 0.75) * 100);
    return {
      title: "A driveway is broken up",
      lines: [{ size: smallestSize(known), quantity: 1, material: "concrete" }],
      rentalDays: includedDays,
      weighs,
      note: `Clean concrete in its own dumpster. The scale says ${tons(weighs / 100)}.`,
    };
  },
};

function largestSize({ figures: { sizes } }: PublicData) {
  return sizes.at(-1)?.size ?? 0;
}

function price(
  known: PublicData,
  size: Size,
  material: "concrete" | "wood" | "metal" | "clean_fill" | "mixed_construction" | "heavy",
  context: "new" | "existing_haul" = "new",
) {
  const { figures } = known;
  const line = { size, quantity: 1, material, rentalDays: figures.includedDays };
  return priceExample(figures, [line], context);
}

function swapExample(known: PublicData): string {
  const size = largestSize(known);
  const swap = price(known, size, "mixed_construction", "existing_haul");
  return swap ? `: ${p(swap.total)} with tax for a ${size}-yard dumpster of mixed construction debris` : "";
}

/** "15-yard ", the smallest; nothing while none is on offer. */
function inYards(known: PublicData): string {
  const size = smallestSize(known);
  return size === 0 ? "" : `${size}-yard `;
}

/** What each kind of load costs, dearest first, so that the gain of sorting is seen. */
function sorted(known: PublicData): string[] {
  const kinds = [
    ["heavy", "dirt, block and tile mixed"],
    ["mixed_construction", "mixed construction debris"],
    ["concrete", "clean concrete"],
    ["wood", "clean wood"],
    ["clean_fill", "clean fill dirt"],
    ["metal", "scrap metal"],
  ] as const;
  return kinds
    .flatMap(([material, words]) => {
      const order = price(known, smallestSize(known), material);
      return order ? [{ words, cents: order.subtotal }] : [];
    })
    .sort((a, b) => b.cents - a.cents)
    .map(({ words, cents }) => `${words}: ${p(cents)}`);
}
