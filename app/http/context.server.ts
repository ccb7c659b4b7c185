import type { Actor, Deed } from "~/domain/kernel/deed";
import { newCapability } from "~/domain/kernel/ids.server";
import type { SentPhoto } from "./uploads/sent-photo.server";
import { getServices, type Services } from "~/services.server";
import { askerKey } from "./limits/household.server";

/** What server.ts hands to Remix with each request. */
export interface RequestContext {
  requestId: string;
  nonce: string;
  /** The peer's address, or the forwarded one behind a trusted proxy. */
  clientAddress: string;
  /** Loopback peer, no forwarding header, a localhost Host and a localhost PUBLIC_URL (domain.md 4.18). */
  local: boolean;
  /** Called once when the connection closes; request.signal may never fire. */
  onClose(callback: () => void): void;
  /** Whether the front hands out this file of the owner's ("/photos/yard.webp"); absent where nothing stands in front. */
  isServed?: (path: string) => boolean;
  /** The photographs of a form that was received in front (http/uploads); their files are gone with the answer. */
  photos?: SentPhoto[];
  /** Of a picture that comes in pieces: how much of it is here by now. */
  received?: number;
  /** The headers of the refusal that the request ended with, set by the front (server/own-answers.ts). */
  refusal?: Headers;
}

declare module "@remix-run/node" {
  interface AppLoadContext extends RequestContext {
    readonly __request?: never;
  }
  interface Future {
    v3_singleFetch: true;
  }
}

export interface Scope extends RequestContext {
  services: Services;
  /** The same object for the action and the loaders of one request. */
  visit: object;
  /** A deed by this actor, now. */
  deed: <By extends Actor>(by: By) => Deed<By>;
}

/**
 * Everything a loader or action needs. Under stock remix-serve there is no load context:
 * reads work, everything else is refused with 503, because nothing in front checked the request.
 */
export async function enter({ context, request }: { context?: unknown; request: Request }): Promise<Scope> {
  const services = await getServices();
  const given = context as RequestContext | undefined;
  if (!given?.requestId && request.method !== "GET" && request.method !== "HEAD") {
    throw new Response("This server only shows pages. Please use the main address.", { status: 503 });
  }
  const base: RequestContext = given?.requestId
    ? given
    : { requestId: newCapability(), nonce: "", clientAddress: "unknown", local: false, onClose: () => undefined };
  return {
    ...base,
    services,
    visit: base,
    deed: (by) => ({
      by,
      now: services.clock.now(),
      requestId: base.requestId,
      asker: askerKey(base.clientAddress),
    }),
  };
}
