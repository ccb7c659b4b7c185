import { formatPrice as p } from "~/domain/kernel/money";
import { tons } from "~/domain/pricing/ceiling";
import { countiesInWords, daysInWords } from "../home/words";
import { footprint, usualSize, type ServiceText } from "./service";

/** For homeowners and tenants: cleanouts and remodels on a driveway. */
export const RESIDENTIAL: ServiceText = {
  name: "Residential",
  title: "Residential dumpster rental",
  description: ({ counties, figures }) =>
    `Driveway dumpsters for cleanouts, remodels and roofs in ${countiesInWords(counties)}. ${figures.includedDays} days included, price online, no account needed.`,
  lead: "For garages that no longer fit a car, kitchens on their way out, and houses between two owners.",
  jobs: [
    "Garage, attic and whole-home cleanouts",
    "Kitchen, bathroom and floor remodels",
    "Roofs, fences and sheds",
    "Storm and yard debris",
  ],
  projects: ["home_cleanout", "renovation"],
  advice: (known) => {
    const { includedTons, maxTons, deliveryWeekdays } = known.figures;
    return [
      {
        heading: "How it gets onto your driveway",
        text: `The truck backs in, tips its bed and lets the dumpster roll off. It needs a straight way in, firm ground and open sky above. The dumpster itself is ${footprint(known)}; leave room behind it to swing the door open.`,
        list: [
          "Move the cars the evening before, your neighbor’s too if they stand opposite.",
          "Look up: wires, branches and the edge of the roof are what stops us most often.",
          "Lay boards where it will stand if your driveway is soft asphalt or pavers. Roll-offs are heavy and can mark it.",
          "Mark the place with chalk or a cone. You do not have to be home.",
        ],
      },
      {
        heading: "Loading it well",
        text: "Walk heavy things in through the door first and spread them over the floor. Break down boxes and take furniture apart. Fill gaps as you go, and stop when the load is level with the rim: it is covered for the road.",
      },
      {
        heading: "Permits and your HOA",
        text: "On your own driveway you usually need no permit. On the street you do: choose “On the street” when you book, and we get it from your city or county before we deliver. Permits outside Orlando are billed separately. Many homeowners’ associations want to know the days and the place first: ask in writing, and keep the answer.",
      },
      {
        heading: "What weighs more than it looks",
        text: `${tons(includedTons)} is in the price, and we lift at most ${tons(maxTons)}. Clothes, toys and boxes are light. Books, tile, plaster, soil and wet carpet are not: choose Heavy debris for them, or put them in a second, smaller dumpster.`,
      },
      {
        heading: "What to keep out",
        text: "Paint, chemicals, fuel, batteries and tires. Your county collects household chemicals separately. Refrigerators and air conditioners need their coolant taken out first. Call us about televisions and computers.",
      },
      {
        heading: "When you are done early",
        text: `Call for the pickup and we come within the next few days. We pick up ${daysInWords(deliveryWeekdays)}. Daily charges stop when you ask, and days that you did not use are not refunded.`,
      },
    ];
  },
  mistakes: ({ figures: f }) => [
    `A car or a branch in the way. If it stays blocked, the visit costs ${p(f.dryRunFee)}.`,
    `Things that may not go in: ${p(f.prohibitedItemFee)} for each.`,
    `Keeping it longer than planned: ${p(f.extensionPerDay)} a day and tax.`,
    `Dragging it to another place: ${p(f.tamperFee)}. Call us instead.`,
    `Weight over ${tons(f.includedTons)}: ${p(f.overagePerTon + f.landfillPerTon)} for each ton more, by the scale ticket.`,
  ],
  example: (known) => {
    const { includedDays, includedTons, maxTons } = known.figures;
    const rentalDays = includedDays + 2;
    const weighs = Math.round(((includedTons + maxTons) / 2) * 100);
    return {
      title: "A house is emptied",
      lines: [{ size: usualSize(known), quantity: 1, material: "general" }],
      rentalDays,
      weighs,
      note: `One dumpster of mixed household things, kept for ${rentalDays} days. The scale says ${tons(weighs / 100)}.`,
    };
  },
};
