import { once } from "node:events";
import { createServer } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { expect, it, onTestFinished } from "vitest";
import { outliveReset } from "./sockets";

it("outlives a wire that is reset before anybody has it, and lets it go", async () => {
  const server = createServer((_req, res) => res.end("here"));
  const wires: Duplex[] = [];
  server.on("upgrade", (_req, socket) => {
    outliveReset(socket);
    wires.push(socket);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const client: Socket = connect(port, "127.0.0.1");
  client.write("GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n");
  await expect.poll(() => wires.length).toBe(1);
  client.resetAndDestroy();
  await expect.poll(() => wires[0]?.destroyed).toBe(true);
  expect(await (await fetch(`http://127.0.0.1:${port}`)).text()).toBe("here");
});
