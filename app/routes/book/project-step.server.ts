import {
  cartKey,
  cartLines,
  closeLine,
  dropLine,
  EMPTY_DRAFT,
  isPossible,
  openAt,
  orderLines,
  readDraftData,
  removeLine,
  type DraftData,
} from "~/domain/booking/draft/data";
import {
  LIMITS,
  lineSchema,
  projectOnlySchema,
  projectSchema,
  readBookIntent,
  type BookIntent,
} from "~/domain/booking/draft/fields";
import { clampWhole, type LineField } from "~/domain/booking/draft/fit-line";
import { apart, asPosted, questionOf, stillOpen, withAnswer } from "~/domain/booking/draft/opened";
import { prune } from "~/domain/booking/draft/steps";
import type { MaterialQuestion } from "~/domain/pricing/material-advice";
import { checkedInWords } from "~/domain/pricing/material-words";
import { materialLabel } from "~/domain/pricing/materials";
import { fitSize } from "~/domain/pricing/rules";
import type { MaterialId, Size } from "~/domain/pricing/types";
import { PROJECT_TYPES, tidyWasteTypes, wasteTypesFor } from "~/domain/pricing/waste-types";
import { cleanZip } from "~/domain/service-area/rules";
import type { Settings } from "~/domain/settings/schema";
import { parseForm, refuse, typedValues, type Problem } from "~/http/answers/forms.server";

/** At the cap of new drafts; everything typed stays on the page. */
export const TOO_MANY_DRAFTS =
  "Too many bookings were begun from your connection. Please wait a while and send this again, or call us.";
/** An unknown material is kept until its page has said so; what is longer was never one. */
const LONGEST_ID = 40;

/** `open`: the line that its page shows open next (`?line=`). */
export type ProjectOutcome =
  { ok: true; data: DraftData; done: boolean; open: string | null } | { ok: false; problem: Problem };

/**
 * What a button of /book does to a draft's data: open, add or remove a line, price again, answer the question about the
 * material, continue. Pure apart from the form. Typed values are kept even when a button only prices.
 */
export function applyProject(
  before: DraftData,
  form: FormData,
  settings: Settings,
  sizes: readonly Size[],
): ProjectOutcome {
  const intent = readBookIntent(form.get("intent"));
  const line = form.get("line");
  if (isOfAnotherOrder(before, form, intent)) {
    // Pressed twice, or on an old page: the order shows what it is.
    if (intent.kind === "apart") return { ok: true, done: false, data: before, open: null };
    return refused(form, {
      "": "Your order was changed in another tab meanwhile, so nothing was changed. Please look at it as it is now.",
    });
  }
  if (intent.kind === "use") takeMaterial(form, intent.material, sizes);
  const typed = keepTyped(before, form);
  const hasSize = typed.dumpsterSize !== null || String(form.get("dumpsterSize") ?? "") !== "";
  const stay = (data: DraftData, open = stillOpen(data, line)): ProjectOutcome =>
    withinLimit({ ok: true, done: false, data, open }, form, settings, sizes);
  // Never refused to somebody who makes a too large order smaller.
  const smaller = (outcome: ProjectOutcome & { ok: true }): ProjectOutcome =>
    outcome.data.cart.length <= before.cart.length ? outcome : withinLimit(outcome, form, settings, sizes);

  if (intent.kind === "remove") {
    const data = removeLine(typed, intent.line);
    return smaller({ ok: true, done: false, data, open: stillOpen(data, line) });
  }
  if (intent.kind === "close") {
    const data = closeLine({ ...withQuantities(asPosted(before, line), form), ...projectOf(typed) });
    return smaller({ ok: true, done: false, data: dropLine(data), open: null });
  }
  if (intent.kind === "add" || intent.kind === "apart" || intent.kind === "update" || intent.kind === "edit") {
    const untyped = intent.kind === "add" || intent.kind === "apart" ? line === "none" : !hasSize;
    const checked = untyped ? null : parseForm(form, lineSchema(sizes));
    if (checked && !checked.ok) return { ok: false, problem: checked };
    if (intent.kind === "apart") {
      const question = questionOf(typed);
      return question ? stay(apart(typed, question, sizes), null) : stay(typed);
    }
    if (intent.kind === "update") return stay(typed);
    return intent.kind === "add" ? stay(closeLine(typed), "new") : stay(typed, String(intent.line));
  }

  const onlyCart = !hasSize && typed.cart.length > 0;
  const parsed = onlyCart ? parseForm(form, projectOnlySchema) : parseForm(form, projectSchema(sizes));
  if (!parsed.ok) return { ok: false, problem: parsed };
  const gone = typed.cart.find(({ dumpsterSize }) => !sizes.includes(dumpsterSize));
  if (gone)
    return refused(form, {
      "": `We do not offer the ${gone.dumpsterSize}-yard dumpster now. Remove it from your order, or call us at ${settings.phone}.`,
    });
  const answered = answer(typed, intent, sizes);
  const question = questionOf(answered);
  if (question) return asked(form, question);
  const data = answered.cart.length > 0 ? closeLine(answered) : answered;
  return withinLimit({ ok: true, done: true, data, open: null }, form, settings, sizes);
}

