/**
 * On a driver's pages, beside the scripts that wait there: they are released once the page was painted, and a step that is
 * pressed before waits for them, because it is kept on the phone before it is sent. Where they do not come in time (a line
 * that breaks) it goes as the plain form that it is.
 */
import { RELEASE } from "./release";

const PATIENCE_MS = 4_000;
const LOOK_MS = 30;

const release = () => dispatchEvent(new Event(RELEASE));
const isTaken = () => document.documentElement.dataset.hydrated !== undefined;
let isHeld = false;

addEventListener("DOMContentLoaded", () => {
  const soon = () => setTimeout(release);
  // Nothing is painted in a tab that nobody sees.
  if (document.hidden) soon();
  else requestAnimationFrame(soon);
});

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
  const looking = setInterval(() => {
    if (!isTaken() && Date.now() < until) return;
    clearInterval(looking);
    removeEventListener("submit", hold, true);
    button?.removeAttribute("aria-disabled");
    if (form.isConnected) form.requestSubmit(button?.isConnected ? button : null);
  }, LOOK_MS);
}
