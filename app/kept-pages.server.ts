import { paths } from "./paths";

/**
 * Pages whose markup depends on nobody while their address has no query: not on a cookie, not on the time. They are
 * rendered once for each content version and kept (server/kept-pages.ts).
 */
export const KEPT_PAGES: readonly string[] = [
  paths.home,
  paths.about,
  paths.careers,
  paths.developmentProcess,
  paths.privacy,
  ...Object.values(paths.services),
  paths.book.project(),
  paths.offline,
];
