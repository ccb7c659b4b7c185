import { formatPrice as p } from "~/domain/kernel/money";
import { tons } from "~/domain/pricing/ceiling";
import { countiesInWords, daysInWords } from "../home/words";
import { footprint, smallestSize, usualSize, type ServiceText } from "./service";

/** For offices, stores, warehouses and whoever manages the building. */
export const COMMERCIAL: ServiceText = {
  name: "Commercial",
  title: "Commercial dumpster rental",
  description: ({ counties }) =>
    `Dumpsters for office moves, store remodels and warehouse cleanouts in ${countiesInWords(counties)}. Several in one booking, one invoice.`,
  lead: "For offices that move, stores that change, and warehouses that start over. One invoice, one number to call.",
  jobs: ["Office and store cleanouts", "Retail and restaurant remodels", "Warehouse cleanouts", "Tenant turnovers"],
  projects: ["business_cleanout"],
  advice: (known) => [
    {
      heading: "Lots, bays and gates",
      text: `A dumpster is ${footprint(known)}, and the truck needs several times that length in a straight line, with open sky where it tips. Say in the notes:`,
      list: [
        "how high the gate or canopy is, and who opens it;",
        "where the truck may wait, and at what hours the bay is busy;",
        "which parking spaces to use. Fire lanes, hydrants and accessible spaces stay free.",
      ],
    },
    {
      heading: "Before your customers come",
      text: `We deliver ${daysInWords(known.figures.deliveryWeekdays)}. Choose the morning if the lot fills up at lunch, or the afternoon if your own deliveries come early. Nobody has to wait outside: the driver goes by your notes.`,
    },
    {
      heading: "Several dumpsters, sorted",
      text: `One booking takes up to ${known.figures.maxUnitsPerBooking} dumpsters, each with its own material. Sorting pays: shelving, racks and pipes as scrap metal and clean pallets as wood earn a recycling credit. Mixed with carpet and ceiling tile, they do not.`,
    },
    {
      heading: "Your landlord, your city",
      text: "On a leased lot the landlord decides where a dumpster may stand: get that in writing. On a street or public alley you need a permit, which we get before we deliver. Permits outside Orlando are billed separately.",
    },
    {
      heading: "Paper, computers, kitchens",
      text: "We haul; we do not shred. Shred confidential papers and wipe drives before they go in. Computers, printers and screens need a call first, because they go to a licensed recycler. Drain grease and coolant from kitchen machines. Medical waste never goes in, not even from a doctor’s office.",
    },
    {
      heading: "For your bookkeeping",
      text: "The invoice and the signed agreement come by email and stay with your booking, with the size and material of every line. Before we charge for extra weight, you get the scale ticket.",
    },
  ],
  mistakes: ({ figures: f }) => [
    `A locked gate or a parked van. If we cannot get in, the visit costs ${p(f.dryRunFee)}.`,
    `Other people’s trash. An open dumpster on a lot fills up at night: close the door, and load from the far end. Tires and batteries cost ${p(f.prohibitedItemFee)} each, whoever threw them in.`,
    `Paper in boxes. Files and books are heavier than they look: more than ${tons(f.includedTons)} costs ${p(f.overagePerTon + f.landfillPerTon)} a ton, and ${tons(f.maxTons)} is the limit.`,
    `Metal ordered as metal but mixed with other things. The load is then priced as what it was.`,
    `Waiting for the landlord with the dumpster on site: each day beyond ${f.includedDays} costs ${p(f.extensionPerDay)} and tax, for each dumpster.`,
  ],
  example: (known) => ({
    title: "An office moves out",
    lines: [
      { size: usualSize(known), quantity: 1, material: "furniture" },
      { size: smallestSize(known), quantity: 1, material: "metal" },
    ],
    rentalDays: known.figures.includedDays,
    note: "Desks and carpet in one dumpster, steel shelves and racks in another.",
  }),
};
