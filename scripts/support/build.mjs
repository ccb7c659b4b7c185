import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const COMPRESSIBLE = /\.(js|css|svg|json|html|txt|webmanifest|map)$/;
const SMALL = 1024;

/**
 * Builds build/client and build/server (Remix by Vite) and build/server.mjs (the process in front, by esbuild).
 * Ends the process with status 1 when a step fails.
 * @param {string} root
 */
export async function build(root) {
  rmSync(join(root, "build"), { recursive: true, force: true });
  const cli = join(root, "node_modules/@remix-run/dev/dist/cli.js");
  const remix = spawnSync(process.execPath, [cli, "vite:build", "--logLevel", "warn"], { cwd: root, encoding: "utf8", env: { ...process.env, NODE_ENV: "production" } });
  if (remix.status !== 0) {
    // Rollup prints every file that it watches after the error: hundreds of lines that hide it.
    console.error(`${remix.stdout}${remix.stderr}`.split(/^\s*watchFiles: \[/m)[0]);
    process.exit(1);
  }

  const esbuild = await import("esbuild");
  await esbuild.build({
    entryPoints: [join(root, "server.ts")], outfile: join(root, "build/server.mjs"), absWorkingDir: root,
    bundle: true, platform: "node", format: "esm", target: "node20", packages: "external", sourcemap: true, logLevel: "warning",
  });
  compress(join(root, "build/client"));
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
