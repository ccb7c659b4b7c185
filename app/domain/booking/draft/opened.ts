/** Which line of an order its first step shows open, and what is asked about its material. Pure. */
import { askAbout, type LineQuestion, type MaterialAnswer } from "../../pricing/material-advice";
import { fitSize } from "../../pricing/rules";
import { isMaterialId, type MaterialId, type Size } from "../../pricing/types";
import { allLines, closeLine, materialAnswerOf, openAt, openLine, type DraftData } from "./data";

/**
 * What the page's form is about (its hidden field `line`): the only or first line (""), another one ("new"), the line
 * at a place of the order ("0", "1", …), or none ("none"): then it shows the order alone.
 */
export type OpenedLine = string;

/**
 * A draft as its page shows it: a single line stands in the form, of several none does until somebody asks for one
 * (`asked`, ?line=…), so that "Change" does not lead into a form for another dumpster.
 */
export function opened(data: DraftData, asked: string | null): { data: DraftData; line: OpenedLine } {
  const count = allLines(data).length;
  if (count === 0) return { data, line: "" };
  if (asked === "new") return { data: closeLine(data), line: "new" };
  if (count === 1) return data.cart.length === 0 ? { data, line: "" } : { data: openLine(data, 0), line: "0" };
  const at = placeOf(asked, count);
  return at === null ? { data: closeLine(data), line: "none" } : { data: openLine(data, at), line: String(at) };
}

/** Over the form of one line of several, and on the buttons that lead back without it and with it; null where there is no form. */
export function openedWords(
  line: OpenedLine,
  size: number | null,
): { heading: string; close: string; save: string } | null {
  if (line === "none") return null;
  return line === "new"
    ? { heading: "Another dumpster", close: "Never mind", save: "Put it in the order" }
    : { heading: `Change the ${size}-yard dumpster`, close: "Leave as it was", save: "Save this dumpster" };
}

/** The draft with the line in the form that a page says it was about. */
export function asPosted(data: DraftData, line: unknown): DraftData {
  if (line === "new" || line === "none") return closeLine(data);
  const at = placeOf(line, allLines(data).length);
  return at === null ? data : openLine(data, at);
}

/** What its page shows open next; null: what `opened` says by itself. */
export function stillOpen(data: DraftData, line: unknown): string | null {
  if (data.cart.length === 0) return null;
  const typed = openAt(data);
  return typed !== null ? String(typed) : line === "new" ? "new" : null;
}

function placeOf(line: unknown, count: number): number | null {
  return typeof line === "string" && /^\d{1,3}$/.test(line) && Number(line) < count ? Number(line) : null;
}

/** What is asked about the material before going on; null when nothing is, or it was answered for these very boxes. */
export function questionOf(data: DraftData): LineQuestion | null {
  return materialAnswerOf(data) ? null : ask(data);
}

/** What was proposed and not taken, as long as that holds; it may go into each dumpster of the order. None else. */
export function notTaken(data: DraftData): MaterialId[] {
  const answer = materialAnswerOf(data);
  return (answer && !answer.apart ? ask(data)?.proposed : null) ?? [];
}

function ask(data: DraftData, instead?: MaterialId): LineQuestion | null {
  const typed = openAt(data);
  const lines = allLines(data).map(({ materialCategory }, i) => ({
    material: i === typed && instead ? instead : isMaterialId(materialCategory) ? materialCategory : "general",
  }));
  return askAbout(data.wasteTypes, lines, typed);
}

/**
 * The draft with what was said: the material that stays, or one of those that were proposed. Unchanged when nothing was
 * to be asked, also not about General debris, which may have been exchanged for the proposed one in the form meanwhile.
 */
export function withAnswer(data: DraftData, answer: string): DraftData {
  const now = ask(data);
  const question = now?.chosen === answer ? now : ask(data, "general");
  if (!question || !(question.chosen === answer || question.proposed.some((one) => one === answer))) return data;
  const { checked, proposed } = question;
  const materialAnswer: MaterialAnswer = { wasteTypes: data.wasteTypes, checked, proposed, answer };
  return { ...data, materialAnswer };
}

/**
 * The order with a dumpster for each material of the question: its line stays for the first, with its number, and one
 * more of the same size, as far as the material may fill it, follows for each other. None is being typed then. That it
 * was the answer is kept like the other answers.
 */
export function apart(
  data: DraftData,
  { at, apart: materials, checked, proposed, chosen }: LineQuestion,
  sizes: readonly Size[],
): DraftData {
  const { cart, ...rest } = closeLine(data);
  const line = cart[at];
  if (!line) return data;
  const lines = materials.map((material, i) => ({
    ...line,
    materialCategory: material,
    dumpsterSize: fitSize(line.dumpsterSize, material, sizes).size ?? line.dumpsterSize,
    quantity: i === 0 ? line.quantity : 1,
  }));
  const said = { wasteTypes: data.wasteTypes, checked, proposed, answer: materials[0] ?? chosen, apart: materials };
  return { ...rest, materialAnswer: said, cart: cart.toSpliced(at, 1, ...lines) };
}
