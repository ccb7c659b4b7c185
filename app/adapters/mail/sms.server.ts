import twilio from "twilio";
import type { SmsPort } from "~/domain/messages/ports";

/** SMS through Twilio. Throws when Twilio refuses or cannot be reached; the outbox tries again. */
export function createTwilioSms(options: { accountSid: string; authToken: string; from: string; apiBase?: string }): SmsPort {
  const client = twilio(options.accountSid, options.authToken, { timeout: 8_000 });
  if (options.apiBase) client.api.baseUrl = options.apiBase;
  return {
    async send(message) {
      await client.messages.create({ to: message.to, from: options.from, body: message.body });
    },
  };
}
