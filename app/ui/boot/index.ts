/**
 * The script in the head of every page, minified into it by the build (vite.config.ts, "?minified"): what must work
 * before React, or without it. The same text for everyone, because cached pages allow it by its hash. Every byte is
 * paid by every page. Loaded with the application, Remix's scripts wait for a sign of intent (intent.ts).
 */
import { workAfterLoad } from "./after-load";
import { showConnection } from "./connection";
import { waitForIntent } from "./intent";
import { closeLeftMenus, focusSummary, openByKey } from "./keys";
import { chooseTheme, showTheme } from "./theme";

/** The document was parsed, or React has put parts of it anew ("frame", sent by the frame's components). */
function refresh(): void {
  showTheme();
  showConnection();
}

showTheme();
waitForIntent();
for (const name of ["DOMContentLoaded", "online", "offline", "frame"]) addEventListener(name, refresh);
addEventListener("DOMContentLoaded", focusSummary);
addEventListener("click", chooseTheme);
addEventListener("keydown", openByKey);
addEventListener("focusin", closeLeftMenus);
workAfterLoad();
