import { describe, expect, it } from "vitest";
import { ConfigError, readConfig } from "./config.server";

const LIVE = {
  NODE_ENV: "production" as const,
  PUBLIC_URL: "https://dumpsters.example",
  STRIPE_SECRET_KEY: "sk_live_1",
  STRIPE_WEBHOOK_SECRET: "whsec_1",
  SMTP_URL: "smtp://mail.example",
  TWILIO_ACCOUNT_SID: "AC1",
  TWILIO_AUTH_TOKEN: "t",
  TWILIO_PHONE_NUMBER: "+14075550100",
  TWILIO_API_KEY: "SK1",
  TWILIO_API_SECRET: "s",
  TWILIO_TWIML_APP_SID: "AP1",
  ADMIN_EMAILS: "owner@dumpsters.example",
};

/** The line that stops the start; none where it goes on. */
function complaint(env: Record<string, string>): string {
  try {
    readConfig({ NODE_ENV: "production", ...env });
    return "";
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message;
  }
}

describe("a wrong environment stops the start with one line that names the variable", () => {
  it.each([
    [{ PORT: "abc" }, "PORT"],
    [{ PUBLIC_URL: "not-a-url" }, "PUBLIC_URL"],
    [{ SANDBOX: "maybe" }, "SANDBOX"],
    [{ SANDBOX: "off" }, "STRIPE_SECRET_KEY"],
    [{ PUBLIC_URL: "https://dumpsters.example" }, "SMTP_URL"],
    [{ ...LIVE, SMTP_URL: "", SANDBOX: "auto" }, "PUBLIC_URL must be a localhost address"],
    [{ ...LIVE, RATE_LIMITS: "off" }, "RATE_LIMITS=off is accepted in the sandbox only"],
    [{ SESSION_SECRET: "short" }, "SESSION_SECRET"],
    [{ FLAG_MANUAL_DRIVER_ASSIGN: "perhaps" }, "FLAG_MANUAL_DRIVER_ASSIGN: must be on or off"],
    [
      { FLAG_SHOW_REFUND_STATES: "on" },
      "FLAG_SHOW_REFUND_STATES: there is no such flag; the nearest is FLAG_SHOW_REFUND_STATE_FROM_CANCELLATIONS",
    ],
    [{ HOST: "0.0.0.0" }, "HOST"],
    [
      { ADMIN_EMAILS: "owner@dumpsters.example, chef@b\u00fcro.example" },
      'ADMIN_EMAILS: "chef@b\u00fcro.example" is no email address',
    ],
    [{ WEB_CONCURRENCY: "0" }, "WEB_CONCURRENCY"],
    [{ WEB_CONCURRENCY: "lots" }, "WEB_CONCURRENCY"],
  ] as [Record<string, string>, string][])("%o", (env, named) => {
    expect(complaint(env)).toContain(named);
    expect(complaint(env)).not.toContain("\n");
  });

  it("and a right one does not: the sandbox by itself, and everything live", () => {
    expect([complaint({}), complaint(LIVE)]).toEqual(["", ""]);
    expect(readConfig({ NODE_ENV: "production" }).host).toBe("127.0.0.1");
    expect(readConfig(LIVE)).toMatchObject({ host: "0.0.0.0", secureCookies: true, sandbox: { any: false } });
  });
});
