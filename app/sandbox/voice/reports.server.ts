import { twilioSignature } from "../twilio/callbacks.server";

export type LineStatus =
  | "queued"
  | "initiated"
  | "ringing"
  | "in-progress"
  | "completed"
  | "busy"
  | "no-answer"
  | "failed"
  | "canceled";

const TIMEOUT_MS = 10_000;
const TRIES_MS = [0, 300, 1_500];

export interface Asking {
  authToken: string;
  /** Where the product really listens; the signature is for its public address. */
  base: () => string;
}

/** What the network does to the product's reports, for tests of what happens then. */
export interface ReportFaults {
  areLost: boolean;
  areTwice: boolean;
}

/** Calls an address of the product, signed as Twilio signs; its answer, or null when there was no good one. */
export async function ask(
  { authToken, base }: Asking,
  url: string,
  params: Record<string, string>,
): Promise<string | null> {
  try {
    const { pathname, search } = new URL(url);
    const response = await fetch(`${base()}${pathname}${search}`, {
      method: "POST",
      body: new URLSearchParams(params).toString(),
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        "content-type": "application/x-www-form-urlencoded; charset=utf-8",
        "x-twilio-signature": twilioSignature(authToken, url, params),
        "user-agent": "TwilioProxy/1.1 (sandbox)",
      },
    });
    const text = await response.text();
    return response.ok ? text : null;
  } catch {
    return null;
  }
}

/** Reports without waiting for the answer, and again where there was none. */
export function report(asking: Asking, faults: ReportFaults, url: string, params: Record<string, string>): void {
  if (faults.areLost) return;
  const send = async () => {
    for (const wait of TRIES_MS) {
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait).unref());
      if ((await ask(asking, url, params)) !== null) return;
    }
  };
  void send();
  if (faults.areTwice) void send();
}
