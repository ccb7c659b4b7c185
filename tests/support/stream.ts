import { get, type IncomingMessage } from "node:http";
import { expect, onTestFinished } from "vitest";

export interface Told {
  event: string;
  id: string;
  data: { topics?: string[]; joined?: string[]; refused?: string[]; kind?: string; id?: string; booking?: string };
}

export interface Stream {
  status: number;
  headers: IncomingMessage["headers"];
  /** All frames so far, in order. */
  told: Told[];
  /** The words of a refusal. */
  body(): string;
  ended: boolean;
  /** Waits for a frame of this name. */
  wait(event: string): Promise<Told>;
  changes(): Told[];
  close(): void;
}

/** Listens as a browser does; closed when the test ends. */
export function listen(
  base: string,
  topics: string,
  { cookie = "", since, header = false }: { cookie?: string; since?: string | undefined; header?: boolean } = {},
): Promise<Stream> {
  const address = `${base}/realtime?topics=${topics}${since && !header ? `&since=${since}` : ""}`;
  const headers = { Cookie: cookie, ...(since && header ? { "Last-Event-ID": since } : {}) };
  return new Promise((resolve, reject) => {
    const call = get(address, { headers, agent: false }, (res) => {
      let text = "";
      const told: Told[] = [];
      const stream: Stream = {
        status: res.statusCode ?? 0,
        headers: res.headers,
        told,
        body: () => text,
        ended: false,
        async wait(event) {
          await expect.poll(() => told.some((one) => one.event === event), { timeout: 10_000 }).toBe(true);
          return told.findLast((one) => one.event === event) as Told;
        },
        changes: () => told.filter(({ event }) => event === "change"),
        close: () => call.destroy(),
      };
      res.setEncoding("utf8");
      res.on("data", (chunk: string) => {
        text += chunk;
        for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
          const fields = Object.fromEntries(
            text
              .slice(0, end)
              .split("\n")
              .map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]),
          ) as Record<"id" | "event" | "data", string>;
          told.push({ ...fields, data: JSON.parse(fields.data) as Told["data"] });
          text = text.slice(end + 2);
        }
      });
      res.once("close", () => (stream.ended = true));
      res.on("error", () => undefined);
      resolve(stream);
    });
    call.on("error", reject);
    onTestFinished(() => void call.destroy());
  });
}
