import { saveData } from "./connection";

const PAINTED_MS = 1_000;
const MANIFEST = "manifest";
// It stands before this script (root.tsx) and means nothing until the page was painted.
const manifest = document.querySelector(`[rel=${MANIFEST}]`) as HTMLLinkElement;
manifest.rel = "";

/** What only some visitors need stands in a file of its own, public/frame.js. */
function frame(task: "followScroll" | "askToInstall" | "askToUpdate", subject?: unknown): void {
  const file = "/frame.js";
  // Not there now (a line that broke): the page does without, and the next one asks again.
  import(file)
    .then((tasks: Record<typeof task, (given: unknown) => void>) => tasks[task](subject))
    .catch(() => undefined);
}

/**
 * The header's states and floating button where the style sheet cannot do them alone; and, once the page was painted,
 * what an installed site needs: the manifest, which the browser would fetch before that, the service worker and the two
 * questions that come with them.
 */
export function workAfterLoad(): void {
  addEventListener("beforeinstallprompt", (offer) => {
    offer.preventDefault();
    if (!isPostponed()) frame("askToInstall", offer);
  });
  addEventListener("load", () => {
    if (!CSS.supports("animation-timeline:scroll()")) frame("followScroll");
    if (!saveData) setTimeout(makeInstallable, PAINTED_MS);
  });
}

function makeInstallable(): void {
  manifest.rel = MANIFEST;
  void navigator.serviceWorker?.register("/sw.js").then(
    (registration) => {
      // Without an active one the new one is the first, and nothing is out of date.
      if (!registration.active) return;
      registration.onupdatefound = () => frame("askToUpdate", registration);
      if (registration.waiting) frame("askToUpdate", registration);
    },
    () => undefined,
  );
}

/** "Later" was said, and the time is not over (frame.js keeps it): not even the question is fetched. */
function isPostponed(): boolean {
  try {
    return localStorage["later-install"] > Date.now();
  } catch {
    return false;
  }
}
