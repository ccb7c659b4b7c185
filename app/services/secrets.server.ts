import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "~/config.server";

export interface Secrets {
  session: string;
  /** The sandbox Stripe's own secrets. */
  sandboxWebhook: string;
}

/** Secrets made at first start, with O_EXCL so that two starting processes agree on one file. */
export function readSecrets(config: Config): Secrets {
  const file = join(config.DATA_DIR, "secrets.json");
  const random = () => randomBytes(32).toString("base64url");
  try {
    writeFileSync(file, JSON.stringify({ session: random(), sandboxWebhook: `whsec_${random()}` }), { flag: "wx", mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  const stored = readWhenWritten(file);
  return { ...stored, session: config.SESSION_SECRET ?? stored.session };
}

/** Between another process's create and its write the file is empty for a moment. */
function readWhenWritten(file: string): Secrets {
  for (let attempt = 0; ; attempt++) {
    try {
      return JSON.parse(readFileSync(file, "utf8")) as Secrets;
    } catch (error) {
      if (attempt > 200) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}
