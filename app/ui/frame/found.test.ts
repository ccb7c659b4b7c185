import type { RouteConfigEntry } from "@remix-run/route-config";
import { expect, it } from "vitest";
import routes from "../../routes";
import { SERVICE_KINDS } from "../services/service";
import { CLOSED, LISTED, robotsText, sitemapXml } from "./found";

interface Address {
  path: string;
  file: string;
  inPublicFrame: boolean;
}

function addresses(entries: readonly RouteConfigEntry[], above = "", inPublicFrame = false): Address[] {
  return entries.flatMap((entry) => {
    const path = entry.path === undefined ? above : `${above}/${entry.path}`;
    const inside = inPublicFrame || entry.file === "routes/public/layout.tsx";
    const own =
      entry.index || entry.path !== undefined ? [{ path: path || "/", file: entry.file, inPublicFrame: inside }] : [];
    return [...own, ...addresses(entry.children ?? [], path, inside)];
  });
}
const all = addresses(routes).flatMap((one) =>
  one.path.endsWith(":kind") ? SERVICE_KINDS.map((kind) => ({ ...one, path: one.path.replace(":kind", kind) })) : one,
);
const isClosed = (path: string) =>
  CLOSED.some(
    (rule) => path === rule || path.startsWith(rule.endsWith("/") ? rule : `${rule}/`) || path.startsWith(`${rule}.`),
  );

it("lists every page of the public frame, except where nothing is to be found", () => {
  const pages = all
    .filter((one) => one.inPublicFrame && !/not-found|service-areas|offline/.test(one.file))
    .map(({ path }) => path);
  expect(pages.length).toBeGreaterThan(7);
  expect(pages.filter((path) => !LISTED.includes(path))).toEqual([]);
});

it("has decided for every other address: listed, or closed to robots", () => {
  const neutral = ["/sitemap.xml", "/robots.txt", "/manifest.webmanifest", "/styles/:name"];
  const open = all.filter((one) => !one.inPublicFrame && !neutral.includes(one.path)).map(({ path }) => path);
  expect(open.filter((path) => !LISTED.includes(path) && !isClosed(path))).toEqual([]);
  for (const private_ of [
    "/crm/overview",
    "/driver/auth",
    "/manage-booking",
    "/payment-success",
    "/files/abc",
    "/book/payment",
    "/sign-agreement/abc",
  ])
    expect(isClosed(private_), private_).toBe(true);
});

it("closes nothing that it lists", () => {
  expect(LISTED.filter((path) => CLOSED.some((rule) => path.startsWith(rule)))).toEqual([]);
  expect(new Set(LISTED).size).toBe(LISTED.length);
});

it("writes both with the public address, which may hold an ampersand", () => {
  expect(robotsText("https://a.example")).toMatch(
    /^User-agent: \*\nDisallow: \/crm\n[^]*\n\nSitemap: https:\/\/a\.example\/sitemap\.xml\n$/,
  );
  expect(sitemapXml("https://a.example/x&y").match(/<loc>https:\/\/a\.example\/x&amp;y\//g)).toHaveLength(
    LISTED.length,
  );
});
