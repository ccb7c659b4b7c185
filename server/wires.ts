import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";

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
    if (req.headers.upgrade?.toLowerCase() !== "websocket") beginAgain(server, req, socket, head);
    else if (!take(req, socket, head)) socket.destroy();
  });
}

/** The other protocol, and what is said of it: without them it is a request like any other. */
const ABOUT_IT = new Set(["upgrade", "http2-settings", "connection"]);

/** Gives the connection back as if it had just come, with the same request, which asks for nothing else now. */
function beginAgain(server: Server, req: IncomingMessage, socket: Socket, rest: Buffer): void {
  // Whoever asks does so with each request: on one connection everything that listens to it would add up.
  const head = [`${req.method} ${req.url} HTTP/${req.httpVersion}`, "Connection: close"];
  for (let i = 0; i < req.rawHeaders.length; i += 2) {
    const name = req.rawHeaders[i] ?? "";
    if (!ABOUT_IT.has(name.toLowerCase())) head.push(`${name}: ${req.rawHeaders[i + 1]}`);
  }
  socket.unshift(Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\n\r\n`, "latin1"), rest]));
  server.emit("connection", socket);
}
