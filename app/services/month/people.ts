import type { CartLine } from "~/domain/booking/draft/data";
import type { Chance } from "./chance";

/** Who might order in a month: invented people with plausible projects. Pure. */

const FIRST = [
  "Maria",
  "James",
  "Latoya",
  "Carmen",
  "Kevin",
  "Aisha",
  "Daniel",
  "Sofia",
  "Marcus",
  "Elena",
  "Tyler",
  "Priya",
  "Jorge",
  "Hannah",
  "Andre",
  "Wendy",
  "Luis",
  "Grace",
  "Omar",
  "Nicole",
  "Peter",
  "Yolanda",
  "Victor",
  "Denise",
];
const LAST = [
  "Gonzalez",
  "Whitaker",
  "Brooks",
  "Rivera",
  "Nguyen",
  "Patel",
  "Johnson",
  "Ortiz",
  "Miller",
  "Santos",
  "Clark",
  "Reyes",
  "Baker",
  "Torres",
  "Bell",
  "Castillo",
  "Hughes",
  "Vargas",
  "Ward",
  "Delgado",
  "Foster",
  "Mendez",
  "Price",
  "Cruz",
];
const STREETS = [
  "Lake Ivanhoe Drive",
  "Magnolia Avenue",
  "Conway Road",
  "Curry Ford Road",
  "Orange Blossom Trail",
  "Edgewater Drive",
  "Semoran Boulevard",
  "Michigan Street",
  "Corrine Drive",
  "Summerlin Avenue",
  "Palm Lane",
  "Cypress Court",
];
const ASKED = [
  "Gate code 4410",
  "Please mind the oak at the drive",
  "Ring before you set it down",
  "Left of the garage",
];

interface Project {
  projectType: string;
  wasteTypes: string[];
  lines: CartLine[];
}
const line = (dumpsterSize: number, materialCategory: string, quantity = 1): CartLine => ({
  dumpsterSize,
  materialCategory,
  quantity,
});
/** What is ordered; the first ones more often, because they stand there more often. */
const PROJECTS: readonly Project[] = [
  { projectType: "home_cleanout", wasteTypes: ["household_items"], lines: [line(20, "general")] },
  { projectType: "home_cleanout", wasteTypes: ["household_items", "appliances"], lines: [line(15, "general")] },
  { projectType: "home_cleanout", wasteTypes: ["household_items"], lines: [line(15, "furniture")] },
  { projectType: "renovation", wasteTypes: ["flooring"], lines: [line(20, "general")] },
  { projectType: "renovation", wasteTypes: ["construction_materials"], lines: [line(20, "mixed_construction")] },
  { projectType: "renovation", wasteTypes: ["roofing"], lines: [line(20, "roofing")] },
  { projectType: "construction", wasteTypes: ["construction_materials"], lines: [line(25, "mixed_construction")] },
  { projectType: "construction", wasteTypes: ["construction_materials"], lines: [line(25, "wood")] },
  { projectType: "construction", wasteTypes: ["concrete"], lines: [line(15, "concrete")] },
  { projectType: "home_cleanout", wasteTypes: ["yard_waste"], lines: [line(20, "yard")] },
  { projectType: "business_cleanout", wasteTypes: ["office_cleanout"], lines: [line(20, "general", 2)] },
  { projectType: "construction", wasteTypes: ["construction_materials"], lines: [line(25, "mixed_construction", 2)] },
];

/** One who wants a dumpster: who they are, and what they type into the booking's forms. */
export interface Caller extends Project {
  key: string;
  firstName: string;
  lastName: string;
  phone: string;
  email: string;
  businessType: "residential" | "commercial";
  zip: string;
  address: string;
  specialInstructions: string;
  rentalDays: number;
  /** How many days ahead they want it. */
  ahead: number;
  deliveryTime: "morning" | "afternoon" | "anytime";
  smsConsent: boolean;
  flexibleExtension: boolean;
}

/** Area codes of Florida: with 555-01xx, which is nobody's, a number of their own for a thousand people. */
const CODES = ["407", "321", "689", "352", "386", "863", "813", "727", "941", "904"];

/**
 * Somebody who calls on a day: the same seed, day and `place` in the month are the same person. `zips`: where streets have
 * addresses.
 */
export function callerOf(chance: Chance, day: string, place: number, zips: readonly string[]): Caller {
  const key = `${day}-${place}`;
  const number = (place + chance.whole(0, 999, "phones")) % 1000;
  const firstName = chance.pick(FIRST, key, "first");
  const lastName = chance.pick(LAST, key, "last");
  const project = chance.pick(PROJECTS, key, "project");
  return {
    key,
    ...project,
    firstName,
    lastName,
    phone: `(${CODES[Math.floor(number / 100)] ?? "407"}) 555-01${String(number % 100).padStart(2, "0")}`,
    email: `${firstName}.${lastName}.${number}@example.com`.toLowerCase(),
    businessType: project.projectType === "business_cleanout" ? "commercial" : "residential",
    zip: chance.pick(zips, key, "zip"),
    address: `${chance.whole(100, 4999, key, "number")} ${chance.pick(STREETS, key, "street")}`,
    specialInstructions: chance.of(key, "asked") < 0.25 ? chance.pick(ASKED, key, "asks") : "",
    rentalDays: chance.pick([7, 7, 7, 3, 5, 10, 14], key, "days"),
    ahead: chance.whole(1, 5, key, "ahead"),
    deliveryTime: chance.pick(["morning", "afternoon", "anytime"] as const, key, "window"),
    smsConsent: chance.of(key, "texts") < 0.5,
    flexibleExtension: chance.of(key, "keeps") < 0.3,
  };
}
