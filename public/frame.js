// What only some visitors need of the page frame, fetched by the boot script (app/ui/boot/after-load.ts) when they do.
// It works on pages that React has not taken over, and survives when it does: what it adds stands at the end of <body>.

const DAY_MS = 24 * 60 * 60 * 1000;
/** Paths on which nobody is asked to install (specification, section 2); nor at a job, where the box lies over what is typed. */
const BUSY_PATHS = /^\/(careers|development-process|booking-confirmation|payment-success|404|book(\/.*)?|driver\/jobs\/.*)\/?$/;

const AT_A_JOB = /^\/driver\/jobs\//;

/** The header's states and the floating button in browsers without scroll-driven animations (10 px, progress, 500 px). */
export function followScroll() {
  let asked = 0;
  const measure = () => {
    asked = 0;
    const top = document.querySelector(".top");
    const way = document.documentElement.scrollHeight - innerHeight;
    top?.toggleAttribute("data-scrolled", scrollY > 10);
    top?.style.setProperty("--progress", String(way > 0 ? Math.min(1, scrollY / way) : 0));
    document.querySelector(".float")?.toggleAttribute("data-shown", scrollY > 500);
  };
  const soon = () => (asked ||= requestAnimationFrame(measure));
  // Also when React has put the frame anew.
  for (const name of ["scroll", "resize", "frame"]) addEventListener(name, soon, { passive: true });
  measure();
}

/** @param {Event & { prompt(): Promise<unknown> }} offer the browser's beforeinstallprompt */
export function askToInstall(offer) {
  const allowed = () => !BUSY_PATHS.test(location.pathname) && !isMissing();
  if (!allowed()) return;
  const box = question("install", {
    label: "Install the app",
    text: "Keep our site on your home screen: one tap to book or to see your booking.",
    yes: "Install",
    laterDays: 14,
    act: () => void offer.prompt(),
  });
  // A client navigation may lead to where it has no place.
  addEventListener("frame", () => allowed() || box?.close());
  addEventListener("appinstalled", () => box?.close());
}

/** @param {ServiceWorkerRegistration} registration with a new worker that waits, or is about to */
export function askToUpdate(registration) {
  const { installing } = registration;
  if (registration.waiting) return ask();
  installing?.addEventListener("statechange", () => installing.state === "installed" && ask());

  function ask() {
    question("update", {
      label: "A new version is ready",
      text: () => (isEdited() ? "Reload the page to use it. What you typed on this page would be lost: send it first, or choose Later." : "Reload the page to use it."),
      yes: "Reload",
      laterDays: 1,
      // Until the new one is in its place, which may take a second.
      meanwhile: "One moment …",
      act() {
        // The page that asked is loaded anew, once; other pages go on with the files that they have.
        navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
        registration.waiting?.postMessage("skipWaiting");
      },
    });
  }
}

/**
 * A small box that asks, takes no focus and is closed by Later or, with the focus in it, by Escape. One of each kind.
 * @param {string} kind
 * @param {{ label: string, text: string | (() => string), yes: string, laterDays: number, act: () => void, meanwhile?: string }} words
 */
function question(kind, { label, text, yes, laterDays, act, meanwhile }) {
  const id = `ask-${kind}`;
  if (document.getElementById(id) || isPostponed(`later-${kind}`)) return undefined;
  const box = element("section", { id, className: "question", role: "region", ariaLabel: label });
  const words = element("p");
  let wasSaid = false;
  const say = () => (words.textContent = typeof text === "function" ? text() : text);
  const accept = element("button", { type: "button", className: "button", textContent: yes });
  const later = element("button", { type: "button", className: "button secondary", textContent: "Later" });
  const buttons = element("p", { className: "actions" });
  buttons.append(accept, later);
  box.append(element("h2", { textContent: label }), words, buttons);

  const close = () => {
    removeEventListener("frame", show);
    removeEventListener("input", say);
    box.remove();
  };
  const postpone = () => {
    remember(`later-${kind}`, laterDays);
    close();
  };
  // React may have thrown the whole document away and made a new one. At a job it waits: it would lie over the next step.
  function show() {
    if (AT_A_JOB.test(location.pathname)) return box.remove();
    if (document.getElementById(id)) return;
    document.body.append(box);
    if (!wasSaid) announce(`${label}.`);
    wasSaid = true;
  }
  accept.addEventListener("click", () => {
    if (meanwhile) buttons.replaceWith(meanwhile);
    else close();
    act();
  });
  later.addEventListener("click", postpone);
  box.addEventListener("keydown", ({ key }) => key === "Escape" && postpone());
  addEventListener("frame", show);
  addEventListener("input", say);
  say();
  void styled().then(show);
  return { close };
}

/** For those who cannot see the box come: said once, without moving the focus. */
function announce(words) {
  const region = element("p", { className: "unseen", role: "status" });
  document.body.append(region);
  setTimeout(() => (region.textContent = words), 500);
  setTimeout(() => region.remove(), 10_000);
}

/** Its style sheet, before the first box is shown. */
function styled() {
  return new Promise((resolve) => {
    if (document.querySelector("link[href='/frame.css']")) return resolve(undefined);
    const link = element("link", { rel: "stylesheet", href: "/frame.css" });
    link.addEventListener("load", resolve, { once: true });
    document.head.append(link);
  });
}

function isEdited() {
  return [...document.querySelectorAll("main input, main textarea, main select")].some((field) =>
    field.type === "hidden" ? false
      : field.type === "checkbox" || field.type === "radio" ? field.checked !== field.defaultChecked
      : field.localName === "select" ? [...field.options].some((option) => option.selected !== option.defaultSelected && field.selectedIndex !== 0)
      : field.value !== field.defaultValue,
  );
}

/** The not-found page can have any address; the browsers that offer to install tell the status. */
function isMissing() {
  const [load] = performance.getEntriesByType("navigation");
  return load?.responseStatus === 404;
}

function isPostponed(key) {
  try {
    return Number(localStorage[key]) > Date.now();
  } catch {
    return false;
  }
}

function remember(key, days) {
  try {
    localStorage[key] = String(Date.now() + days * DAY_MS);
  } catch {
    // No storage: it will be asked again on the next page.
  }
}

function element(name, properties = {}) {
  const { role, ...rest } = properties;
  const made = Object.assign(document.createElement(name), rest);
  if (role) made.setAttribute("role", role);
  return made;
}
