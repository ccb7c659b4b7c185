import { useRef, useState } from "react";
import { answers, askAbout, type MaterialAnswer } from "~/domain/pricing/material-advice";
import { MATERIALS } from "~/domain/pricing/materials";
import { checkLine, fitSize, priceOrder } from "~/domain/pricing/rules";
import {
  isMaterialId,
  sizesOf,
  type MaterialId,
  type OrderLine,
  type PricingResult,
  type Size,
} from "~/domain/pricing/types";
import type { BusinessType } from "~/domain/pricing/waste-types";
import { useSettled } from "../form/use-settled";
import { listOf, noteOf, valueOf, type Answers } from "../form/values";
import type { ProjectView } from "./views";

type Start = Pick<ProjectView, "cart" | "price" | "pricing" | "chosen" | "line" | "answered">;

/** What the form says now. */
export interface Choice {
  projectType: string;
  businessType: BusinessType;
  wasteTypes: string[];
  material: MaterialId;
  size: Size | null;
  quantity: number;
  /** The lines beside the one in the form, with their numbers as chosen. */
  cart: ProjectView["cart"];
}

/** The name of the number of a line that is not in the form. */
export function quantityName({ at }: { at: number }): string {
  return `quantityOf-${at}`;
}

/**
 * The price, and what depends on the choice, while someone chooses: by the same pure rules as the server's. Reads the
 * form (uncontrolled, so that nothing typed is lost). Give `update` to the form's onInput.
 */
export function useLiveOrder(start: Start, shown: Answers) {
  const sizes = sizesOf(start.pricing.config.prices);
  const form = useRef<HTMLFormElement>(null);
  // Before there is a draft (a prefilled address) and after a refused try the first price is made of the shown values.
  const [choice, setChoice] = useState(() =>
    readChoice(
      start,
      (name) => valueOf(name, shown),
      (name) => listOf(name, shown),
    ),
  );
  const [price, setPrice] = useState(() => (shown.problem ? null : start.price) ?? priceOf(choice, start, sizes));
  const [largest, setLargest] = useState<Size | null>(null);
  const [said, setSaid] = useState(start.answered);
  const [sizeNote, setSizeNote] = useState(() => ({ words: noteOf("dumpsterSize", shown), about: aboutSize(choice) }));

  const read = (from: HTMLFormElement) => {
    const data = new FormData(from);
    return readChoice(
      start,
      (name) => data.get(name)?.toString(),
      (name) => data.getAll(name).map(String),
    );
  };
  const update = () => {
    if (!form.current) return;
    const before = read(form.current);
    const fitted = before.size === null ? null : fitSize(before.size, before.material, sizes);
    if (fitted?.why && fitted.size !== null) check(form.current, "dumpsterSize", fitted.size);
    const now = read(form.current);
    setChoice(now);
    setLargest(MATERIALS[now.material].maxSizeYards);
    setPrice(priceOf(now, start, sizes));
    // It stands as long as the choice that it is about.
    const about = aboutSize(now);
    setSizeNote((was) =>
      fitted?.why ? { words: fitted.why, about } : was.about === about ? was : { words: undefined, about },
    );
  };
  useSettled(update);

  const { lines, typed } = linesOf(choice, start, sizes);
  const asked = askAbout(choice.wasteTypes, lines, typed);
  const materials = lines.map(({ material }) => material);
  const holds = answers(said, choice.wasteTypes, materials);
  /** Answers the question in the page: keeps the material, or checks the proposed one. */
  const answer = (material: MaterialId) => {
    if (!asked) return;
    const { checked, proposed, chosen } = asked;
    setSaid({ wasteTypes: choice.wasteTypes, checked, proposed, answer: material } satisfies MaterialAnswer);
    if (form.current && material !== chosen) check(form.current, "materialCategory", material);
    update();
    // The pressed button is gone then with its question: the focus goes to what came of it.
    setTimeout(() => {
      const places = "[name=materialCategory]:checked, .heavy-note";
      [...document.querySelectorAll<HTMLElement>(places)].at(-1)?.focus();
    });
  };
  return {
    form,
    price,
    largest,
    sizeNote: sizeNote.words,
    update,
    choice,
    question: holds ? null : asked,
    /** The line that the question is about. */
    askedLine: asked && lines[asked.at],
    /** What was said on this page; what was said before is in the draft, and these boxes may be others. */
    answered: holds && said !== start.answered ? said.answer : "",
    /** Of another line than the one in the form the server answers. */
    answer: asked?.at === typed ? answer : undefined,
  };
}

function readChoice(
  { cart }: Pick<Start, "cart">,
  one: (name: string) => string | undefined,
  all: (name: string) => string[],
): Choice {
  const material = one("materialCategory") || "general";
  return {
    projectType: one("projectType") ?? "",
    businessType: one("businessType") === "commercial" ? "commercial" : "residential",
    wasteTypes: all("wasteTypes"),
    material: isMaterialId(material) ? material : "general",
    size: Number(one("dumpsterSize")) || null,
    quantity: Number(one("quantity") || 1),
    cart: cart.map((line) => ({ ...line, quantity: Number(one(quantityName(line)) || line.quantity) })),
  };
}

function aboutSize({ material, size }: Choice): string {
  return `${material} ${size ?? ""}`;
}

/** The order's lines as chosen, in their order, and where the one in the form stands; it counts as soon as it is asked about. */
function linesOf(choice: Choice, { line, chosen }: Start, sizes: readonly Size[]) {
  const lines: (Omit<OrderLine, "size"> & { size: Size | null })[] = [...choice.cart];
  const { size, material, quantity } = choice;
  if (line === "none" || (size === null && lines.length > 0)) return { lines, typed: null };
  const at = /^\d/.test(line) ? Number(line) : lines.length;
  lines.splice(at, 0, { size: size !== null && sizes.includes(size) ? size : null, material, quantity, ...chosen });
  return { lines, typed: Math.min(at, lines.length - 1) };
}

function priceOf(choice: Choice, start: Start, sizes: readonly Size[]): PricingResult | null {
  const { pricing } = start;
  // A line whose size is not on offer any more has no price; the page says so when somebody goes on.
  const lines = linesOf(choice, start, sizes).lines.flatMap(({ size, ...line }): OrderLine[] => {
    const checked = size === null ? null : checkLine({ size, ...line }, sizes);
    return checked?.ok ? [checked.line] : [];
  });
  return lines.length === 0
    ? null
    : priceOrder({ lines, context: "new", areaDeliveryFee: pricing.areaDeliveryFee }, pricing.config);
}

/** Checks a card: heavy debris forces the 15-yard dumpster (specification, section 4). */
function check(form: HTMLFormElement, name: string, value: string | number): void {
  const card = form.querySelector<HTMLInputElement>(`input[name="${name}"][value="${value}"]`);
  if (card) card.checked = true;
}
