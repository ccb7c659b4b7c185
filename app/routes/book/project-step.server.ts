import { PROJECT_TYPES, tidyWasteTypes, wasteTypesFor } from "~/domain/pricing/waste-types";
import { cleanZip } from "~/domain/service-area/rules";
import { lineSchema, projectOnlySchema, projectSchema, readBookIntent } from "~/domain/booking/draft/fields";
import {
  cartKey,
  EMPTY_DRAFT,
  orderLines,
  readDraftData,
  type CartLine,
  type DraftData,
} from "~/domain/booking/draft/data";
import { prune } from "~/domain/booking/draft/steps";
import type { LineField } from "~/domain/booking/draft/fit-line";
import { parseForm, refuse, typedValues, type Problem } from "~/http/answers/forms.server";
import type { Size } from "~/domain/pricing/types";
import type { Settings } from "~/domain/settings/schema";

/** At the cap of new drafts; everything typed stays on the page. */
export const TOO_MANY_DRAFTS =
  "Too many bookings were begun from your connection. Please wait a while and send this again, or call us.";
/** An unknown material is kept until its page has said so; what is longer was never one. */
const LONGEST_ID = 40;

export type ProjectOutcome = { ok: true; data: DraftData; done: boolean } | { ok: false; problem: Problem };

/**
 * What a button of /book does to a draft's data: add the typed line to the cart, remove one, price again, continue.
 * Pure apart from the form. Typed values are kept even when a button only prices.
 */
export function applyProject(
  before: DraftData,
  form: FormData,
  settings: Settings,
  sizes: readonly Size[],
): ProjectOutcome {
  const intent = readBookIntent(form.get("intent"));
  const typed = keepTyped(before, form);
  const seen = form.get("cartSeen");
  if (intent.kind === "remove" && seen !== null && seen !== cartKey(before)) {
    return {
      ok: false,
      problem: refuse(typedValues(form), {
        "": "Your order was changed in another tab meanwhile, so nothing was removed. Please look at it as it is now.",
      }),
    };
  }
  if (intent.kind === "remove")
    return { ok: true, done: false, data: { ...typed, cart: before.cart.filter((_, index) => index !== intent.line) } };

  const hasSize = String(form.get("dumpsterSize") ?? "") !== "";
  if (intent.kind === "update" && !hasSize) return { ok: true, done: false, data: typed };
  if (intent.kind === "add" || intent.kind === "update") {
    const line = parseForm(form, lineSchema(sizes));
    if (!line.ok) return { ok: false, problem: line };
    if (intent.kind === "update") return withinLimit({ ok: true, done: false, data: typed }, form, settings, sizes);
    const added: CartLine = {
      dumpsterSize: line.value.dumpsterSize,
      quantity: line.value.quantity,
      materialCategory: line.value.materialCategory,
    };
    return withinLimit(
      {
        ok: true,
        done: false,
        data: { ...typed, cart: [...before.cart, added], dumpsterSize: null, quantity: 1, materialCategory: "general" },
      },
      form,
      settings,
      sizes,
    );
  }

  const onlyCart = !hasSize && before.cart.length > 0;
  const parsed = onlyCart ? parseForm(form, projectOnlySchema) : parseForm(form, projectSchema(sizes));
  if (!parsed.ok) return { ok: false, problem: parsed };
  const gone = before.cart.find(({ dumpsterSize }) => !sizes.includes(dumpsterSize));
  if (gone)
    return {
      ok: false,
      problem: refuse(typedValues(form), {
        "": `We do not offer the ${gone.dumpsterSize}-yard dumpster now. Remove it from your order, or call us at ${settings.phone}.`,
      }),
    };
  return withinLimit(
    { ok: true, done: true, data: { ...typed, ...(onlyCart ? { dumpsterSize: null } : {}) } },
    form,
    settings,
    sizes,
  );
}

function withinLimit(
  outcome: { ok: true; data: DraftData; done: boolean },
  form: FormData,
  settings: Settings,
  sizes: readonly Size[],
): ProjectOutcome {
  const units = orderLines(outcome.data, sizes).reduce((sum, line) => sum + line.quantity, 0);
  if (units <= settings.maxUnitsPerBooking) return outcome;
  return {
    ok: false,
    problem: refuse(typedValues(form), {
      quantity: `One booking holds up to ${settings.maxUnitsPerBooking} dumpsters; this would make ${units}. Lower the number, or call us at ${settings.phone}.`,
    }),
  };
}

/** The typed values as far as they make sense, so that pricing and going back lose nothing. */
export function keepTyped(before: DraftData, form: FormData): DraftData {
  const text = (name: string) => String(form.get(name) ?? "");
  const businessType = text("businessType") === "commercial" ? "commercial" : "residential";
  const typed = readDraftData({
    ...before,
    projectType: PROJECT_TYPES.some((type) => type.id === text("projectType"))
      ? text("projectType")
      : before.projectType,
    businessType,
    wasteTypes: form.getAll("wasteTypes"),
    ...lineAsked(text),
  });
  return prune(typed, offered(businessType));
}

/** The line as it was asked for, whether or not it can be had. */
function lineAsked(text: (name: LineField) => string): Pick<DraftData, LineField> {
  return {
    materialCategory: text("materialCategory").slice(0, LONGEST_ID) || "general",
    dumpsterSize: Number(text("dumpsterSize")) || null,
    quantity: Number(text("quantity")) || 1,
  };
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
