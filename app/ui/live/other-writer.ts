import { paths } from "~/paths";
import { openLive } from "./shared";

/** Ends what followed before: a page is made from one version. */
let end = () => {};

const LET_THROUGH_MS = 1_000;
/** How often a page asks that hears no stream. */
const ASK_MS = 15_000;

/**
 * Follows what the office changes in the order that this page's form shows, since the version that it says: heard by the
 * stream, and asked for whenever the page is looked at again. A page that a signing key opened has a right to no stream: it
 * asks now and then. It is said in `box`; nothing of the form is touched.
 */
export function followDraft(box: HTMLElement | null): void {
  end();
  if (!box) return;
  const { key } = box.dataset;
  const draft = new URLSearchParams(location.search).get("draft") ?? "";
  const ask = () => {
    if (!box.isConnected) return end();
    if (document.hidden) return;
    // As the document says it, which may be older than the data that took it over.
    const form = box.closest("form");
    const seen =
      form?.querySelector<HTMLInputElement>("[name=version]") ?? form?.querySelector<HTMLSelectElement>("[name=seen]");
    const asked = { ...(key ? { key } : { draft }), seen: seen?.value ?? "" };
    fetch(`${paths.book.changes}?${new URLSearchParams(asked)}`)
      .then(async (answer) => answer.ok && say(box, ((await answer.json()) as { words: string[] }).words))
      // Offline: it is asked for again when somebody looks, and a save says it in any case.
      .catch(() => undefined);
  };
  const unhear = key ? askNowAndThen(ask) : hearDraft(draft, ask);
  end = () => {
    unhear();
    document.removeEventListener("visibilitychange", ask);
    removeEventListener("focus", ask);
    removeEventListener("pagehide", end);
    end = () => {};
  };
  document.addEventListener("visibilitychange", ask);
  addEventListener("focus", ask);
  addEventListener("pagehide", end);
  // Back to a page that the browser kept as it was: what it heard ended when it was left.
  addEventListener("pageshow", ({ persisted }) => persisted && box.isConnected && followDraft(box), { once: true });
  // The page is older than its scripts.
  ask();
}

function askNowAndThen(ask: () => void): () => void {
  const asking = setInterval(ask, ASK_MS);
  return () => clearInterval(asking);
}

function hearDraft(draft: string, ask: () => void): () => void {
  let isOpen = false;
  const live = openLive(null, {
    // What happened between the first question and now was told to nobody here.
    status(connection) {
      if (connection === "open" && !isOpen) ask();
      isOpen = connection === "open";
    },
    change: ask,
    reset: ask,
  });
  live.want([`draft:${draft}`]);
  return () => live.close();
}

function say(box: HTMLElement, words: string[]): void {
  if (box.dataset.said === words.join("\n")) return;
  box.dataset.said = words.join("\n");
  box.replaceChildren();
  if (words.length === 0) return;
  const [notice, heading, list, way] = [make("div", ""), make("p", ""), make("ul", ""), make("p", "")];
  notice.className = "notice warn";
  heading.append(make("b", "Our office has just changed this order."), " What you typed here stays.");
  list.append(...words.map((one) => make("li", one)));
  const link = make("a", "Show it as it is now") as HTMLAnchorElement;
  link.href = location.href;
  way.append(link, ", without what is not saved here.");
  notice.append(heading, list, way);
  // Who presses as it comes means what stands below it.
  notice.style.pointerEvents = "none";
  setTimeout(() => (notice.style.pointerEvents = ""), LET_THROUGH_MS);
  box.append(notice);
}

function make(tag: string, text: string): HTMLElement {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}
