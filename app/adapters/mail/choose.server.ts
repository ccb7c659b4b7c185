import { DEFAULT_SENDER, type Config } from "~/config.server";
import { TEXT_WEBHOOKS, type MailPort, type SmsPort } from "~/domain/messages/ports";
import { createTwilioTexts, type TwilioTexts } from "../twilio/texts.server";
import { createSmtpMail } from "./mail.server";

interface StandIns {
  inbox: { mail: MailPort };
  twilio: Pick<TwilioTexts, "accountSid" | "authToken" | "from" | "apiBase"> | null;
}

/** The real service where its credentials are given, its stand-in otherwise; one decision per service. */
export function createMail(config: Config, sandbox: StandIns | null): { mail: MailPort; sms: SmsPort } {
  return { mail: chooseMail(config, sandbox), sms: createTwilioTexts(chooseTexts(config, sandbox)) };
}

function chooseMail(config: Config, sandbox: StandIns | null): MailPort {
  if (config.SMTP_URL) return createSmtpMail({ smtpUrl: config.SMTP_URL, from: config.MAIL_FROM ?? DEFAULT_SENDER });
  if (!sandbox) throw new Error("no sandbox to fall back to");
  return sandbox.inbox.mail;
}

/** Twilio and its stand-in are asked by the same library; only account and address differ. */
function chooseTexts(config: Config, sandbox: StandIns | null): TwilioTexts {
  const statusCallback = `${config.publicUrl}${TEXT_WEBHOOKS.status}`;
  if (sandbox?.twilio) return { ...sandbox.twilio, statusCallback };
  const { TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, TWILIO_PHONE_NUMBER, TWILIO_API_BASE } = config;
  if (!TWILIO_ACCOUNT_SID || !TWILIO_AUTH_TOKEN || !TWILIO_PHONE_NUMBER) throw new Error("no sandbox to fall back to");
  return {
    accountSid: TWILIO_ACCOUNT_SID,
    authToken: TWILIO_AUTH_TOKEN,
    from: TWILIO_PHONE_NUMBER,
    apiBase: TWILIO_API_BASE,
    // Twilio refuses a text whose reports would go to "localhost".
    statusCallback: config.publicIsLocal && !TWILIO_API_BASE ? undefined : statusCallback,
  };
}
