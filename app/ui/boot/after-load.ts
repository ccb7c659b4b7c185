/** Not in every browser; Save-Data asks for no byte that the page does not need. */
export const { saveData, effectiveType } = ((navigator as { connection?: unknown }).connection ?? {}) as { saveData?: boolean; effectiveType?: string };

/** What only some visitors need, in a file of its own: public/frame.js. */
interface Frame {
  followScroll(): void;
  askToInstall(event: Event): void;
  askToUpdate(registration: ServiceWorkerRegistration): void;
}

function withFrame(run: (frame: Frame) => void): void {
  const file = "/frame.js";
  void import(file).then(run);
}

/**
 * The header's states (10 px, progress) and the floating button (500 px) where the style sheet cannot do them alone, the
 * service worker once the page is there, and the two questions that come with it.
 */
export function workAfterLoad(): void {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    if (!later("install")) withFrame((frame) => frame.askToInstall(event));
  });
  addEventListener("load", () => {
    if (!CSS.supports("animation-timeline:scroll()")) withFrame((frame) => frame.followScroll());
    if (saveData) return;
    void navigator.serviceWorker?.register("/sw.js").then(
      (registration) => {
        // Without an active one the new one is the first, and nothing is out of date.
        if (!registration.active || later("update")) return;
        const ask = () => withFrame((frame) => frame.askToUpdate(registration));
        if (registration.waiting) ask();
        registration.onupdatefound = ask;
      },
      () => undefined,
    );
  });
}

/** Whether the visitor said "Later" to this question, and the time is not over (frame.js keeps it). */
function later(question: string): boolean {
  try {
    return Number(localStorage[`later-${question}`]) > Date.now();
  } catch {
    return false;
  }
}
