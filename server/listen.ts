import { createServer, type RequestListener, type Server } from "node:http";
import { type AddressInfo, Server as NetServer } from "node:net";
import { boundedHandler, dropSlowReaders, SOCKET_LIMITS, type SocketLimits } from "./sockets";
import { refuseUnread } from "./respond";

const KEEP_ALIVE_MS = 15_000;
const FINISH_MS = 10_000;
/** No request takes longer, whatever it was given. */
const LONGEST_MS = 11 * 60_000;

export interface Patience extends SocketLimits {
  /** For a body, unless it is given more (`giveTime`), and for a head, from its first byte on, in ms. */
  requestMs: number;
  headersMs: number;
}

export const PATIENCE: Patience = { ...SOCKET_LIMITS, requestMs: 30_000, headersMs: 10_000 };

/**
 * A server that waits for nobody for ever: not for a request that comes byte by byte, not for a reader who does not
 * read.
 */
export function httpServer(handler: RequestListener, patience: Patience = PATIENCE): Server {
  const { requestMs, headersMs } = patience;
  const server = createServer(
    // Node looks for what is over its time every 30 s if it is not told otherwise. Bodies have times of their own.
    {
      requestTimeout: Math.max(requestMs, LONGEST_MS),
      headersTimeout: headersMs,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: headersMs / 2,
    },
    boundedHandler(handler, patience),
  );
  server.maxHeadersCount = 100;
  server.on("clientError", refuseUnread);
  dropSlowReaders(server, patience);
  return server;
}

/** Listens and returns the port that was really taken. Throws with the system's code, such as EADDRINUSE. */
export function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host, port }, () => {
      server.off("error", reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

/**
 * Stops accepting, lets requests in flight finish, then closes what is left after 10 s. Idle kept-alive connections
 * stay for `lingerMs`: their next request is answered with `Connection: close`, so that a client which sends at this
 * very moment is not cut off.
 */
export async function finish(servers: Server[], lingerMs: number): Promise<void> {
  const closed = servers.map(
    (server) =>
      // http's own close() would end idle connections at once.
      new Promise<void>((resolve) => void NetServer.prototype.close.call(server, () => resolve())),
  );
  const closeIdle = () => servers.forEach((server) => server.closeIdleConnections());
  let again: NodeJS.Timeout | undefined;
  const lingering = setTimeout(() => {
    closeIdle();
    again = setInterval(closeIdle, 100);
  }, lingerMs);
  const last = setTimeout(() => servers.forEach((server) => server.closeAllConnections()), FINISH_MS);
  await Promise.all(closed);
  for (const timer of [lingering, again, last]) clearTimeout(timer);
}
