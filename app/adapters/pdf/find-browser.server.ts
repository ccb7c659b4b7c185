import { accessSync, constants, readdirSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { unpackBundledBrowser } from "./bundled-browser.server";

export interface BrowserChoice {
  executablePath: string;
  source: "configured" | "installed" | "puppeteer cache" | "bundled";
  /** A headless shell takes the old headless switch. */
  isShell: boolean;
  /** Added to the environment of the browser's process. */
  env: Record<string, string>;
}

export interface BrowserSearch {
  /** PUPPETEER_EXECUTABLE_PATH: when set, nothing else is tried. */
  executablePath?: string;
  /** Where the bundled browser is unpacked once. */
  dataDir: string;
  /** Passes over what is installed on the machine; tests use it. */
  skipInstalled?: boolean;
  /** Tries every headless shell before a full browser: a third of its start and half its memory (decision 0023). */
  preferShell?: boolean;
}

/**
 * The browsers to try, best first: configured, installed, puppeteer's cache, the one inside @sparticuz/chromium
 * (architecture.md, "PDF"); with `preferShell` the headless shells among them first, in the same order. Lazy, because
 * the last one is unpacked when it is asked for. An installed name may be a stub that does not start, so the caller
 * goes on to the next one then.
 */
export async function* browserCandidates(search: BrowserSearch): AsyncGenerator<BrowserChoice> {
  if (search.executablePath) {
    yield choice(search.executablePath, "configured");
    return;
  }
  const there = search.skipInstalled
    ? []
    : [
        ...installedPaths().map((path) => choice(path, "installed")),
        ...cachedPaths().map((path) => choice(path, "puppeteer cache")),
      ].filter(({ executablePath }) => isExecutable(executablePath));
  if (!search.preferShell) yield* there;
  else yield* there.filter(({ isShell }) => isShell);
  yield* bundledBrowser(search.dataDir);
  if (search.preferShell) yield* there.filter(({ isShell }) => !isShell);
}

/** Nothing where it does not run or cannot be unpacked (a full disk): then the other browsers have their turn. */
async function* bundledBrowser(dataDir: string): AsyncGenerator<BrowserChoice> {
  const bundled = await unpackBundledBrowser(dataDir).catch(() => null);
  if (bundled) yield { ...bundled, source: "bundled", isShell: true };
}

/** The first browser to try. Throws when this machine has none and the bundled one does not run on it. */
export async function findBrowser(search: BrowserSearch): Promise<BrowserChoice> {
  for await (const found of browserCandidates(search)) return found;
  throw new NoBrowserError();
}

export class NoBrowserError extends Error {
  constructor(cause?: unknown) {
    super("no browser for PDFs: install Chrome, Chromium or Edge, or set PUPPETEER_EXECUTABLE_PATH", { cause });
    this.name = "NoBrowserError";
  }
}

function choice(executablePath: string, source: BrowserChoice["source"]): BrowserChoice {
  return { executablePath, source, isShell: /headless[-_]shell/.test(executablePath), env: {} };
}

function installedPaths(): string[] {
  if (process.platform === "darwin") {
    return ["Google Chrome", "Chromium", "Microsoft Edge"].flatMap((name) =>
      ["/Applications", join(homedir(), "Applications")].map(
        (folder) => `${folder}/${name}.app/Contents/MacOS/${name}`,
      ),
    );
  }
  if (process.platform === "win32") {
    const folders = [process.env.PROGRAMFILES, process.env["PROGRAMFILES(X86)"], process.env.LOCALAPPDATA].filter(
      (folder) => folder !== undefined,
    );
    return [
      "Google\\Chrome\\Application\\chrome.exe",
      "Chromium\\Application\\chrome.exe",
      "Microsoft\\Edge\\Application\\msedge.exe",
    ].flatMap((path) => folders.map((folder) => join(folder, path)));
  }
  const names = [
    "chrome-headless-shell",
    "chromium-headless-shell",
    "google-chrome-stable",
    "google-chrome",
    "chromium",
    "chromium-browser",
    "microsoft-edge-stable",
    "microsoft-edge",
  ];
  const folders = [...new Set([...(process.env.PATH ?? "").split(delimiter), "/usr/bin", "/usr/local/bin"])].filter(
    (folder) => folder.startsWith("/"),
  );
  return [...names.flatMap((name) => folders.map((folder) => join(folder, name))), "/opt/google/chrome/chrome"];
}

function cachedPaths(): string[] {
  const cache = process.env.PUPPETEER_CACHE_DIR ?? join(homedir(), ".cache", "puppeteer");
  return ["chrome-headless-shell", "chrome"].flatMap((browser) =>
    list(join(cache, browser))
      .reverse()
      .flatMap((version) =>
        list(join(cache, browser, version)).flatMap((folder) => {
          const base = join(cache, browser, version, folder);
          return [
            join(base, browser),
            join(base, `${browser}.exe`),
            join(base, "Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing"),
          ];
        }),
      ),
  );
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
