import { wholeNumber } from "~/domain/kernel/typed";
import type { Cents } from "~/domain/kernel/money";
import type { Day } from "~/domain/kernel/days";
import { plainWhole } from "~/domain/kernel/whole";
import { askAbout, type LineQuestion } from "~/domain/pricing/material-advice";
import { withoutTax } from "~/domain/pricing/price-lines";
import { readOut } from "~/domain/pricing/read-out";
import { checkLine, LINE_LIMITS, priceOrder, readChosen } from "~/domain/pricing/rules";
import {
  isMaterialId,
  sizesOf,
  type OrderLine,
  type PricingConfig,
  type PricingResult,
  type Size,
} from "~/domain/pricing/types";
import type { DeliveryWindowId } from "~/domain/schedule/rules";
import { zipDigits } from "~/domain/service-area/rules";
import type { Problem } from "~/http/answers/forms.server";
import type { Values } from "~/ui/form";
import type { WindowState } from "../booking/views";

/** As many lines as an order may have; each has a dumpster at least, and more than ten are planned by other ways. */
export const MOST_ROWS = 10;

export interface PhonePlaces {
  /** ZIP → city, county, and the area's own delivery fee and smallest order before tax in cents. */
  [zip: string]: { city: string; county: string; fee: Cents; least: Cents };
}

/** Somebody who may be calling, and the fields that an order of theirs begins with. */
export interface KnownView {
  key: string;
  title: string;
  detail: string;
  /** A customer of ours; else anybody may have typed it on the website, and a person takes it over. */
  isCustomer: boolean;
  /** What they owe and by when, with the way to it; null where it is nothing. */
  owed: { words: string; isOverdue: boolean; url: string } | null;
  values: Record<string, string>;
}

export interface DayView {
  day: Day;
  label: string;
  /** The dumpsters are free and a window has room. */
  offered: boolean;
  windows: Record<DeliveryWindowId, WindowState>;
}

export interface RequestView {
  url: string;
  asked: string;
  message: string;
}

/** What the office's program answers while an order is typed; the same on the page without scripts. */
export interface OrderAnswers {
  caller: {
    phone: string;
    isStopped: boolean;
    known: KnownView[];
    notServed: string | null;
    /** What was asked for from this number, and is open. */
    requests: RequestView[];
    /** The same that was closed lately. */
    closed: RequestView[];
    open: { number: string; url: string; words: string }[];
  } | null;
  /** The certificate by which whoever is typed in pays no sales tax today; null with tax. */
  exempt: { certificate: string; until: Day; words: string } | null;
  /** The account of whoever is typed in, which a new order may go on; in cents. Null without terms. */
  account: { id: string; days: number; owed: Cents; limit: Cents; isConfirmed: boolean } | null;
  /** The next days, those with room for the whole order offered; and the chosen one. */
  days: DayView[];
  /** The chosen day as it was typed, and why it cannot be, whatever is ordered; null while it is no day. */
  day: { on: string; problem: string | null } | null;
  /** An address that looks mistyped, as it was typed, and what was probably meant; null for any other. */
  email: { typed: string; meant: string } | null;
}

/** What an answer of the form's own action brought, else what the page began with. */
export function answersIn(refused: object | undefined, first: OrderAnswers): OrderAnswers {
  return refused && "answers" in refused ? (refused.answers as OrderAnswers) : first;
}

export const rowId = (row: number, part: "size" | "quantity" | "material") => `line-${row + 1}-${part}`;

export const rowValue = (values: Values | undefined, name: string, row: number): string => {
  const found = values?.[name];
  return (Array.isArray(found) ? found[row] : row === 0 ? found : undefined) ?? "";
};

/** How many lines the form shows for what is typed: one at least. */
export function rowsOf(values: Values): number {
  const sizes = [values["dumpsterSize"] ?? []].flat().length;
  return Math.min(MOST_ROWS, Math.max(1, sizes));
}

/** What is said of a ZIP: where it is and what its delivery costs, or that we do not go there; null while it is typed. */
export function placeOf(
  values: Values,
  places: PhonePlaces,
): ({ served: true } & PhonePlaces[string]) | { served: false; zip: string } | null {
  const zip = zipDigits(rowValue(values, "zip", 0));
  const place = places[zip];
  if (place) return { served: true, ...place };
  return zip.length === 5 ? { served: false, zip } : null;
}

