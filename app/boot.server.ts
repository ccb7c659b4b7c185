import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { listSeededPayments } from "#db/seed/paid.server";
import { seedOnce } from "#db/seed/seed.server";
import type { Config } from "./config.server";
import { bodyLimit, type BodyLimit } from "./http/limits/body.server";
import type { RequestContext } from "./http/context.server";
import { createStreams, type Streams } from "./http/live/streams.server";
import { createUploads, type Uploads } from "./http/uploads/uploads.server";
import { household } from "./http/limits/household.server";
import { clientAddress, isLocal } from "./http/local/local.server";
import { isCrossSite, isForeignWire } from "./http/access/origin.server";
import { logInconsistencies } from "./domain/pricing/pricing.server";
import { sizesOf } from "./domain/pricing/types";
import { driverPaths } from "./driver-paths";
import { KEPT_PAGES } from "./kept-pages.server";
import { paths } from "./paths";
import { DATA_TYPE } from "./remix/single-fetch";
import { FLOW_SHEET } from "./styles.server";
import { getServices, type Services } from "./services.server";
import { takesClockCall } from "./services/start/clock-api.server";
import { startWorker } from "./services/work/worker.server";

/** After a start the first visitors come first. */
const SETTLED_MS = 5_000;

/** The application as server.ts sees it; the only way from there into app/ (architecture.md, "Facts"). */
export interface App {
  readonly config: Config;
  readonly services: Services;
  /** What Remix's loaders and actions receive with a request. */
  context(
    req: IncomingMessage,
    nonce: string,
    requestId: string,
    onClose: (callback: () => void) => void,
  ): RequestContext;
  /** Who stands behind a request, as far as its address says: a household or a server. */
  sender(context: RequestContext): string;
  /** What a body that is sent to this path may have at most. */
  bodyLimit(pathname: string): BodyLimit;
  /** Receives forms with photographs, which are too large for memory (http/uploads). */
  receivePhotos: Uploads["receive"];
  /** True: to be refused with 403 before anything else happens. */
  isCrossSite(req: IncomingMessage): boolean;
  /** Addresses of pages and small files that depend on nobody: rendered once per content version and kept. */
  readonly keptPaths: readonly string[];
  /** In `Accept`: not the page but what React needs to take it over. */
  readonly pageData: string;
  /** True when the database answers. */
  healthy(): boolean;
  /** Addresses of the sandbox that Remix does not serve; false when the request is none of them. */
  sandboxHandler?(req: IncomingMessage, res: ServerResponse): boolean;
  /** Takes a wire of the sandbox's telephone network; false when the address is another one. Absent where there is none. */
  sandboxUpgrade?: (req: IncomingMessage, socket: Duplex, head: Buffer) => boolean;
  /** Answers `GET /realtime` with server-sent events; false when the request is for something else. */
  stream: Streams["answer"];
  /** Ends all streams, which would else keep their connections busy. */
  endStreams: Streams["close"];
  /** Called once with the port that is really listened on: follow-up work starts, the sandbox learns where we are. */
  listening(port: number): void;
  /** What `npm start` prints, a line each. */
  banner(): string[];
  /** Ends follow-up work, then closes services and database. */
  close(): Promise<void>;
}

/** Opens everything, migrates and seeds. Throws ConfigError when the environment is wrong. */
export async function boot(): Promise<App> {
  const services = await getServices();
  const { config } = services;
  await seedOnce(services);
  // What the seed says was paid: refunds, disputes and later charges of it are then like any other.
  await services.sandbox?.stripe?.enterPast(listSeededPayments(services.db.orm));
  const streams = createStreams(services);
  let worker: ReturnType<typeof startWorker> | undefined;

  return {
    config,
    services,
    context: (req, nonce, requestId, onClose) => ({
      requestId,
      nonce,
      clientAddress: clientAddress(req, config),
      local: isLocal(req, config),
      onClose,
    }),
    keptPaths: [
      ...KEPT_PAGES,
      // Where the home page's size cards lead.
      ...sizesOf(services.catalogue().prices).map((dumpsterSize) => paths.book.prefilled({ dumpsterSize })),
      "/sitemap.xml",
      "/robots.txt",
      "/manifest.webmanifest",
      FLOW_SHEET,
      driverPaths.offline,
      driverPaths.decoder,
    ],
    sender: ({ clientAddress }) => household(clientAddress),
    bodyLimit,
    receivePhotos: createUploads(services).receive,
    pageData: DATA_TYPE,
    isCrossSite: (req) => isCrossSite(req, config),
    sandboxHandler: (req, res) => isLocal(req, config) && takesClockCall(services, req, res),
    ...(services.sandbox?.voice && {
      sandboxUpgrade: (req: IncomingMessage, socket: Duplex, head: Buffer) =>
        isLocal(req, config) &&
        !isForeignWire(req, config) &&
        (services.sandbox?.voice?.network.upgrade(req, socket, head) ?? false),
    }),
    stream: streams.answer,
    endStreams: streams.close,
    healthy() {
      try {
        services.settings();
        return true;
      } catch {
        return false;
      }
    },
    listening(port) {
      services.sandbox?.listening(port);
      logInconsistencies(services.db.orm, services.settings(), services.log);
      worker = startWorker(services);
      if (config.WARM_PAGES === "on")
        setTimeout(() => void services.pdf.prepare().catch(() => undefined), SETTLED_MS).unref();
    },
    banner: () => banner(config),
    async close() {
      await worker?.stop();
      await services.close();
    },
  };
}

function banner(config: Config): string[] {
  const lines = [`Roll-off rentals: ${config.publicUrl}`];
  if (!config.sandbox.any) return lines;
  const names = [config.sandbox.stripe && "Stripe", config.sandbox.mail && "email", config.sandbox.sms && "SMS"].filter(
    Boolean,
  );
  return [
    ...lines,
    `Sandbox for ${names.join(", ")}: ${config.publicUrl}/sandbox`,
    `  email and SMS   ${config.publicUrl}/sandbox/inbox`,
    `  CRM              ${config.publicUrl}/auth          admin@example.com, staff@example.com, user@example.com (not let in)`,
    `  driver portal    ${config.publicUrl}/driver/auth   driver@example.com, driver2@example.com`,
    "  password         roll-off-demo",
    "  test card        4242 4242 4242 4242, any later date, any CVC",
  ];
}
