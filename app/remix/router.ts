type Place = Pick<Location, "pathname" | "search" | "hash">;

declare global {
  interface Window {
    /** Set by RemixBrowser before its first request. */
    __remixRouter?: { state: { navigation: { location?: Place | undefined } } };
  }
}

/** The address of the page that is being opened; null where what is asked for is the page's that stands there. */
export function pageBeingOpened(): string | null {
  const to = window.__remixRouter?.state.navigation.location;
  return to ? to.pathname + to.search + to.hash : null;
}
