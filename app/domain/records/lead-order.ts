import { BOXES } from "../booking/draft/boxes";
import { readDraftData } from "../booking/draft/data";
import { CONTACT, TRACKED, type TrackedField } from "../booking/draft/tracked";
import { fieldWord, valueWords } from "../booking/draft/write-words";
import { fieldTexts } from "../booking/draft/writes";
import { readDate } from "../kernel/typed";
import type { Lead } from "../leads/leads.server";
import { valuesOfLead } from "../leads/request";

/**
 * The order that a lead had typed so far, by the names of the order's form: what the office typed while they called, or
 * what they typed into a draft of the website. Text for a form that a person checks; no right goes with it. Pure.
 */
export type TypedOrder = Record<string, string | string[]>;

/** What stands once for each line. */
const LINE = ["dumpsterSize", "quantity", "materialCategory"] as const;
const FIELDS: readonly string[] = [...TRACKED.filter((field) => field !== "lines"), ...LINE];
/** As many as the form has. */
const MOST_OF_ONE = 30;

/**
 * What is kept with a lead of an order's form (leads.data): each field in which something stands. Not what the office
 * decides when it saves: until when the price is good, a full window, the answer about the material.
 */
export function keptOrder(values: TypedOrder): { order: TypedOrder } {
  return { order: readOrder(values) };
}

/** What was typed so far; nothing for a call that nobody took. */
export function typedOrderOf({ data }: Pick<Lead, "data">): TypedOrder {
  if (Object.hasOwn(data, "order")) return readOrder(data["order"]);
  if (Object.keys(data).length === 0) return {};
  const draft = readDraftData(data);
  const { lines, wasteTypes, ...texts } = fieldTexts(draft);
  const typed = lines === "" ? [] : lines.split(" ").map((line) => line.split("x"));
  return readOrder({
    // How they are reached they said again when they asked.
    ...Object.fromEntries(Object.entries(texts).filter(([field]) => !isContact(field))),
    wasteTypes: wasteTypes === "" ? [] : wasteTypes.split(" "),
    dumpsterSize: typed.map(([, size = ""]) => size),
    quantity: typed.map(([quantity = ""]) => quantity),
    materialCategory: typed.map(([, , ...material]) => material.join("x")),
  });
}

/**
 * What an order of theirs begins with. That they agree to text messages is asked anew (for each booking), and a day that
 * is over is not wished for any more; `today` in New York.
 */
export function orderForLead(lead: Lead, today: string): TypedOrder {
  const { smsConsent: _, deliveryDate = "", ...order } = typedOrderOf(lead);
  const { firstName, lastName, ...said } = valuesOfLead(lead);
  const wished = readDate(deliveryDate);
  return {
    ...(firstName && { firstName }),
    ...(lastName && { lastName }),
    ...order,
    ...said,
    ...(wished && wished >= today && { deliveryDate: wished }),
  };
}

/** The same in words, in the order of the form, without what stands in the request itself: "Delivery day", "Tuesday, December 1". */
export function typedWords(lead: Pick<Lead, "data">): [string, string][] {
  const order = typedOrderOf(lead);
  const at = (name: string, row: number) => [order[name] ?? []].flat()[row] ?? "";
  const lines = [order["dumpsterSize"] ?? []]
    .flat()
    .flatMap((size, row) =>
      size === "" ? [] : lineWords(size, at("quantity", row) || "1", at("materialCategory", row)),
    );
  return [
    ...(lines.length > 0 ? [[capital(fieldWord("lines")), lines.join("; ")] as [string, string]] : []),
    ...TRACKED.filter((field) => !isContact(field) && field !== "zip" && field !== "lines").flatMap(
      (field): [string, string][] => {
        const text = [order[field] ?? []].flat().join(" ");
        return text === "" ? [] : [[capital(fieldWord(field)), valueWords(field, text)]];
      },
    ),
  ];
}

/** How many was typed, and may be anything. */
function lineWords(size: string, quantity: string, material: string): string {
  return /^\d+$/.test(size) && /^\d+$/.test(quantity)
    ? valueWords("lines", `${quantity}x${size}x${material || "general"}`)
    : `${quantity} × ${size} yards`;
}

/** The fields of a form's order out of whatever stands there; the lines' as they stand beside each other. */
function readOrder(stored: unknown): TypedOrder {
  if (typeof stored !== "object" || stored === null) return {};
  return Object.fromEntries(
    Object.entries(stored).flatMap(([name, value]: [string, unknown]): [string, string | string[]][] => {
      if (!FIELDS.includes(name)) return [];
      const texts = [value].flat().filter((one) => typeof one === "string");
      if (texts.every((text) => text.trim() === "")) return [];
      if (isBox(name) && texts[0] !== "on") return [];
      return [[name, Array.isArray(value) ? texts.slice(0, MOST_OF_ONE) : texts.join()]];
    }),
  );
}

const isBox = (name: string) => BOXES.some((box) => box === name);
const isContact = (name: string): name is TrackedField => CONTACT.some((field) => field === name);
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
