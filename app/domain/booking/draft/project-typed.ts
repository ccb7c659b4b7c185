/** What the form of `/book` says, and an address that begins one: as far as it makes sense, in a draft. Pure. */
import { sentText, sentTexts, type Sent } from "../../kernel/sent";
import { PROJECT_TYPES, tidyWasteTypes, wasteTypesFor } from "../../pricing/waste-types";
import { cleanZip } from "../../service-area/rules";
import { cartKey, cartLines, EMPTY_DRAFT, isPossible, openAt, readDraftData, type DraftData } from "./data";
import { wholeNumber } from "../../kernel/typed";
import { LIMITS, type BookIntent } from "./fields";
import { clampWhole, type LineField } from "./fit-line";
import { asPosted, withAnswer } from "./opened";
import { prune } from "./steps";

/** An unknown material is kept until its page has said so; what is longer was never one. */
const LONGEST_ID = 40;
/** Before the number of a line's place in the order: how many of it. */
const QUANTITY_OF = "quantityOf-";

/** The line that the form is about (see `OpenedLine`). */
export function lineOf(sent: Sent): string {
  return sentText(sent, "line");
}

/** The typed values as far as they make sense, so that pricing and going back lose nothing. */
export function keepTyped(before: DraftData, sent: Sent): DraftData {
  const base = linesAsSent(before, sent);
  const businessType = sentText(sent, "businessType") === "commercial" ? "commercial" : "residential";
  const projectType = sentText(sent, "projectType");
  const typed = readDraftData({
    ...base,
    projectType: PROJECT_TYPES.some((type) => type.id === projectType) ? projectType : base.projectType,
    businessType,
    wasteTypes: sentTexts(sent, "wasteTypes"),
    ...lineTyped(base, lineAsked(sent)),
  });
  const pruned = prune(typed, offered(businessType));
  // Said in the page by script; without, the buttons say it.
  const said = sentText(sent, "materialAnswer");
  return said && said === pruned.materialCategory ? withAnswer(pruned, said) : pruned;
}

/** The lines as the page shows them, each in the number that stands beside it; the one in the form as it was before. */
export function linesAsSent(before: DraftData, sent: Sent): DraftData {
  const data = asPosted(before, lineOf(sent));
  const cart = [...data.cart];
  for (const { at, quantity } of cartLines(data)) {
    const typed = openAt(data);
    const index = typed !== null && at > typed ? at - 1 : at;
    const most = Math.max(LIMITS.quantity, quantity);
    const line = cart[index];
    if (line) cart[index] = { ...line, quantity: clampWhole(sentText(sent, `${QUANTITY_OF}${at}`), most, quantity) };
  }
  return { ...data, cart };
}

/** Places of lines in a page that shows another order would mean other lines. */
export function isOfAnotherOrder(before: DraftData, sent: Sent, intent: BookIntent): boolean {
  const line = lineOf(sent);
  const byPlace =
    intent.kind === "remove" ||
    intent.kind === "edit" ||
    intent.kind === "apart" ||
    /^\d/.test(line) ||
    Object.keys(sent).some((name) => name.startsWith(QUANTITY_OF));
  return byPlace && sent.cartSeen !== undefined && sentText(sent, "cartSeen") !== cartKey(asPosted(before, line));
}

/**
 * A first draft from the address: /book?dumpsterSize=20&projectType=renovation&zip=32801 (contract.md). The line stays
 * as it was asked for; its page says what cannot be had of it (`fitLine`). Other nonsense is ignored.
 */
export function prefilled(asked: Sent): DraftData {
  const project = PROJECT_TYPES.find((type) => type.id === sentText(asked, "projectType"));
  const businessType =
    sentText(asked, "businessType") === "commercial" || project?.businessType === "commercial"
      ? "commercial"
      : "residential";
  const data: DraftData = {
    ...EMPTY_DRAFT,
    ...lineAsked(asked),
    projectType: project?.id ?? "",
    businessType,
    wasteTypes: tidyWasteTypes(sentTexts(asked, "wasteTypes")),
    zip: cleanZip(sentText(asked, "zip")) ?? "",
  };
  return prune(data, offered(businessType));
}

/** The line as it was asked for, whether or not it can be had. */
function lineAsked(sent: Sent): Pick<DraftData, LineField> {
  return {
    materialCategory: sentText(sent, "materialCategory").slice(0, LONGEST_ID) || "general",
    dumpsterSize: wholeNumber(sentText(sent, "dumpsterSize")) || null,
    quantity: wholeNumber(sentText(sent, "quantity")) || 1,
  };
}

/**
 * A line beside others closes by itself when its page is left, and one that cannot be had would then be missing from the
 * order without a word. So it stays as it was; the only line of an order, and one that is not part of it yet, is kept as
 * typed, and its page says what is wrong.
 */
function lineTyped(base: DraftData, asked: Pick<DraftData, LineField>): Pick<DraftData, LineField> {
  if (base.cart.length === 0 || base.dumpsterSize === null || asked.dumpsterSize === null) return asked;
  const { materialCategory, dumpsterSize, quantity } = base;
  return isPossible({ ...asked, dumpsterSize: asked.dumpsterSize })
    ? asked
    : { materialCategory, dumpsterSize, quantity };
}

function offered(businessType: DraftData["businessType"]): ReadonlySet<string> {
  return new Set(wasteTypesFor(businessType).map((type) => type.id));
}
