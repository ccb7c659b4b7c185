import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import helmet from "helmet";
import type { App } from "../app/boot.server";

const NONCE = "NONCE-GOES-HERE";
type Headers = [name: string, value: string][];

/**
 * The security headers as a function of the page's nonce. helmet writes them once, at start; a request only puts its
 * nonce in.
 */
export function securityHeaders(config: App["config"], development: boolean): (nonce: string) => Headers {
  const secure = config.publicUrl.startsWith("https:");
  const scratch = new ServerResponse(new IncomingMessage(new Socket()));
  helmet({
    contentSecurityPolicy: { useDefaults: false, directives: directives(config, development, secure) },
    strictTransportSecurity: secure,
    // no-referrer would make browsers send `Origin: null` with every plain form (architecture.md, "Facts").
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
    frameguard: { action: "deny" },
  })(scratch.req, scratch, (error?: unknown) => {
    if (error) throw error;
  });
  const headers: Headers = Object.entries(scratch.getHeaders()).map(([name, value]) => [name, String(value)]);
  return (nonce) => headers.map(([name, value]) => [name, value.replaceAll(NONCE, nonce)]);
}

function directives(config: App["config"], development: boolean, secure: boolean): Record<string, string[]> {
  const own = "'self'";
  // The payment page is reached by a plain form that answers with a redirect, which form-action covers too.
  const checkout = config.sandbox.stripe ? [] : ["https://checkout.stripe.com", ...(config.STRIPE_API_BASE ? [new URL(config.STRIPE_API_BASE).origin] : [])];
  const voice = config.TWILIO_API_KEY ? ["https://*.twilio.com", "wss://*.twilio.com"] : [];
  return {
    "default-src": [own],
    "script-src": [own, `'nonce-${NONCE}'`],
    // Vite puts its style elements in without a nonce.
    "style-src": development ? [own, "'unsafe-inline'"] : [own, `'nonce-${NONCE}'`],
    "img-src": [own, "data:", "blob:"],
    "font-src": [own],
    "connect-src": [own, ...voice, ...(development ? ["ws:"] : [])],
    "media-src": [own, ...voice.slice(0, 1)],
    "form-action": [own, ...checkout],
    "object-src": ["'none'"],
    "base-uri": ["'none'"],
    "frame-ancestors": ["'none'"],
    ...(secure ? { "upgrade-insecure-requests": [] } : {}),
  };
}
