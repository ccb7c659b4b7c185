import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const BEGINNING = "window.__remixManifest=";
/** From the pages of each area every way elsewhere is a document load. */
const AREAS = {
  customers: /^(root$|routes\/(public|book|manage)\/)/,
  drivers: /^(root$|routes\/driver\/)/,
};
/** Files, not pages: a browser loads them by itself. */
const FILES =
  /^routes\/(public\/(manifest|robots|sheet|sitemap)|book\/changes-json|manage\/(another-offer|calendar|files\..+|photo|proof|statement-pdf))$/;

/**
 * Beside Remix's list of all routes, one of those that a customer's page can go to by script, and one for a driver's: the
 * office and the functions would cost every visitor who begins to type two thirds of its bytes, and more with each room
 * that opens. app/entry.server.tsx leads to them by their names. Throws when the list has another shape or place.
 * @param {string} assets the folder of the new build's files
 */
export function writeManifestsOfAreas(assets) {
  const read = (/** @type {string} */ name) => readFileSync(join(assets, name), "utf8");
  // The route of the web app's manifest has a file of such a name, too.
  const [name, another] = readdirSync(assets).filter(
    (file) => /^manifest-\w+\.js$/.test(file) && read(file).startsWith(BEGINNING),
  );
  if (!name || another) throw new Error("Remix's manifest is not where it was");
  const text = read(name);
  const manifest = JSON.parse(text.slice(BEGINNING.length).replace(/;\s*$/, ""));
  for (const [area, pages] of Object.entries(AREAS)) {
    const routes = Object.entries(manifest.routes)
      .filter(([id]) => pages.test(id) && !FILES.test(id))
      .map(([id, route]) => [id, withoutNo(route)]);
    const url = manifest.url.replace(/\/manifest-/, `/manifest-${area}-`);
    if (routes.length < 2 || url === manifest.url) throw new Error("Remix's manifest does not look as it did");
    writeFileSync(
      join(assets, name.replace(/^manifest-/, `manifest-${area}-`)),
      `${BEGINNING}${JSON.stringify({ ...manifest, url, routes: Object.fromEntries(routes) })};`,
    );
  }
}

/** What a route has not is left out: Remix only asks whether it has it. @param {object} route */
function withoutNo(route) {
  return Object.fromEntries(Object.entries(route).filter(([, value]) => value !== false));
}