/**
 * The fields of a known caller that may be filled in: those that are empty, or as the form came. What somebody typed is
 * never replaced, and where it is of another place, nothing of the known one stands beside it.
 */
export function blanksOf(typed: Values, asItCame: Values, given: Record<string, string>): Record<string, string> {
  const isElsewhere = isOtherPlace(typed, given);
  return Object.fromEntries(
    Object.entries(given).filter(([name, value]) => {
      if (isElsewhere && PLACE.includes(name)) return false;
      const now = rowValue(typed, name, 0).trim();
      return value !== "" && (now === "" || (name in CHOICES && now === rowValue(asItCame, name, 0)));
    }),
  );
}

/** Of one delivery: together from one who is known, or none of them. */
const PLACE: readonly string[] = ["zip", "address", "city"];

function isOtherPlace(typed: Values, given: Record<string, string>): boolean {
  return PLACE.some((name) => {
    const plain = (text: string) => (name === "zip" ? zipDigits(text) : text.trim().toLowerCase());
    const now = plain(rowValue(typed, name, 0));
    return now !== "" && now !== plain(given[name] ?? "");
  });
}

/** Whether a name was typed that is not the known caller's, in either case of letters. */
export function isOtherName(typed: Values, known: Record<string, string>): boolean {
  const plain = (text: string) => text.trim().toLowerCase();
  return ["firstName", "lastName"].some(
    (name) => !plain(known[name] ?? "").startsWith(plain(rowValue(typed, name, 0))),
  );
}

/** Fields that always say something, before anybody has chosen. */
const CHOICES: Readonly<Record<string, true>> = { projectType: true, businessType: true, materialCategory: true };

/**
 * The price of what is typed, for the caller; null while nothing can be priced. The same rules as the charge, but only
 * for showing: the server prices again when the booking is made.
 */
export function pricePhoneOrder(
  values: Values,
  config: PricingConfig,
  places: PhonePlaces,
  exempt: string | null,
): PricingResult | null {
  const chosen = readChosen((name) => rowValue(values, name, 0), LINE_LIMITS.maxRentalDays, config.includedDays);
  const lines = readLines(values, config).map(({ row: _, ...line }): OrderLine => ({ ...line, ...chosen }));
  if (lines.length === 0) return null;
  try {
    const areaDeliveryFee = places[zipDigits(rowValue(values, "zip", 0))]?.fee ?? 0;
    return withoutTax(priceOrder({ lines, context: "new", areaDeliveryFee }, config), exempt);
  } catch {
    // A line that cannot be ordered: `unpricedWords`.
    return null;
  }
}

/** Why what is typed has no price, in the words of saving: the first line that cannot be ordered, else that none has a size. */
export function unpricedWords(values: Values, config: PricingConfig): string {
  const rows = Array.from({ length: rowsOf(values) }, (_, row) => row);
  const sized = rows.filter((row) => rowValue(values, "dumpsterSize", row) !== "");
  for (const row of sized) {
    const line = {
      size: plainWhole(rowValue(values, "dumpsterSize", row)) ?? 0,
      quantity: wholeNumber(rowValue(values, "quantity", row) || "1") ?? 0,
      material: rowValue(values, "materialCategory", row) || "general",
      rentalDays: 1,
    };
    const checked = checkLine(line, sizesOf(config.prices));
    if (!checked.ok) return sized.length > 1 ? `Line ${row + 1}: ${checked.message}` : checked.message;
  }
  return "Choose a size.";
}

/**
 * By how much a price is below the smallest order of where it goes, both before tax and in cents; null where it is none.
 * Saving it would be refused, so that no such price is read out.
 */
export function shortOf(
  values: Values,
  price: PricingResult | null,
  places: PhonePlaces,
): { short: Cents; least: Cents } | null {
  const least = places[zipDigits(rowValue(values, "zip", 0))]?.least ?? 0;
  return price && price.subtotal < least ? { short: least - price.subtotal, least } : null;
}

/** What the office has fixed the price of: the order as it is stored, by its fields, and what it costs the caller. */
export interface FixedPrice {
  price: PricingResult;
  of: Values;
}

