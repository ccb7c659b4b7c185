import type { MaterialId, Size } from "~/domain/pricing/types";
import type { ProjectTypeId } from "~/domain/pricing/waste-types";
import type { PublicData } from "../frame/public-data";

export const SERVICE_KINDS = ["residential", "commercial", "construction"] as const;
export type ServiceKind = (typeof SERVICE_KINDS)[number];

export function isServiceKind(value: unknown): value is ServiceKind {
  return SERVICE_KINDS.some((kind) => kind === value);
}

/** A heading, a paragraph, and what is better read as a list. */
export interface Advice {
  heading: string;
  text?: string;
  list?: readonly string[];
}

/** An order whose price is worked out before the reader's eyes. */
export interface ExampleOrder {
  title: string;
  lines: readonly { size: Size; quantity: number; material: MaterialId }[];
  rentalDays: number;
  /** What one of the dumpsters weighs, in hundredths of a ton, when the example is about weight. */
  weighs?: number;
  note: string;
}

/** The words of a service page. Every figure in them is handed in: they come from the settings and the database. */
export interface ServiceText {
  name: string;
  title: string;
  description(known: PublicData): string;
  lead: string;
  jobs: readonly string[];
  /** Whose sizes and reasons the page shows; the first one is booked. */
  projects: readonly ProjectTypeId[];
  advice(known: PublicData): readonly Advice[];
  /** What costs money, and how not to pay it. */
  mistakes(known: PublicData): readonly string[];
  example(known: PublicData): ExampleOrder;
}

/** The size that most people choose, else the one in the middle. */
export function usualSize({ figures: { sizes } }: PublicData): Size {
  return (sizes.find((row) => row.popular) ?? sizes[Math.floor(sizes.length / 2)])?.size ?? 0;
}

/** The size for what is heavy; 0 while none is on offer. */
export function smallestSize({ figures: { sizes } }: PublicData): Size {
  return sizes[0]?.size ?? 0;
}

/** The room that the longest and widest of our dumpsters takes: "16 ft long and 7 ft wide". */
export function footprint({ figures: { sizes } }: PublicData): string {
  if (sizes.length === 0) return "longer and wider than a car";
  const longest = sizes.reduce((most, row) => Math.max(most, row.length_feet), 0);
  const widest = sizes.reduce((most, row) => Math.max(most, row.width_feet), 0);
  return `${longest} ft long and ${widest} ft wide`;
}
