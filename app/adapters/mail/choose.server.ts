import { DEFAULT_SENDER, type Config } from "~/config.server";
import type { MailPort, SmsPort } from "~/domain/messages/ports";
import { createSmtpMail } from "./mail.server";
import { createTwilioSms } from "./sms.server";

interface Inbox {
  inbox: { mail: MailPort; sms: SmsPort };
}

/** The real service where its credentials are given, the sandbox inbox otherwise; one decision per service. */
export function createMail(config: Config, sandbox: Inbox | null): { mail: MailPort; sms: SmsPort } {
  const stand = (): Inbox["inbox"] => {
    if (!sandbox) throw new Error("no sandbox to fall back to");
    return sandbox.inbox;
  };
  const from = config.MAIL_FROM ?? DEFAULT_SENDER;
  return {
    mail: config.SMTP_URL ? createSmtpMail({ smtpUrl: config.SMTP_URL, from }) : stand().mail,
    sms:
      config.TWILIO_ACCOUNT_SID && config.TWILIO_AUTH_TOKEN && config.TWILIO_PHONE_NUMBER
        ? createTwilioSms({
            accountSid: config.TWILIO_ACCOUNT_SID,
            authToken: config.TWILIO_AUTH_TOKEN,
            from: config.TWILIO_PHONE_NUMBER,
            apiBase: config.TWILIO_API_BASE,
          })
        : stand().sms,
  };
}
