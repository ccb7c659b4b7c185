/** What the buttons of `/book` do to a draft: one table, a verb each. Pure; the server's only (its schemas weigh). */
import type { z } from "zod";
import { checkSent, sentText, type Fields, type Sent } from "../../kernel/sent";
import { questionInWords } from "../../pricing/material-words";
import { fitSize } from "../../pricing/rules";
import { lookAgain } from "../../pricing/size-advice";
import type { MaterialId, Size } from "../../pricing/types";
import type { Settings } from "../../settings/schema";
import { allLines, closeLine, dropLine, openAt, orderLines, removeLine, type DraftData } from "./data";
import { lineSchema, projectOnlySchema, projectSchema, readBookIntent, type BookIntent } from "./fields";
import { apart, questionOf, stillOpen, withAnswer } from "./opened";
import { isOfAnotherOrder, keepTyped, lineOf, linesAsSent } from "./project-typed";

/**
 * `open`: the line that its page shows open next (`?line=`). `shows`: what the page begins with instead of it: the price
 * that was asked for, the order, the order with a sentence about the dumpsters that are in it now, or a size to look at
 * once more.
 */
interface Moved {
  ok: true;
  data: DraftData;
  done: boolean;
  open: string | null;
  shows?: "price" | "order" | "apart" | "heavy";
}
interface Refused {
  ok: false;
  problem: { fields: Fields; values: Sent; title?: string };
}
/** `values`: what a page shows again, with the material that was taken from a question in place of the typed one. */
export type ProjectOutcome = (Moved & { values: Sent }) | Refused;

/** What a button works on. */
interface Press {
  before: DraftData;
  sent: Sent;
  /** The draft with everything that was typed, as far as it makes sense. */
  typed: DraftData;
  line: string;
  hasSize: boolean;
  settings: Settings;
  sizes: readonly Size[];
}

interface Button<Intent> {
  /** What of the form must be right first; null: nothing, so that what was typed never keeps anybody from it. */
  checks(press: Press): z.ZodType | null;
  does(press: Press, intent: Intent): Moved | Refused;
  /** Never refused to somebody who makes a too large order smaller. */
  mayStayTooLarge?: true;
}

const nothing = () => null;
const lineWithSize = ({ hasSize, sizes }: Press) => (hasSize ? lineSchema(sizes) : null);
/** A line that is edited, or was begun, and has no size is asked about: it would be missing from the order without a word. */
const wholeStep = ({ hasSize, typed, line, sizes }: Press) =>
  !hasSize && typed.cart.length > 0 && !/^\d/.test(line) && typed.materialCategory === "general" && typed.quantity === 1
    ? projectOnlySchema
    : projectSchema(sizes);

const BUTTONS: { [K in BookIntent["kind"]]: Button<Extract<BookIntent, { kind: K }>> } = {
  add: { checks: ({ line, sizes }) => (line === "none" ? null : lineSchema(sizes)), does: addLine },
  save: { checks: ({ line, sizes }) => (line === "none" ? null : lineSchema(sizes)), does: saveLine },
  apart: { checks: ({ line, sizes }) => (line === "none" ? null : lineSchema(sizes)), does: orderApart },
  edit: { checks: lineWithSize, does: editLine },
  update: { checks: lineWithSize, does: priceAgain },
  remove: { checks: nothing, does: removeFromOrder, mayStayTooLarge: true },
  close: { checks: nothing, does: closeForm, mayStayTooLarge: true },
  continue: { checks: wholeStep, does: finish },
  keep: { checks: wholeStep, does: finish },
  use: { checks: wholeStep, does: finish },
};

/**
 * What a button of /book does to a draft's data: open, add or remove a line, price again, answer the question about the
 * material, continue. Typed values are kept even when a button only prices. Refused with what to do about it when the
 * page showed another order, when what the button checks is wrong, or when the order would be larger than a booking.
 */
export function applyProject(
  before: DraftData,
  asSent: Sent,
  settings: Settings,
  sizes: readonly Size[],
): ProjectOutcome {
  const intent = readBookIntent(sentText(asSent, "intent"));
  if (isOfAnotherOrder(before, asSent, intent)) {
    // Pressed twice: the order shows what the first press made of it.
    if (intent.kind === "apart" && before.cart.length > 1 && !questionOf(before))
      return { ...stay(before, null, "apart"), values: asSent };
    return refused(asSent, {
      "": "Your order was changed in another tab meanwhile, so nothing was changed. Please look at it as it is now.",
    });
  }
  const sent = intent.kind === "use" ? withMaterial(asSent, intent.material, sizes) : asSent;
  const typed = keepTyped(before, sent);
  const hasSize = typed.dumpsterSize !== null || sentText(sent, "dumpsterSize") !== "";
  const press: Press = { before, sent, typed, line: lineOf(sent), hasSize, settings, sizes };
  const button = BUTTONS[intent.kind] as Button<BookIntent>;
  const schema = button.checks(press);
  const checked = schema && checkSent(sent, schema);
  if (checked && !checked.ok) {
    const { dumpsterSize } = checked.fields;
    const more = dumpsterSize &&
      press.line === "new" &&
      !hasSize && { dumpsterSize: `${dumpsterSize} Or press “Never mind”.` };
    return refused(sent, { ...checked.fields, ...more });
  }
  const moved = button.does(press, intent);
  if (!moved.ok) return moved;
  const isSmaller =
    button.mayStayTooLarge &&
    moved.data.cart.length <= before.cart.length &&
    unitsIn(moved.data, sizes) <= unitsIn(before, sizes);
  return (isSmaller ? null : findTooMany(moved.data, press)) ?? { ...moved, values: sent };
}

