import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { expect, it } from "vitest";
import { setSharedServer } from "../support/shared";

const server = setSharedServer();

/** More than one sender may have on their way. */
const MANY = 70;

it("a sender with many unfinished bodies is refused alone: others' forms and the card company's webhook are read", async () => {
  const { hostname, port } = new URL(server.url);
  const begin = async (localAddress: string, path: string, length: number): Promise<Socket> => {
    const socket = connect({ host: hostname, port: Number(port), localAddress });
    await once(socket, "connect");
    const type = path.startsWith("/webhooks") ? "application/json" : "application/x-www-form-urlencoded";
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\na`,
    );
    return socket;
  };
  const answer = async (localAddress: string, path: string): Promise<string> => {
    const socket = await begin(localAddress, path, 1);
    const [first] = (await once(socket, "data")) as [Buffer];
    socket.destroy();
    return first.toString("latin1").slice(9, 12);
  };
  const unfinished = await Promise.all(Array.from({ length: MANY }, () => begin("127.0.0.66", "/book/call-back", 900)));
  await expect.poll(() => answer("127.0.0.66", "/book/call-back")).toBe("503");
  // Without a signature, which somebody has looked for.
  expect([await answer("127.0.0.67", "/book/call-back"), await answer("127.0.0.67", "/webhooks/stripe")]).toEqual([
    "400",
    "400",
  ]);
  for (const socket of unfinished) socket.destroy();
  await expect.poll(() => answer("127.0.0.66", "/book/call-back")).toBe("400");
});
