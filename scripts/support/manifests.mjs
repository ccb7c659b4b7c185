import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const BEGINNING = "window.__remixManifest=";
/** From the public pages, the booking and the customer's own pages, every way elsewhere is a document load. */
const CUSTOMERS = /^(root$|routes\/(public|book|manage)\/)/;

/**
 * Beside Remix's list of all routes, one of those that a customer's page can go to by script: the office, the drivers
 * and the functions would cost every visitor who begins to type two thirds of its bytes, and more with each room that
 * opens. app/entry.server.tsx leads to it by its name. Throws when the list has another shape or place.
 * @param {string} assets the folder of the new build's files
 */
export function writeCustomersManifest(assets) {
  const read = (/** @type {string} */ name) => readFileSync(join(assets, name), "utf8");
  // The route of the web app's manifest has a file of such a name, too.
  const [name, another] = readdirSync(assets).filter(
    (file) => /^manifest-\w+\.js$/.test(file) && read(file).startsWith(BEGINNING),
  );
  if (!name || another) throw new Error("Remix's manifest is not where it was");
  const text = read(name);
  const manifest = JSON.parse(text.slice(BEGINNING.length).replace(/;\s*$/, ""));
  const routes = Object.entries(manifest.routes).filter(([id]) => CUSTOMERS.test(id));
  const url = manifest.url.replace(/\/manifest-/, "/manifest-customers-");
  if (routes.length < 2 || url === manifest.url) throw new Error("Remix's manifest does not look as it did");
  writeFileSync(
    join(assets, name.replace(/^manifest-/, "manifest-customers-")),
    `${BEGINNING}${JSON.stringify({ ...manifest, url, routes: Object.fromEntries(routes) })};`,
  );
}
