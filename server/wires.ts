import { type IncomingMessage, type Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { refuseUnread } from "./respond";
import { hasBody } from "./sockets";

/** Says whether it has taken a web socket. */
export type TakeWire = (req: IncomingMessage, socket: Socket, head: Buffer) => boolean;

/**
 * Gives web sockets to `take`; one that it does not take ends. Once anybody listens for them, Node gives every connection
 * out of its hands that would rather speak something else: some clients ask for HTTP/2 with each first request, and are
 * answered as if they had not (RFC 9110, 7.8).
 */
export function takeWires(server: Server, take: TakeWire): void {
  server.on("upgrade", (req: IncomingMessage, socket: Socket, head: Buffer) => {
    // Until somebody else has it, its end is nobody's: a connection that is reset then would end the process.
    socket.on("error", () => socket.destroy());
    if (req.headers.upgrade?.toLowerCase() !== "websocket") answerPlainly(server, req, socket);
    else if (!take(req, socket, head)) socket.destroy();
  });
}

function answerPlainly(server: Server, req: IncomingMessage, socket: Socket): void {
  // Nobody reads its body any more.
  if (hasBody(req)) return refuseUnread(new Error("a body behind a change of protocol"), socket);
  const res = new ServerResponse(req);
  res.shouldKeepAlive = false;
  res.assignSocket(socket);
  res.once("finish", () => socket.end());
  server.emit("request", req, res);
}