/** The typed line joins the others, and the form is empty for another one. */
function addLine({ typed }: Press): Moved {
  return stay(closeLine(typed), "new");
}

/** The typed line joins the others as it is now, and the form closes. */
function saveLine({ typed }: Press): Moved {
  return stay(closeLine(typed), null, "order");
}

/** A dumpster for each kind that the question is about. */
function orderApart({ typed, line, sizes }: Press): Moved {
  const question = questionOf(typed);
  if (!question) return stay(typed, stillOpen(typed, line));
  const data = answerQuestion(typed, { kind: "apart" }, sizes);
  const heavy = question.apart.findIndex((_, i) => isToLookAt(data, question.at + i, sizes));
  return heavy < 0 ? stay(data, null, "apart") : stay(data, String(question.at + heavy), "heavy");
}

function editLine({ typed }: Press, { line }: { line: number }): Moved {
  return stay(typed, String(line));
}

function priceAgain({ typed, line }: Press): Moved {
  return stay(typed, stillOpen(typed, line), "price");
}

function removeFromOrder({ typed, line: shown }: Press, { line }: { line: number }): Moved {
  const data = removeLine(typed, line);
  return stay(data, stillOpen(data, shown));
}

/** The line in the form stays as it was before it was opened; a new one is dropped. */
function closeForm({ before, sent, typed: { projectType, businessType, wasteTypes } }: Press): Moved {
  return stay(dropLine(closeLine({ ...linesAsSent(before, sent), projectType, businessType, wasteTypes })), null);
}

/** The whole step, once every size is on offer and the question about the material is answered. */
function finish({ typed, sent, line, hasSize, settings, sizes }: Press, intent: BookIntent): Moved | Refused {
  const gone = typed.cart.find(({ dumpsterSize }) => !sizes.includes(dumpsterSize));
  if (gone)
    return refused(sent, {
      "": `We do not offer the ${gone.dumpsterSize}-yard dumpster now. Remove it from your order, or call us at ${settings.phone}.`,
    });
  const answered = answerQuestion(typed, intent, sizes);
  const question = questionOf(answered);
  if (question)
    return refused(
      sent,
      {
        materialQuestion: questionInWords(question),
      },
      "One question before you go on",
    );
  // The answer was about the order; the dumpster whose form stands open is still to come.
  if (intent.kind !== "continue" && line === "new" && !hasSize && answered.cart.length > 0)
    return stay(answered, line, "order");
  // Its size was chosen for something else: how little of it we lift is read before anybody signs.
  const at = openAt(answered) ?? questionOf(typed)?.at ?? -1;
  if (intent.kind === "use" && isToLookAt(answered, at, sizes))
    return stay(answered, answered.cart.length > 0 ? String(at) : null, "heavy");
  const data = answered.cart.length > 0 ? closeLine(answered) : answered;
  return { ok: true, done: true, data, open: null };
}

/** Whether the line at this place is of a very heavy material, in a larger size than is advised for it. */
function isToLookAt(data: DraftData, at: number, sizes: readonly Size[]): boolean {
  const line = orderLines({ ...dropLine(data), cart: allLines(data).slice(at, at + 1) })[0];
  return at >= 0 && line !== undefined && lookAgain(line.material, line.size, sizes) !== null;
}

/** The proposed material instead of the one in the form, in a size that it may fill. */
function withMaterial(sent: Sent, material: MaterialId, sizes: readonly Size[]): Sent {
  const wanted = sizes.find((size) => String(size) === sentText(sent, "dumpsterSize"));
  if (wanted === undefined) return sent;
  const dumpsterSize = String(fitSize(wanted, material, sizes).size ?? wanted);
  return { ...sent, materialCategory: material, dumpsterSize };
}

/**
 * Keeps what a button of the question says; in an order that is shown without a form it changes the line it is about.
 * Unchanged by any other button, and where nothing is asked.
 */
export function answerQuestion(data: DraftData, intent: BookIntent, sizes: readonly Size[]): DraftData {
  if (intent.kind !== "use" && intent.kind !== "keep" && intent.kind !== "apart") return data;
  const question = questionOf(data);
  if (intent.kind === "apart") return question ? apart(data, question, sizes) : data;
  if (intent.kind === "keep") return question ? withAnswer(data, question.chosen) : data;
  if (!question?.proposed.includes(intent.material) || openAt(data) !== null) return withAnswer(data, intent.material);
  const cart = data.cart.map((line, i) =>
    i === question.at
      ? {
          ...line,
          materialCategory: intent.material,
          dumpsterSize: fitSize(line.dumpsterSize, intent.material, sizes).size ?? line.dumpsterSize,
        }
      : line,
  );
  return { ...withAnswer(data, intent.material), cart };
}

function stay(data: DraftData, open: string | null, shows?: Moved["shows"]): Moved {
  return { ok: true, done: false, data, open, ...(shows && { shows }) };
}

function refused(values: Sent, fields: Fields, title?: string): Refused {
  return { ok: false, problem: { fields, values, ...(title && { title }) } };
}

function unitsIn(data: DraftData, sizes: readonly Size[]): number {
  return orderLines(data, sizes).reduce((sum, line) => sum + line.quantity, 0);
}

function findTooMany(data: DraftData, { sent, settings, sizes }: Press): Refused | null {
  const units = unitsIn(data, sizes);
  if (units <= settings.maxUnitsPerBooking) return null;
  return refused(sent, {
    quantity: `One booking holds up to ${settings.maxUnitsPerBooking} dumpsters; this would make ${units}. Lower the number, or call us at ${settings.phone}.`,
  });
}
