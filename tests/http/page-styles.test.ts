import { readdirSync, readFileSync } from "node:fs";
import { parse } from "node-html-parser";
import { expect, it } from "vitest";
import { ROOT } from "../support/paths";
import { setOwnedStage } from "../support/visitor";

const stage = setOwnedStage();

/** The names of classes for which a sheet has a rule. */
function classesOf(css: string): Set<string> {
  const named = css.matchAll(/\.((?:[a-z_-]|\\.)(?:[\w-]|\\.)*)/gi);
  return new Set([...named].map(([, name = ""]) => name.replaceAll("\\", "")));
}

/** The office's sheet has the rules of every part that any page is made of; the newest one is this build's. */
function everyRule(): Set<string> {
  const folder = `${ROOT}build/client/assets`;
  const sheets = readdirSync(folder).filter((name) => /^office-.*\.css$/.test(name));
  return new Set(sheets.flatMap((name) => [...classesOf(readFileSync(`${folder}/${name}`, "utf8"))]));
}

it("a customer's page has a rule for each class that it uses, in the sheet that it comes with", async () => {
  const { server, places } = stage;
  const all = everyRule();
  const sheets = new Map<string, string>();
  const sheetAt = async (path: string) => {
    const known = sheets.get(path) ?? (await (await fetch(server.url + path)).text());
    sheets.set(path, known);
    return known;
  };
  const bare: string[] = [];
  let pages = 0;
  for (const path of new Set(Object.values(places.example))) {
    if (/^\/(crm|driver|account|auth)\b/.test(path)) continue;
    const answer = await fetch(server.url + path, { headers: { Cookie: places.cookie } });
    if (!answer.headers.get("Content-Type")?.startsWith("text/html")) continue;
    const page = parse(await answer.text());
    const linked = page.querySelectorAll("link[rel=stylesheet]").map((link) => link.getAttribute("href") ?? "");
    const inlined = page.querySelectorAll("style").map(({ text }) => text);
    const own = classesOf([...inlined, ...(await Promise.all(linked.map(sheetAt)))].join("\n"));
    const used = new Set(page.querySelectorAll("[class]").flatMap(({ classNames }) => classNames.split(/\s+/)));
    for (const name of used) if (all.has(name) && !own.has(name)) bare.push(`${path}: ${name}`);
    pages++;
  }
  expect(pages).toBeGreaterThan(30);
  expect(bare).toEqual([]);
});
