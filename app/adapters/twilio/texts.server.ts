import type RequestClient from "twilio/lib/base/RequestClient";
import { readPhone } from "~/domain/kernel/phone";
import type { SmsPort, TextAnswer } from "~/domain/messages/ports";

export interface TwilioTexts {
  accountSid: string;
  authToken: string;
  /** In any spelling. */
  from: string;
  apiBase?: string;
  /** Where Twilio reports what becomes of each text; it refuses addresses that it cannot reach. */
  statusCallback?: string;
}

const TIMEOUT_MS = 8_000;
/** Where Twilio names no time, and the longest that we wait for one that it names. */
const SLOW_DOWN_MS = { unnamed: 5_000, most: 15 * 60_000 };

/** Twilio's codes after which no try can succeed: https://www.twilio.com/docs/api/errors */
const FOR_GOOD: Readonly<Record<number, "stopped" | "unreachable">> = {
  21610: "stopped",
  21211: "unreachable",
  21265: "unreachable",
  21408: "unreachable",
  21612: "unreachable",
  21614: "unreachable",
};

/** Texts through Twilio, by its own library. */
export function createTwilioTexts(options: TwilioTexts): SmsPort {
  const from = readPhone(options.from)?.e164 ?? options.from;
  let connected: ReturnType<typeof connect> | undefined;
  return {
    from,
    async send({ to, body }): Promise<TextAnswer> {
      connected ??= connect(options);
      const client = await connected;
      try {
        const { sid } = await client.messages.create({ to, from, body, statusCallback: options.statusCallback });
        return { ok: true, providerId: sid };
      } catch (error) {
        return answerOf(error);
      }
    },
    async isSigned({ url, params, signature }) {
      return signature !== "" && (await load()).validateRequest(options.authToken, signature, url, params);
    },
  };
}

/** What a refusal means; throws what may come right. */
function answerOf(error: unknown): TextAnswer {
  if (error instanceof SlowDown) return { ok: false, code: "later", ms: error.ms };
  const { code, message } = error as { code?: unknown; message?: unknown };
  const never = typeof code === "number" ? FOR_GOOD[code] : undefined;
  // Their words name the number; ours do not.
  if (never) return { ok: false, code: never, why: `Twilio ${String(code)}` };
  throw code === undefined ? error : new Error(`Twilio ${String(code)}: ${withoutNumbers(String(message))}`);
}

/** Errors are written to the log, where no telephone number of a customer belongs. */
const withoutNumbers = (text: string) => text.replace(/\+?\d[\d\s().-]{5,}\d/g, "[number]");

class SlowDown extends Error {
  constructor(readonly ms: number) {
    super("asked too often");
  }
}

// why: loading it is a fifth of a start, and most hours send no text.
const load = async () => (await import("twilio")).default;

async function connect({ accountSid, authToken, apiBase }: TwilioTexts) {
  const twilio = await load();
  /** The library's error leaves out the header that says when to ask again. */
  class Patient extends twilio.RequestClient {
    override async request<T>(asked: RequestClient.RequestOptions<T>) {
      const answer = await super.request<T>(asked);
      if (answer.statusCode === 429) throw new SlowDown(waitOf(answer.headers as Record<string, unknown> | undefined));
      return answer;
    }
  }
  const client = twilio(accountSid, authToken, { httpClient: new Patient({ timeout: TIMEOUT_MS }) });
  if (apiBase) client.api.baseUrl = apiBase;
  return client;
}

function waitOf(headers: Record<string, unknown> | undefined): number {
  const seconds = Number(headers?.["retry-after"]);
  const named = Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : SLOW_DOWN_MS.unnamed;
  return Math.min(named, SLOW_DOWN_MS.most);
}
