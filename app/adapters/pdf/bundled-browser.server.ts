import { execFile } from "node:child_process";
import { chown, mkdir, readFile, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const require = createRequire(import.meta.url);
const UNPACK_TIMEOUT_MS = 120_000;
const LOCK_POLL_MS = 100;

/** System fonts first, the package's Open Sans where there are none. */
const FONT_SETTINGS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>/usr/share/fonts</dir>
  <dir prefix="relative">fonts/fonts</dir>
  <cachedir prefix="relative">font-cache</cachedir>
</fontconfig>
`;

/**
 * The browser inside @sparticuz/chromium, unpacked once into the data folder under a lock. Null where it cannot run
 * (anything but Linux x64) or where the package is missing. Throws when unpacking fails or another process takes too
 * long.
 */
export async function unpackBundledBrowser(
  dataDir: string,
): Promise<{ executablePath: string; env: Record<string, string> } | null> {
  if (process.platform !== "linux" || process.arch !== "x64") return null;
  const entry = packageEntry();
  if (!entry) return null;
  const home = resolve(dataDir, "browser");
  const folder = join(home, `chromium-${await version(entry)}`);
  if (!(await exists(folder)))
    await underLock(home, async () => {
      if (!(await exists(folder))) await unpack(entry, folder);
    });
  return {
    executablePath: join(folder, "chromium"),
    env: { LD_LIBRARY_PATH: join(folder, "al2023", "lib"), FONTCONFIG_FILE: join(folder, "fonts.conf") },
  };
}

/**
 * The package only unpacks into the temporary folder of its own process, where it also trusts whatever lies there
 * already; so it runs in a child whose temporary folder is a new one of ours. The variable makes it bring its
 * libraries.
 */
async function unpack(entry: string, folder: string): Promise<void> {
  const staging = `${folder}.${process.pid}.tmp`;
  await rm(staging, { recursive: true, force: true });
  await mkdir(staging, { recursive: true, mode: 0o700 });
  try {
    const script = `import(${JSON.stringify(pathToFileURL(entry).href)}).then((m) => (m.default.default ?? m.default).executablePath())`;
    await run(process.execPath, ["-e", script], {
      timeout: UNPACK_TIMEOUT_MS,
      env: {
        NODE_ENV: process.env.NODE_ENV,
        PATH: process.env.PATH,
        TMPDIR: staging,
        AWS_LAMBDA_JS_RUNTIME: "nodejs22.x",
      },
    });
    await writeFile(join(staging, "fonts.conf"), FONT_SETTINGS);
    await takeOver(staging);
    await rename(staging, folder);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** The archives name an owner of their own; as root that would leave libraries that another user may change. */
async function takeOver(folder: string): Promise<void> {
  const uid = process.getuid?.();
  const gid = process.getgid?.();
  if (uid !== 0 || gid === undefined) return;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) await chown(join(entry.parentPath, entry.name), uid, gid);
  }
}

/** A file is the lock, with the holder's process id inside; the lock of a dead process is taken away. */
async function underLock(home: string, work: () => Promise<void>): Promise<void> {
  await mkdir(home, { recursive: true });
  const lock = join(home, "unpack.lock");
  const deadline = Date.now() + UNPACK_TIMEOUT_MS;
  for (;;) {
    try {
      await writeFile(lock, String(process.pid), { flag: "wx" });
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    if (await isStale(lock)) await rm(lock, { force: true });
    else if (Date.now() > deadline) throw new Error("another process has been unpacking the browser for too long");
    else await new Promise((done) => setTimeout(done, LOCK_POLL_MS));
  }
  try {
    await work();
  } finally {
    await rm(lock, { force: true });
  }
}

async function isStale(lock: string): Promise<boolean> {
  try {
    const holder = Number(await readFile(lock, "utf8"));
    // Just created and not yet written, or held by this very process.
    if (!holder || holder === process.pid) return Date.now() - (await stat(lock)).mtimeMs > UNPACK_TIMEOUT_MS;
    process.kill(holder, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
}

function packageEntry(): string | null {
  try {
    return require.resolve("@sparticuz/chromium");
  } catch {
    return null;
  }
}

/** The package's version names the folder, so that an update is unpacked beside the old one. */
async function version(entry: string): Promise<string> {
  const found = JSON.parse(await readFile(join(dirname(entry), "..", "..", "package.json"), "utf8")) as {
    version?: string;
  };
  return found.version ?? "unknown";
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
