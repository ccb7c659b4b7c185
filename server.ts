import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import { builtCode } from "./server/build";
import { isWorker, runPrimary, tellReady } from "./server/cluster";
import { createHandler } from "./server/handler";
import { finish, httpServer, listen } from "./server/listen";
import { takeWires } from "./server/wires";

// The process: one server, or a primary with WEB_CONCURRENCY workers. React reads NODE_ENV when it is first loaded,
// which is when the build is imported below.
process.env.NODE_ENV ||= "production";
const development = process.env.NODE_ENV === "development";
const here = fileURLToPath(import.meta.url);
/** How long a worker that is being replaced still answers on connections it already has. */
const LINGER_MS = 2_000;
const WARM_AFTER_MS = 3_000;

// Files that are made from here on (database, documents, secrets) are for this user alone.
process.umask(0o077);

// Where there is much memory, V8 lets the heap grow to four times what is alive before it collects. Half as much again
// costs no time that can be measured and keeps a busy process below 250 MB (bars.md). It is read at each collection.
setFlagsFromString("--heap-growing-percent=50");

const workers = Number(process.env.WEB_CONCURRENCY || 1);
if (workers > 1 && !isWorker() && !development) await runPrimary(here, workers);
else await serve().catch(refuseToStart);

async function serve(): Promise<void> {
  const stopping = new AbortController();
  // In development Vite's hot reload shares the port, so the server exists before the code does.
  const main = httpServer((req, res) => front.handle(req, res));
  const code = development
    ? await (await import("./server/develop")).developedCode(main)
    : await builtCode(dirname(here));
  const app = await code.boot();
  const front = createHandler(app, code, development, stopping.signal);
  // Vite takes its own.
  if (development) takeWires(main, (...wire) => app.sandboxUpgrade?.(...wire) ?? true);
  else if (app.sandboxUpgrade) takeWires(main, app.sandboxUpgrade);

  const port = await listen(main, app.config.host, app.config.PORT);
  const servers = [main];
  if (app.config.host === "127.0.0.1") {
    // `localhost` means ::1 first on many systems; where there is no IPv6 the other one answers alone.
    const second = httpServer(front.handle);
    // Vite and the sandbox listen for web sockets on the first one only.
    if (main.listenerCount("upgrade") > 0) second.on("upgrade", (...upgrade) => main.emit("upgrade", ...upgrade));
    await listen(second, "::1", port).then(
      () => servers.push(second),
      () => undefined,
    );
  }
  app.listening(port);
  tellReady();
  // why: whoever waits for the start comes first; until then a page is made for its first visitor, in some 30 ms.
  if (app.config.WARM_PAGES === "on") setTimeout(() => void front.warm(), WARM_AFTER_MS).unref();
  if (!isWorker()) console.log(app.banner().join("\n"));

  const stop = async () => {
    if (stopping.signal.aborted) process.exit(1);
    stopping.abort();
    await finish(servers, isWorker() ? LINGER_MS : 0);
    await app.close();
    await code.close();
    process.exit(0);
  };
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => void stop());
  process.on("unhandledRejection", (error) => {
    console.error(
      JSON.stringify({
        level: "error",
        at: new Date().toISOString(),
        where: "unhandledRejection",
        message: String(error),
      }),
    );
  });
}

/** One clear line for what the person who starts it can put right; everything else keeps its stack. */
function refuseToStart(error: unknown): never {
  const { name, code, message } = error as NodeJS.ErrnoException;
  if (name === "ConfigError" || name === "MigrationRefused") console.error(`Cannot start: ${message}`);
  else if (code === "EADDRINUSE")
    console.error(`Cannot start: PORT ${process.env.PORT || 3000} is in use by another program`);
  else if (code === "EACCES" || code === "EADDRNOTAVAIL")
    console.error(`Cannot start: HOST or PORT cannot be listened on (${message})`);
  else console.error(error);
  process.exit(1);
}
