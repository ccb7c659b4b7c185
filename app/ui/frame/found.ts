import { paths } from "~/paths";

/** What search engines may list: every page that is the same for everybody. */
export const LISTED: readonly string[] = [
  paths.home,
  paths.services.residential,
  paths.services.commercial,
  paths.services.construction,
  paths.book.project(),
  paths.about,
  paths.careers,
  paths.developmentProcess,
  paths.privacy,
];

/**
 * What no robot asks for, as beginnings of addresses (docs/decisions/0011): the office, the drivers, look-up,
 * payment pages, documents, and what is no page at all. They say `noindex` besides.
 */
export const CLOSED: readonly string[] = [
  "/crm",
  "/driver",
  "/auth",
  "/account",
  "/invitation",
  "/manage-booking",
  "/booking-confirmation",
  "/payment-success",
  "/sign-agreement",
  "/book/",
  "/book?draft=",
  "/book?*&draft=",
  "/files",
  "/photos",
  "/functions",
  "/webhooks",
  "/realtime",
  "/metrics",
  "/healthz",
  "/sandbox",
];

/** robots.txt for a site at `url` (no slash at the end). */
export function robotsText(url: string): string {
  return ["User-agent: *", ...CLOSED.map((path) => `Disallow: ${path}`), "", `Sitemap: ${url}/sitemap.xml`, ""].join(
    "\n",
  );
}

/** The sitemap. No `lastmod`: the pages show prices and settings, whose changes have no date of their own. */
export function sitemapXml(url: string): string {
  const entries = LISTED.map((path) => `  <url><loc>${escapeXml(url + path)}</loc></url>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...entries,
    "</urlset>",
    "",
  ].join("\n");
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
