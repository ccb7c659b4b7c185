/**
 * On a driver's pages, beside the scripts that wait there: they are fetched while the page is painted and released once it
 * was, and a step that is pressed before waits for them, because it is kept on the phone before it is sent. Where they do
 * not come in time (a line that breaks) it goes as the plain form that it is.
 */
import { RELEASE } from "./release";

const PATIENCE_MS = 4_000;
const LOOK_MS = 30;

const links: Node[] = [];
const isTaken = () => document.documentElement.dataset.hydrated !== undefined;
let isHeld = false;

addEventListener("DOMContentLoaded", () => {
  const waiting = document.getElementById("app-scripts") as HTMLTemplateElement | null;
  for (const link of waiting?.content.querySelectorAll("link") ?? [])
    links.push(document.head.appendChild(link.cloneNode()));
  const soon = () => setTimeout(release);
  // Nothing is painted in a tab that nobody sees, and what stands there already is not waited for.
  if (document.hidden || performance.getEntriesByType("paint").length > 0) soon();
  else requestAnimationFrame(soon);
});

function release(): void {
  // React finds the head as it was sent.
  for (const link of links.splice(0)) link.parentNode?.removeChild(link);
  dispatchEvent(new Event(RELEASE));
}

addEventListener("submit", hold, true);

function hold(event: SubmitEvent): void {
  if (isTaken()) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (isHeld) return;
  isHeld = true;
  release();
  const form = event.target as HTMLFormElement;
  const button = event.submitter;
  button?.setAttribute("aria-disabled", "true");
  const until = Date.now() + PATIENCE_MS;
  const look = () => {
    if (!isTaken() && Date.now() < until) return;
    clearInterval(looking);
    taken.disconnect();
    removeEventListener("submit", hold, true);
    button?.removeAttribute("aria-disabled");
    if (form.isConnected) form.requestSubmit(button?.isConnected ? button : null);
  };
  const looking = setInterval(look, LOOK_MS);
  // At once: by what the phone has, the page may show another step a moment later, and this form be gone.
  const taken = new MutationObserver(look);
  taken.observe(document.documentElement, { attributeFilter: ["data-hydrated"] });
}
