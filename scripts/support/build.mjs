import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { carryOver } from "./carry.mjs";
import { writeManifestsOfAreas } from "./manifests.mjs";

const COMPRESSIBLE = /\.(js|css|svg|json|html|txt|map)$/;
const SMALL = 1024;

const FINAL = "build";
const NEXT = ".cache/build-next";
const LAST = ".cache/build-last";

/**
 * Builds build/client and build/server (Remix by Vite) and build/server.mjs (the process in front, by esbuild).
 * The old build stays in its place until the new one is whole: a running server or test is not left without files,
 * and a failed build changes nothing. Ends the process with status 1 when a step fails.
 * @param {string} root
 * @param {string} identity written into the build as its stamp
 */
export async function build(root, identity) {
  rmSync(join(root, NEXT), { recursive: true, force: true });
  const cli = join(root, "node_modules/@remix-run/dev/dist/cli.js");
  // Collecting young objects, nearly all of which are thrown away, was a sixth of its time.
  const remix = spawnSync(process.execPath, ["--min-semi-space-size=64", cli, "vite:build", "--logLevel", "warn"], {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, NODE_ENV: "production", BUILD_DIRECTORY: NEXT },
  });
  if (remix.status !== 0) {
    // Rollup prints every file that it watches after the error: hundreds of lines that hide it.
    console.error(`${remix.stdout}${remix.stderr}`.split(/^\s*watchFiles: \[/m)[0]);
    process.exit(1);
  }

  const esbuild = await import("esbuild");
  await esbuild.build({
    entryPoints: [join(root, "server.ts")],
    outfile: join(root, NEXT, "server.mjs"),
    absWorkingDir: root,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    packages: "external",
    sourcemap: true,
    logLevel: "warning",
  });
  writeManifestsOfAreas(join(root, NEXT, "client/assets"));
  stampWorker(join(root, NEXT));
  compress(join(root, NEXT, "client"));
  // Pages of the last weeks may still be open, and ask for their files when someone begins to type.
  carryOver(join(root, FINAL, "client/assets"), join(root, NEXT, "client/assets"), Date.now());

  // The folder's name is written into the server's code, for remix-serve.
  const code = join(root, NEXT, "server/index.js");
  writeFileSync(code, readFileSync(code, "utf8").replaceAll(`"${NEXT}/client"`, `"${FINAL}/client"`));
  writeFileSync(join(root, NEXT, ".sources"), identity);
  rmSync(join(root, LAST), { recursive: true, force: true });
  if (existsSync(join(root, FINAL))) renameSync(join(root, FINAL), join(root, LAST));
  renameSync(join(root, NEXT), join(root, FINAL));
}

/**
 * The service worker's version is that of what was built: the same sources give the same worker, so that nobody is told
 * of a new version that is none. @param {string} folder
 */
function stampWorker(folder) {
  const hash = createHash("sha256").update(readFileSync(join(folder, "server/index.js")));
  for (const file of readdirSync(join(folder, "client")).sort())
    if (/\.(js|css)$/.test(file)) hash.update(readFileSync(join(folder, "client", file)));
  const worker = join(folder, "client/sw.js");
  writeFileSync(worker, readFileSync(worker, "utf8").replace("__BUILD__", hash.digest("hex").slice(0, 12)));
}

/** Compressed once here, at the best quality, instead of with every answer. @param {string} folder */
function compress(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const file = join(entry.parentPath ?? entry.path, entry.name);
    if (!entry.isFile() || !COMPRESSIBLE.test(entry.name)) continue;
    const content = readFileSync(file);
    if (content.length < SMALL) continue;
    writeFileSync(`${file}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
  }
}
