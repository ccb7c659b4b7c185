import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import helmet from "helmet";
import type { App } from "../app/boot.server";

const OWN_SCRIPTS = "'OWN-SCRIPTS'";
const OWN_STYLES = "'OWN-STYLES'";
type Headers = [name: string, value: string][];

/** CSP sources of a page's own scripts and styles: 'sha256-…'. */
export interface Inline {
  scripts: string[];
  styles: string[];
}

export interface SecurityHeaders {
  /** For a page made for this request, at this address: what carries the nonce may run. */
  withNonce: (nonce: string, url: string) => Headers;
  /** For a page that is kept, at this address: what has one of these hashes may run. */
  withHashes: (inline: Inline, url: string) => Headers;
  /** For a kept answer that is no page. */
  forFile: () => Headers;
}

/**
 * The security headers, by what lets the page's own inline scripts and style run. helmet writes them once, at start; a
 * request only puts its nonce in.
 */
export function securityHeaders(config: App["config"], development: boolean): SecurityHeaders {
  const secure = config.publicUrl.startsWith("https:");
  const scratch = new ServerResponse(new IncomingMessage(new Socket()));
  helmet({
    contentSecurityPolicy: { useDefaults: false, directives: directives(config, development, secure) },
    strictTransportSecurity: secure,
    // no-referrer would make browsers send `Origin: null` with every plain form (architecture.md, "Facts").
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
    frameguard: { action: "deny" },
    // For Flash and Internet Explorer; each page is to fit into a connection's first flight (bars.md).
    permittedCrossDomainPolicies: false,
    ieNoOpen: false,
    xssFilter: false,
    dnsPrefetchControl: false,
    originAgentCluster: false,
  })(scratch.req, scratch, (error?: unknown) => {
    if (error) throw error;
  });
  const headers: Headers = Object.entries(scratch.getHeaders()).map(([name, value]) => [name, String(value)]);
  const letting = (scripts: string, styles: string, url: string): Headers => [
    ...headers.map(([name, value]): Headers[number] => [
      name,
      value.replace(OWN_SCRIPTS, scripts).replace(OWN_STYLES, styles),
    ]),
    ["Permissions-Policy", devicesAt(url)],
  ];
  return {
    withNonce: (nonce, url) => letting(`'nonce-${nonce}'`, `'nonce-${nonce}'`, url),
    withHashes: ({ scripts, styles }, url) => letting(scripts.join(" "), styles.join(" "), url),
    forFile: () => headers.filter(([name]) => !PAGE_HEADERS.some((one) => one.toLowerCase() === name)),
  };
}

/** What is said to a page's document only; a redirect and a file have none, and each step of a booking pays for it. */
const PAGE_HEADERS = [
  "Content-Security-Policy",
  "Cross-Origin-Opener-Policy",
  "X-Frame-Options",
  "Referrer-Policy",
  "Permissions-Policy",
];

/** What a page may ask a device for (architecture.md, "Photos"): a driver's picture and place, the office's voice. */
const DEVICES: [area: RegExp, policy: string][] = [
  [/^\/driver(?![\w-])/, "camera=(self),geolocation=(self),microphone=()"],
  [/^\/crm(?![\w-])/, "camera=(),geolocation=(),microphone=(self)"],
];
const NO_DEVICE = "camera=(),geolocation=(),microphone=()";

function devicesAt(url: string): string {
  return DEVICES.find(([area]) => area.test(url))?.[1] ?? NO_DEVICE;
}

/** What is said of a body; a redirect has none. */
const BODY_HEADERS = ["Cross-Origin-Resource-Policy", "X-Content-Type-Options"];

export function dropBodyHeaders(res: ServerResponse): void {
  for (const name of [...PAGE_HEADERS, ...BODY_HEADERS]) res.removeHeader(name);
}

export function dropPageHeaders(res: ServerResponse): void {
  for (const name of PAGE_HEADERS) res.removeHeader(name);
}

function directives(config: App["config"], development: boolean, secure: boolean): Record<string, string[]> {
  const own = "'self'";
  // The payment page is reached by a plain form that answers with a redirect, which form-action covers too.
  const checkout = config.sandbox.stripe
    ? []
    : ["https://checkout.stripe.com", ...(config.STRIPE_API_BASE ? [new URL(config.STRIPE_API_BASE).origin] : [])];
  const voice = config.TWILIO_API_KEY ? ["https://*.twilio.com", "wss://*.twilio.com"] : [];
  return {
    "default-src": [own],
    "script-src": [own, OWN_SCRIPTS],
    // Vite puts its style elements in without a nonce.
    "style-src": development ? [own, "'unsafe-inline'"] : [own, OWN_STYLES],
    "img-src": [own, "data:", "blob:"],
    ...(voice.length > 0 || development
      ? { "connect-src": [own, ...voice, ...(development ? ["ws:"] : [])], "media-src": [own, ...voice.slice(0, 1)] }
      : {}),
    "form-action": [own, ...checkout],
    "object-src": ["'none'"],
    "base-uri": ["'none'"],
    "frame-ancestors": ["'none'"],
    ...(secure ? { "upgrade-insecure-requests": [] } : {}),
  };
}
