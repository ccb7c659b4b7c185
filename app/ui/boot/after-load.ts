import { saveData } from "./connection";

/** What only some visitors need stands in a file of its own, public/frame.js. */
function frame(task: "followScroll" | "askToInstall" | "askToUpdate", subject?: unknown): void {
  const file = "/frame.js";
  // Not there now (a line that broke): the page does without, and the next one asks again.
  import(file).then((tasks: Record<typeof task, (given: unknown) => void>) => tasks[task](subject)).catch(() => undefined);
}

/**
 * The service worker once the page is there, the two questions that come with it, and the header's states and floating
 * button where the style sheet cannot do them alone.
 */
export function workAfterLoad(): void {
  addEventListener("beforeinstallprompt", (offer) => {
    offer.preventDefault();
    if (!isPostponed()) frame("askToInstall", offer);
  });
  addEventListener("load", () => {
    if (!CSS.supports("animation-timeline:scroll()")) frame("followScroll");
    if (saveData) return;
    void navigator.serviceWorker?.register("/sw.js").then(
      (registration) => {
        // Without an active one the new one is the first, and nothing is out of date.
        if (!registration.active) return;
        registration.onupdatefound = () => frame("askToUpdate", registration);
        if (registration.waiting) frame("askToUpdate", registration);
      },
      () => undefined,
    );
  });
}

/** "Later" was said, and the time is not over (frame.js keeps it): not even the question is fetched. */
function isPostponed(): boolean {
  try {
    return localStorage["later-install"] > Date.now();
  } catch {
    return false;
  }
}
