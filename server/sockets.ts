import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { refuseUnread } from "./respond";

export interface SocketLimits {
  /**
   * Requests of one connection that wait for their answer. Browsers send the next one when they have the last answer.
   */
  mostWaiting: number;
  /** How long a connection may take for what is ready for it, in ms. */
  patienceMs: number;
  /** The rate at which a larger answer has to be taken, in bytes a second. */
  slowestRate: number;
}

export const SOCKET_LIMITS: SocketLimits = { mostWaiting: 16, patienceMs: 60_000, slowestRate: 1024 };

/** What a connection has not taken yet, since when, and how much had been taken then. */
interface Waiting {
  until: number;
  taken: number;
  bytes: number;
}

/** When a body that is still on its way is over its time. */
const patience = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/** Lets the body of a request take so long from now on, instead of the time that all others have. */
export function giveTime(req: IncomingMessage, ms: number): void {
  const timer = patience.get(req);
  if (timer) arm(req, timer, ms);
}

function arm(req: IncomingMessage, before: NodeJS.Timeout | null, ms: number): void {
  if (before) clearTimeout(before);
  const late = Object.assign(new Error("the body did not come in time"), { code: "ERR_HTTP_REQUEST_TIMEOUT" });
  patience.set(req, setTimeout(() => refuseUnread(late, req.socket), ms).unref());
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/**
 * The handler behind two bounds: a connection that sends requests without waiting for answers is cut off, and a body has
 * to come in its time. Node's own time is for the server as a whole, and photographs need more than a form.
 */
export function boundedHandler(
  handler: RequestListener,
  { mostWaiting, requestMs }: Pick<SocketLimits, "mostWaiting"> & { requestMs: number },
): RequestListener {
  const waiting = new WeakMap<Socket, number>();
  return (req: IncomingMessage, res: ServerResponse<IncomingMessage> & { req: IncomingMessage }) => {
    const { socket } = req;
    // What else was in the packet of a connection that was cut off.
    if (socket.destroyed) return;
    const count = (waiting.get(socket) ?? 0) + 1;
    if (count > mostWaiting) return void socket.destroy();
    waiting.set(socket, count);
    res.once("close", () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1));
    if (hasBody(req)) {
      arm(req, null, requestMs);
      const arrived = () => clearTimeout(patience.get(req));
      req.once("end", arrived);
      req.once("close", arrived);
    }
    handler(req, res);
  };
}

/**
 * Ends connections that do not take what is ready for them: what waits now must be gone in time, however slowly it was
 * read. One with nothing waiting, an idle stream of events for example, is left alone.
 */
export function dropSlowReaders(server: Server, { patienceMs, slowestRate }: Omit<SocketLimits, "mostWaiting">): void {
  const open = new Map<Socket, Waiting | null>();
  server.on("connection", (socket) => {
    open.set(socket, null);
    socket.once("close", () => open.delete(socket));
  });
  const look = setInterval(() => {
    for (const [socket, before] of open) {
      const bytes = socket.writableLength;
      const taken = socket.bytesWritten - bytes;
      if (bytes === 0) open.set(socket, null);
      else if (before === null || taken >= before.taken + before.bytes)
        open.set(socket, { bytes, taken, until: Date.now() + Math.max(patienceMs, (bytes / slowestRate) * 1000) });
      else if (Date.now() > before.until) socket.destroy();
    }
  }, patienceMs / 4);
  look.unref();
  server.once("close", () => clearInterval(look));
}
