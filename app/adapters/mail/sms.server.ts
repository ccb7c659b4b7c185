import type { SmsPort } from "~/domain/messages/ports";

/** SMS through Twilio. Throws when Twilio refuses or cannot be reached; the outbox tries again. */
export function createTwilioSms(options: {
  accountSid: string;
  authToken: string;
  from: string;
  apiBase?: string;
}): SmsPort {
  let connected: ReturnType<typeof connect> | undefined;
  return {
    async send(message) {
      connected ??= connect(options);
      const client = await connected;
      const { sid } = await client.messages.create({ to: message.to, from: options.from, body: message.body });
      return { providerId: sid };
    },
  };
}

// why: loading it is a fifth of a start, and a system without SMS never needs it.
async function connect(options: { accountSid: string; authToken: string; apiBase?: string }) {
  const { default: twilio } = await import("twilio");
  const client = twilio(options.accountSid, options.authToken, { timeout: 8_000 });
  if (options.apiBase) client.api.baseUrl = options.apiBase;
  return client;
}
