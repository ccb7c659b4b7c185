import { readFileSync } from "node:fs";
import type { RouteConfigEntry } from "@remix-run/route-config";
import routes from "../../app/routes";
import { ROOT } from "./paths";

/** An address of the product, as routes.ts has it. */
export interface Address {
  /** "/services/:kind" */
  pattern: string;
  takesPost: boolean;
  /** A page for people; else a file or an answer for programs. */
  isPage: boolean;
}

/** Every address of the URL map: a new route is in every test that goes over them. */
export function listAddresses(): Address[] {
  return below(routes, "").map(({ path, file }) => {
    const source = readFileSync(`${ROOT}app/${file}`, "utf8");
    return {
      pattern: path || "/",
      takesPost: /^export (async )?(function|const) action\b/m.test(source),
      isPage: /^export default\b/m.test(source),
    };
  });
}

function below(entries: RouteConfigEntry[], above: string): { path: string; file: string }[] {
  return entries.flatMap(({ path, children, file }) => {
    const here = path ? `${above}/${path}` : above;
    return children ? below(children, here) : [{ path: here, file }];
  });
}
