import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { openDatabase, type Db } from "#db/client.server";
import { migrate } from "#db/migrate.server";
import { createFilesAdapter } from "./adapters/files/files.server";
import { createMail } from "./adapters/mail/choose.server";
import { createPdfAdapter } from "./adapters/pdf/pdf.server";
import { createPhotosAdapter } from "./adapters/pictures/photos.server";
import { createPicturesAdapter } from "./adapters/pictures/pictures.server";
import { createStripeAdapter } from "./adapters/stripe/stripe.server";
import { createClock } from "./adapters/clock/clock.server";
import { readConfig, type Config } from "./config.server";
import type { FilesPort, PdfPort, PicturesPort } from "./domain/documents/ports";
import type { Flags } from "./domain/flags/flags";
import type { Clock } from "./domain/kernel/time.server";
import { createLog, type Log } from "./domain/log/log.server";
import type { MailPort, SmsPort } from "./domain/messages/ports";
import type { StripePort } from "./domain/payments/ports";
import type { PhotosPort } from "./domain/photos/ports";
import { createVoice } from "./adapters/twilio/choose-voice.server";
import type { VoicePort } from "./domain/voice/ports";
import type { Catalogue } from "./domain/pricing/waste-types";
import type { Coverage } from "./domain/service-area/service-area.server";
import { readSettings } from "./domain/settings/settings.server";
import type { Settings } from "./domain/settings/schema";
import { createCookieJar, type CookieJar } from "./http/access/cookies.server";
import { startSandbox, type Sandbox } from "./sandbox/start.server";
import { createContent } from "./services/start/content.server";
import { markDatabase } from "./services/start/data-folder.server";
import { readSecrets, type Secrets } from "./services/start/data-folder.server";

/** Everything the product consists of at run time. The composition root: settings → database → adapters. */
export interface Services {
  config: Config;
  db: Db;
  clock: Clock;
  log: Log;
  secrets: Secrets;
  cookies: CookieJar;
  stripe: StripePort;
  mail: MailPort;
  sms: SmsPort;
  voice: VoicePort;
  pdf: PdfPort;
  pictures: PicturesPort;
  photos: PhotosPort;
  files: FilesPort;
  /** Null when every service is real. */
  sandbox: Sandbox | null;
  /** Changes with everything that public pages are made of (one prepared read). */
  contentVersion(): string;
  /** The business facts as they stand now; read again only when the content version has changed. */
  settings(): Settings;
  /** The feature flags as they stand now, kept like the settings. */
  flags(): Flags;
  /** Sizes and prices as they stand now, kept like the settings. */
  catalogue(): Catalogue;
  /** Counties and towns that are served now, kept like the settings. */
  coverage(): Coverage[];
  close(): Promise<void>;
}

const KEY = Symbol.for("roll-off.services");
const store = globalThis as { [KEY]?: Promise<Services> };

/** One set per process, made at first use. Throws ConfigError when the environment is wrong. */
export function getServices(): Promise<Services> {
  return (store[KEY] ??= build());
}

async function build(): Promise<Services> {
  const config = readConfig();
  mkdirSync(config.DATA_DIR, { recursive: true });
  const db = openDatabase(join(config.DATA_DIR, "roll-off.sqlite"));
  await migrate(db);
  await markDatabase(db, config);
  const secrets = readSecrets(config);
  const clock = createClock(db, config.sandbox.any);
  const log = createLog(db, clock, config.LOG_LEVEL, config.publicIsLocal);
  const sandbox = config.sandbox.any
    ? await startSandbox(config, secrets, readSettings(db.orm).businessName, clock)
    : null;
  const { mail, sms } = createMail(config, sandbox);
  const stripe = createStripeAdapter(
    sandbox?.stripe
      ? {
          secretKey: sandbox.stripe.secretKey,
          webhookSecret: sandbox.stripe.webhookSecret,
          apiBase: sandbox.stripe.apiUrl,
        }
      : {
          secretKey: config.STRIPE_SECRET_KEY ?? "sk_test_unset",
          webhookSecret: config.STRIPE_WEBHOOK_SECRET ?? "whsec_unset",
          apiBase: config.STRIPE_API_BASE,
        },
  );
  const pdf = createPdfAdapter({ executablePath: config.PUPPETEER_EXECUTABLE_PATH, dataDir: config.DATA_DIR });
  return {
    config,
    db,
    clock,
    log,
    secrets,
    stripe,
    mail,
    sms,
    voice: createVoice(config, sandbox?.voice ?? null),
    pdf,
    sandbox,
    cookies: createCookieJar(secrets.session, config.secureCookies),
    pictures: createPicturesAdapter(),
    photos: createPhotosAdapter(),
    files: createFilesAdapter(config.DATA_DIR),
    ...createContent(db, clock, config.givenFlags),
    async close() {
      await pdf.close();
      await sandbox?.close();
      db.close();
      delete store[KEY];
    },
  };
}
