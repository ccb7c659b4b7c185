import type { ProjectTypeId } from "~/domain/pricing/waste-types";

export const SERVICE_KINDS = ["residential", "commercial", "construction"] as const;
export type ServiceKind = (typeof SERVICE_KINDS)[number];

export interface ServiceText {
  title: string;
  lead: string;
  jobs: readonly string[];
  advice: readonly (readonly [heading: string, text: string])[];
  projectType: ProjectTypeId;
}

/** The words of the three service pages. */
export const SERVICES: Readonly<Record<ServiceKind, ServiceText>> = {
  residential: {
    title: "Residential dumpster rental",
    lead: "For garages that no longer fit a car, kitchens on their way out, and houses between two owners.",
    jobs: ["Garage, attic and whole-home cleanouts", "Kitchen, bathroom and floor remodels", "Roofs, fences and sheds", "Storm and yard debris"],
    advice: [
      ["On your driveway", "The truck needs a straight, clear way in and no low wires or branches. Move the cars the evening before. Wooden boards under the dumpster protect soft asphalt: ask the driver."],
      ["Your neighbors", "On private ground you need no permit. An HOA may have its own rules, and the street is the city's."],
      ["What to keep out", "Paint, chemicals, fuel, batteries and tires. Your county collects household chemicals separately."],
    ],
    projectType: "home_cleanout",
  },
  commercial: {
    title: "Commercial dumpster rental",
    lead: "For offices that move, shops that change, and warehouses that start over. One invoice, one number to call.",
    jobs: ["Office and store cleanouts", "Retail and restaurant refits", "Warehouse clearances", "Property turnovers"],
    advice: [
      ["Loading bays and lots", "Tell us the gate's height and where the truck may wait. We can come in the morning, before your customers do."],
      ["Several dumpsters", "Order up to ten in one booking, each with its own material, so that metal and clean wood cost less."],
      ["Papers", "Invoice, signed agreement and scale tickets are kept under your booking number."],
    ],
    projectType: "business_cleanout",
  },
  construction: {
    title: "Construction dumpster rental",
    lead: "For additions, tear-offs and new builds. A full one goes, an empty one comes, and the crew keeps working.",
    jobs: ["Framing, drywall and packaging", "Roof tear-offs", "Concrete, asphalt and clean fill", "Demolition of interiors"],
    advice: [
      ["Weight is what costs", "Concrete, dirt and tile reach three tons when they cover the floor a foot deep. Give them a 15-yard dumpster of their own."],
      ["Swaps", "Call us for a swap: we bring an empty dumpster and take the full one in the same visit."],
      ["Sorting pays", "Clean concrete, wood and metal earn a recycling credit, which is on the price before you pay."],
    ],
    projectType: "construction",
  },
};

export function isServiceKind(value: unknown): value is ServiceKind {
  return SERVICE_KINDS.some((kind) => kind === value);
}
