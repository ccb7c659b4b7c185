import { RemixBrowser } from "@remix-run/react";

/**
 * RemixBrowser waits for its data by throwing a promise, at the root and before any hook. A key pressed meanwhile makes
 * React hydrate at once, and there a root that waits is a fatal error (345). So the data is decoded before React
 * begins.
 */
export async function dataDecoded(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (waiting) {
    if (waiting instanceof Promise) await waiting;
  }
}