/** Whether what is typed is still the order whose price was fixed: the same dumpsters, days, extras and ZIP. */
export function isFixed(typed: Values, { of }: FixedPrice, config: PricingConfig): boolean {
  const facts = (values: Values) =>
    JSON.stringify([
      zipDigits(rowValue(values, "zip", 0)),
      readLines(values, config).map(({ row: _, ...line }) => line),
      readChosen((name) => rowValue(values, name, 0), LINE_LIMITS.maxRentalDays, config.includedDays),
    ]);
  return facts(typed) === facts(of);
}

/** Whether so many days may be ordered. */
export const isRental = (days: string): boolean => readChosen(() => days, LINE_LIMITS.maxRentalDays, 0).rentalDays > 0;

export interface WeightWords {
  included: number;
  most: number;
  /** For each ton more, landfill fee included; cents. */
  perTonMore: Cents;
}

/** What is said to the caller about that price. */
export function saidPrice(price: PricingResult, tons: WeightWords): string {
  const { total, totalUnits: units } = price;
  return readOut({ total, units, includedTons: tons.included, perTonMore: tons.perTonMore });
}

/** The question about the material of what is typed, with the row of the form that it is about; null without one. */
export function askPhoneOrder(
  values: Values,
  config: PricingConfig,
): { question: LineQuestion; row: number; line: { size: Size; quantity: number } } | null {
  const lines = readLines(values, config);
  const question = askAbout([values["wasteTypes"] ?? []].flat(), lines, null);
  const line = question && lines[question.at];
  return line ? { question, row: line.row, line } : null;
}

/** The rows that make a line, each with its place in the form. */
export function readLines(values: Values, config: Pick<PricingConfig, "prices">) {
  return Array.from({ length: rowsOf(values) }, (_, row) => row).flatMap((row) => {
    const size = plainWhole(rowValue(values, "dumpsterSize", row)) ?? 0;
    const material = rowValue(values, "materialCategory", row) || "general";
    const quantity = wholeNumber(rowValue(values, "quantity", row) || "1") ?? 0;
    return config.prices[size] !== undefined &&
      isMaterialId(material) &&
      Number.isInteger(quantity) &&
      quantity >= 1 &&
      quantity <= LINE_LIMITS.maxQuantityPerLine
      ? [{ row, size, quantity, material }]
      : [];
  });
}

interface Known {
  /** The newest. */
  answers: OrderAnswers;
  /** Those that came with the refusal. */
  first: OrderAnswers;
  places: PhonePlaces;
}

/**
 * The fields whose message of a refused save is over: what stands in them now is another value, which is answered while
 * it is typed. Where two wrote at once each message is a question, and stays.
 */
export function answeredMeanwhile(
  problem: Problem | null | undefined,
  typed: Values,
  { answers, first, places }: Known,
): string[] {
  if (!problem || problem.whose) return [];
  const now = (name: string) => rowValue(typed, name, 0).trim();
  const isOther = (name: string) => now(name) !== rowValue(problem.values, name, 0).trim();
  const isFree = ({ days }: OrderAnswers) => days.some(({ day, offered }) => offered && day === now("deliveryDate"));
  const isOver: Record<string, boolean> = {
    zip: isOther("zip") && placeOf(typed, places) !== null,
    // The same day has room for fewer dumpsters.
    deliveryDate: isOther("deliveryDate") ? answers.day?.on === now("deliveryDate") : isFree(answers) && !isFree(first),
    rentalDays: isOther("rentalDays") && isRental(now("rentalDays")),
  };
  return Object.keys(problem.fields).filter((name) => isOver[name]);
}

/** The refusal without the fields that are answered meanwhile. */
export function withoutFields(problem: Problem | null | undefined, over: readonly string[]): Problem | null {
  if (!problem) return null;
  const left = Object.entries(problem.fields).filter(([name]) => !over.includes(name));
  return { ...problem, fields: Object.fromEntries(left) };
}

/** Why the day that stands there cannot be; null for one that can, and until it is answered. */
export const dayProblemOf = (typed: Values, { day }: OrderAnswers): string | null =>
  day?.on === rowValue(typed, "deliveryDate", 0).trim() ? day.problem : null;
