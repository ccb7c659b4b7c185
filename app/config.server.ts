import { z } from "zod";
import { readFlags } from "./domain/flags/flags";
import { tidyEmail } from "./domain/kernel/typed";

/** The one place that reads the environment. A wrong value stops the start with one clear line (contract.md). */
const whole = z
  .string()
  .trim()
  .regex(/^\d{1,9}$/, "must be a whole number")
  .transform(Number);
const port = whole.pipe(z.int().min(0).max(65_535));
const optional = z.string().trim().min(1).optional();
const url = z
  .string()
  .trim()
  .url()
  .transform((value) => value.replace(/\/+$/, ""));

const environment = z.object({
  PORT: port.default(3000),
  HOST: optional,
  PUBLIC_URL: url.optional(),
  SANDBOX: z.enum(["auto", "off"]).optional(),
  DATA_DIR: z.string().trim().min(1).default("./data"),
  NODE_ENV: z.string().default("production"),
  SESSION_SECRET: z.string().min(32, "must have at least 32 characters").optional(),
  ADMIN_EMAILS: z
    .string()
    .default("")
    .transform((value, context) =>
      value
        .split(",")
        .filter((email) => email.trim() !== "")
        .map((email) => {
          const tidy = tidyEmail(email);
          // Who signs in is read by the same rule: this one could never be an admin.
          if (tidy === null) context.addIssue(`"${email.trim()}" is no email address`);
          return tidy ?? "";
        }),
    ),
  STRIPE_SECRET_KEY: optional,
  STRIPE_WEBHOOK_SECRET: optional,
  STRIPE_API_BASE: url.optional(),
  TWILIO_ACCOUNT_SID: optional,
  TWILIO_AUTH_TOKEN: optional,
  TWILIO_API_KEY: optional,
  TWILIO_API_SECRET: optional,
  TWILIO_TWIML_APP_SID: optional,
  TWILIO_PHONE_NUMBER: optional,
  TWILIO_API_BASE: url.optional(),
  TWILIO_EDGE: optional,
  SMTP_URL: optional,
  MAIL_FROM: optional,
  PUPPETEER_EXECUTABLE_PATH: optional,
  TRUST_PROXY: z
    .enum(["0", "1", "off", "on"])
    .default("off")
    .transform((value) => value === "1" || value === "on"),
  LOG_LEVEL: z.enum(["error", "warn", "info", "silent"]).default("info"),
  WEB_CONCURRENCY: whole.pipe(z.int().min(1).max(64)).default(1),
  RATE_LIMITS: z.enum(["on", "off"]).default("on"),
  WARM_PAGES: z.enum(["on", "off"]).default("on"),
  METRICS_TOKEN: optional,
});

/** Who mails are from where MAIL_FROM is not set. */
export const DEFAULT_SENDER = "Sunline Roll-Off <bookings@example.com>";

export class ConfigError extends Error {
  override name = "ConfigError";
}

export type Config = ReturnType<typeof readConfig>;

const LOCAL_NAMES = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Throws ConfigError with one line that names the variable. */
export function readConfig(env: NodeJS.ProcessEnv = process.env) {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
  const parsed = environment.safeParse(present);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new ConfigError(`${issue?.path.join(".")}: ${issue?.message}`);
  }
  const values = parsed.data;
  const publicUrl = values.PUBLIC_URL ?? `http://localhost:${values.PORT}`;
  const publicIsLocal = LOCAL_NAMES.has(new URL(publicUrl).hostname);
  const sandboxOff =
    values.SANDBOX === "off" || (values.SANDBOX === undefined && values.NODE_ENV === "production" && !publicIsLocal);

  const stripeSandbox = !values.STRIPE_SECRET_KEY && !values.STRIPE_API_BASE;
  const mailSandbox = !values.SMTP_URL;
  const smsSandbox = !values.TWILIO_ACCOUNT_SID || !values.TWILIO_AUTH_TOKEN || !values.TWILIO_PHONE_NUMBER;
  const voiceKeys = ["TWILIO_API_KEY", "TWILIO_API_SECRET", "TWILIO_TWIML_APP_SID"] as const;
  // Calls and texts are one account and one number; a browser's key to the network is signed with a key of its own.
  const missingVoice = voiceKeys.filter((name) => !values[name]);
  const voiceSandbox = smsSandbox || missingVoice.length > 0;
  if (sandboxOff) {
    const missing = [
      stripeSandbox && "STRIPE_SECRET_KEY",
      !values.STRIPE_WEBHOOK_SECRET && "STRIPE_WEBHOOK_SECRET",
      mailSandbox && "SMTP_URL",
      smsSandbox && "TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_PHONE_NUMBER",
      ...missingVoice,
      values.ADMIN_EMAILS.length === 0 && "ADMIN_EMAILS",
    ].filter(Boolean);
    if (missing.length > 0) throw new ConfigError(`SANDBOX is off, but these are missing: ${missing.join(", ")}`);
  }
  const anySandbox = stripeSandbox || mailSandbox || voiceSandbox;
  if (anySandbox && !publicIsLocal)
    throw new ConfigError("PUBLIC_URL must be a localhost address while a service is on its sandbox");
  if (anySandbox && values.HOST && !LOCAL_NAMES.has(values.HOST) && values.HOST !== "::1") {
    throw new ConfigError("HOST must be a loopback address while a service is on its sandbox");
  }
  if (values.RATE_LIMITS === "off" && !anySandbox)
    throw new ConfigError("RATE_LIMITS=off is accepted in the sandbox only");

  // From the whole environment: a misspelt flag is told also where its value is empty.
  const read = readFlags(env);
  if (!read.ok) throw new ConfigError(read.problem);

  return {
    ...values,
    publicUrl,
    publicIsLocal,
    secureCookies: publicUrl.startsWith("https:"),
    host: values.HOST ?? (anySandbox ? "127.0.0.1" : "0.0.0.0"),
    sandbox: { any: anySandbox, stripe: stripeSandbox, mail: mailSandbox, sms: smsSandbox, voice: voiceSandbox },
    /** What the environment says of the flags; as they stand they are `services.flags()`. */
    givenFlags: read.flags,
  };
}
