import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { ROOT } from "./paths";

export interface RunningServer {
  url: string;
  process: ChildProcess;
  /** Everything it has written so far, standard output and error. */
  logs(): string;
  /** Resolves with its exit code when all that it wrote has been read; null after a signal. */
  ended: Promise<number | null>;
}

/** Whoever started it may be ended with no time to end it. */
const ENDS_WITH_ITS_PARENT = [
  "--import",
  "data:text/javascript,process.stdin.on('end',()=>process.exit()).resume().unref()",
];
/**
 * A server that lives for a few pages is not worth what V8 does for a long life: it optimizes later, and collects what
 * is young less often. A fifth of a test server's processor time. Only when it does so changes, not what is run.
 */
const FOR_A_SHORT_LIFE = ["--interrupt-budget=1000000", "--min-semi-space-size=16"];
const START_DEADLINE_MS = 60_000;
const LAST_WORDS_MS = 1000;
/** The banner's first words (app/boot.server.ts). */
const SAYS_WHEN_IT_LISTENS = "Roll-off rentals: ";
const ASK_ANYWAY_MS = 250;

/** Starts the built server on `port` and waits until it is healthy. Throws with its output when it ends first. */
export async function spawnServer(options: {
  port: number;
  dataDir: string;
  env?: Record<string, string>;
}): Promise<RunningServer> {
  const child = spawn(process.execPath, [...FOR_A_SHORT_LIFE, ...ENDS_WITH_ITS_PARENT, "build/server.mjs"], {
    cwd: ROOT,
    env: {
      ...inherited(),
      NODE_ENV: "production",
      // A hundred servers a run, each for a few pages: only those that are asked for.
      WARM_PAGES: "off",
      PORT: String(options.port),
      DATA_DIR: options.dataDir,
      ...options.env,
    },
    stdio: ["pipe", "pipe", "pipe"],
  });
  let text = "";
  child.stdout.on("data", (chunk: Buffer) => (text += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (text += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => {
    child.once("close", resolve);
    // A killed primary's workers can hold its output open a while.
    child.once("exit", (code) => setTimeout(resolve, LAST_WORDS_MS, code));
  });
  const running = { url: `http://localhost:${options.port}`, process: child, logs: () => text, ended };
  await healthy(running);
  return running;
}

/**
 * It says when it listens: asking fifty times a second until then was a tenth of a test process's time. A primary with
 * workers says nothing and is asked now and then.
 */
async function healthy({ url, process: child, logs }: RunningServer): Promise<void> {
  let asked = Date.now();
  for (const deadline = Date.now() + START_DEADLINE_MS; Date.now() < deadline; await pause(10)) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}:\n${logs()}`);
    if (!logs().includes(SAYS_WHEN_IT_LISTENS) && Date.now() - asked < ASK_ANYWAY_MS) continue;
    asked = Date.now();
    const answer = await fetch(`${url}/healthz`).catch(() => null);
    if (answer?.status === 200) return;
  }
  child.kill("SIGKILL");
  throw new Error(`the server was not healthy within ${START_DEADLINE_MS / 1000} s:\n${logs()}`);
}

/** The environment without what would change the program under test. */
function inherited(): Record<string, string> {
  const kept = ["PATH", "HOME", "TMPDIR", "TEMP", "TMP", "SystemRoot", "PUPPETEER_EXECUTABLE_PATH"];
  return Object.fromEntries(
    kept.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
}