function refused(form: FormData, fields: Problem["fields"]): ProjectOutcome {
  return { ok: false, problem: refuse(typedValues(form), fields) };
}

/** Places of lines in a page that shows another order would mean other lines. */
function isOfAnotherOrder(before: DraftData, form: FormData, intent: BookIntent): boolean {
  const seen = form.get("cartSeen");
  const byPlace =
    intent.kind === "remove" ||
    intent.kind === "edit" ||
    intent.kind === "apart" ||
    /^\d/.test(String(form.get("line") ?? "")) ||
    [...form.keys()].some((name) => name.startsWith(QUANTITY_OF));
  return byPlace && seen !== null && seen !== cartKey(asPosted(before, form.get("line")));
}

/** The proposed material instead of the one in the form, in a size that it may fill. */
function takeMaterial(form: FormData, material: MaterialId, sizes: readonly Size[]): void {
  const wanted = sizes.find((size) => String(size) === form.get("dumpsterSize"));
  if (wanted === undefined) return;
  form.set("materialCategory", material);
  form.set("dumpsterSize", String(fitSize(wanted, material, sizes).size ?? wanted));
}

/** Keeps what a button of the question says; in an order that is shown without a form it changes the line it is about. */
function answer(data: DraftData, intent: BookIntent, sizes: readonly Size[]): DraftData {
  if (intent.kind !== "use" && intent.kind !== "keep") return data;
  const question = questionOf(data);
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

function asked(form: FormData, question: MaterialQuestion): ProjectOutcome {
  const problem = refuse(typedValues(form), {
    materialQuestion: `You checked ${checkedInWords(question.checked)}, and the price is for ${materialLabel(question.chosen)}. Which is right?`,
  });
  return { ok: false, problem: { ...problem, title: "One question before you go on" } };
}

function withinLimit(
  outcome: ProjectOutcome & { ok: true },
  form: FormData,
  settings: Settings,
  sizes: readonly Size[],
): ProjectOutcome {
  const units = orderLines(outcome.data, sizes).reduce((sum, line) => sum + line.quantity, 0);
  if (units <= settings.maxUnitsPerBooking) return outcome;
  return refused(form, {
    quantity: `One booking holds up to ${settings.maxUnitsPerBooking} dumpsters; this would make ${units}. Lower the number, or call us at ${settings.phone}.`,
  });
}

/** The typed values as far as they make sense, so that pricing and going back lose nothing. */
export function keepTyped(before: DraftData, form: FormData): DraftData {
  const text = (name: string) => String(form.get(name) ?? "");
  const base = withQuantities(asPosted(before, form.get("line")), form);
  const businessType = text("businessType") === "commercial" ? "commercial" : "residential";
  const typed = readDraftData({
    ...base,
    projectType: PROJECT_TYPES.some((type) => type.id === text("projectType")) ? text("projectType") : base.projectType,
    businessType,
    wasteTypes: form.getAll("wasteTypes"),
    ...lineTyped(base, lineAsked(text)),
  });
  const pruned = prune(typed, offered(businessType));
  // Said in the page by script; without, the buttons say it.
  const said = text("materialAnswer");
  return said && said === pruned.materialCategory ? withAnswer(pruned, said) : pruned;
}

/** Before the number of a line's place in the order: how many of it. */
const QUANTITY_OF = "quantityOf-";

function withQuantities(data: DraftData, form: FormData): DraftData {
  const cart = [...data.cart];
  for (const { at, quantity } of cartLines(data)) {
    const typed = openAt(data);
    const index = typed !== null && at > typed ? at - 1 : at;
    const wanted = clampWhole(form.get(`${QUANTITY_OF}${at}`), Math.max(LIMITS.quantity, quantity), quantity);
    const line = cart[index];
    if (line) cart[index] = { ...line, quantity: wanted };
  }
  return { ...data, cart };
}

function projectOf({ projectType, businessType, wasteTypes }: DraftData) {
  return { projectType, businessType, wasteTypes };
}

/** The line as it was asked for, whether or not it can be had. */
function lineAsked(text: (name: LineField) => string): Pick<DraftData, LineField> {
  return {
    materialCategory: text("materialCategory").slice(0, LONGEST_ID) || "general",
    dumpsterSize: Number(text("dumpsterSize")) || null,
    quantity: Number(text("quantity")) || 1,
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

/**
 * A first draft from the address: /book?dumpsterSize=20&projectType=renovation&zip=32801 (contract.md). The line stays
 * as it was asked for; its page says what cannot be had of it (`fitLine`). Other nonsense is ignored.
 */
export function prefilled(search: URLSearchParams): DraftData {
  const project = PROJECT_TYPES.find((type) => type.id === search.get("projectType"));
  const businessType =
    search.get("businessType") === "commercial" || project?.businessType === "commercial"
      ? "commercial"
      : "residential";
  const data: DraftData = {
    ...EMPTY_DRAFT,
    ...lineAsked((name) => search.get(name) ?? ""),
    projectType: project?.id ?? "",
    businessType,
    wasteTypes: tidyWasteTypes(search.getAll("wasteTypes")),
    zip: cleanZip(search.get("zip") ?? "") ?? "",
  };
  return prune(data, offered(businessType));
}
