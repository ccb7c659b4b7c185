import { useEffect, useRef, useState } from "react";
import { crmPaths } from "~/crm-paths";
import type { Problem } from "~/http/answers/forms.server";
import type { Values } from "~/ui/form";
import { useKeepForCall } from "../voice/use-keep-for-call";
import { blanksOf, isOtherName, rowValue, type KnownView, type OrderAnswers } from "./phone-order";

/** After the last key; the answer itself takes some milliseconds. */
const SETTLED_MS = 200;
/** What the answers depend on: only these are asked about again. */
const ASKED = [
  "phone",
  "email",
  "smsConsent",
  "firstName",
  "lastName",
  "dumpsterSize",
  "quantity",
  "materialCategory",
  "rentalDays",
  "flexibleExtension",
  "deliveryDate",
] as const;

/** The form as it stands. */
export function typedIn(form: HTMLFormElement): Values {
  const data = new FormData(form);
  return Object.fromEntries([...new Set(data.keys())].map((name) => [name, data.getAll(name).map(String)]));
}

const single = (form: HTMLFormElement, name: string) => {
  const found = form.elements.namedItem(name);
  const element = found instanceof RadioNodeList ? found[0] : found;
  return element instanceof HTMLInputElement || element instanceof HTMLSelectElement ? element : null;
};

/**
 * An order while it is typed: what stands in the form, and what the office's program answers to it. A caller whom the
 * number alone tells is filled in, into what is empty; `use` does it for one of several.
 */
export function useOrder(first: { values: Values; answers: OrderAnswers }) {
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState<Values>(first.values);
  const [answers, setAnswers] = useState(first.answers);
  const [trouble, setTrouble] = useState<string | null>(null);
  const asItCame = useRef(first.values);
  const filledFor = useRef<string | null>(null);
  const filled = useRef<Record<string, string>>({});
  useKeepForCall(typed);
  const about = JSON.stringify(ASKED.map((name) => typed[name] ?? ""));
  const answeredTo = useRef(about);

  const follow = () => form.current && setTyped(typedIn(form.current));
  const set = (name: string, value: string) => {
    const field = form.current && single(form.current, name);
    if (field) field.value = value;
  };
  const use = ({ values }: KnownView) => {
    if (!form.current) return;
    const blanks = blanksOf(typedIn(form.current), asItCame.current, values);
    for (const [name, value] of Object.entries(blanks)) set(name, value);
    filled.current = { ...filled.current, ...blanks };
    follow();
  };
  /** Another number: nobody's link goes to the address of whom the former one reached. What was typed over it stays. */
  const takeBack = () => {
    if (!form.current) return;
    const now = typedIn(form.current);
    for (const [name, value] of Object.entries(filled.current))
      if (name !== "phone" && rowValue(now, name, 0) === value) set(name, rowValue(asItCame.current, name, 0));
    filled.current = {};
    filledFor.current = null;
    follow();
  };

  useEffect(() => {
    if (about === answeredTo.current || !form.current) return undefined;
    const stop = new AbortController();
    const body = new URLSearchParams();
    for (const [name, value] of new FormData(form.current)) if (typeof value === "string") body.append(name, value);
    const asking = setTimeout(() => {
      fetch(crmPaths.orderJson, { method: "POST", body, signal: stop.signal })
        .then(async (answer) => {
          if (answer.status === 401) return setTrouble("signed out");
          if (!answer.ok) throw new Error(String(answer.status));
          const next = (await answer.json()) as OrderAnswers;
          answeredTo.current = about;
          setTrouble(null);
          setAnswers(next);
        })
        // Offline, or busy: the price still follows, and saving asks for everything again.
        .catch(() => stop.signal.aborted || setTrouble("not answered"));
    }, SETTLED_MS);
    return () => {
      clearTimeout(asking);
      stop.abort();
    };
  }, [about]);

  // One customer has this number: their order begins with what we know.
  const { caller } = answers;
  useEffect(() => {
    const [only, another] = caller?.known ?? [];
    if (Object.keys(filled.current).length > 0 && filledFor.current !== (caller?.phone ?? "")) takeBack();
    if (!caller || !form.current || filledFor.current === caller.phone) return;
    filledFor.current = caller.phone;
    // Whoever has typed another name than the one that we know means somebody else of this number.
    if (only?.isCustomer && !another && !isOtherName(typedIn(form.current), only.values)) use(only);
    // why: once for each answer; `use` reads the form as it is then.
  }, [caller]);

  return { form, typed, answers, trouble, follow, use, set };
}

/**
 * Takes the fields that are answered meanwhile (`over`) out of the summary above. Its lines are hidden where they stand:
 * a summary with another problem would take the focus, away from where one types.
 */
export function useAnsweredSummary(problem: Problem | null | undefined, over: readonly string[]): void {
  const names = over.join(" ");
  useEffect(() => {
    const summary = problem && document.querySelector<HTMLElement>(".problems");
    if (!summary) return;
    const gone = names.split(" ").map((name) => `#${name}`);
    const lines = [...summary.querySelectorAll("li")];
    for (const line of lines) line.hidden = gone.includes(line.querySelector("a")?.hash ?? "");
    summary.hidden = lines.every(({ hidden }) => hidden);
    // As in error-title.ts, whose function would go to every customer for an export of its own.
    if (summary.hidden) document.title = document.title.replace(/^Error: /, "");
  }, [problem, names]);
}
