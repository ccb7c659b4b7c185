import { createHmac } from "node:crypto";
import { EventEmitter } from "node:events";
import type { WebSocket } from "ws";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openBrowsers } from "./browsers.server";
import { readFrame } from "./frames";
import type { Party } from "./parties.server";

it.each([
  ["nothing", ""],
  ["no JSON", "{"],
  ["null", "null"],
  ["a number", "7"],
  ["a list", "[]"],
  ["no type", '{"payload":{}}'],
  ["a type that is none", '{"type":{}}'],
])("what is %s is no frame", (_, text) => {
  expect(readFrame(text)).toBeNull();
});

it("a frame's fields are what they should be, or not there", () => {
  const payload = { token: 7, callsid: {}, sdp: null, dtmf: ["1"], media: { audio: "yes" }, twilio: "To=1", other: 1 };
  expect(readFrame(JSON.stringify({ type: "listen", payload }))).toEqual({
    type: "listen",
    payload: { media: { audio: false } },
  });
  expect(readFrame('{"type":"listen","payload":null}')).toEqual({ type: "listen", payload: {} });
  const good = { token: "a.b.c", media: { audio: true }, twilio: { params: "To=1" } };
  expect(readFrame(JSON.stringify({ type: "x", payload: good }))?.payload).toEqual(good);
});

/** A wire as the server has it, with what was said to it. */
class Wire extends EventEmitter {
  readonly OPEN = 1;
  readyState = 1;
  bufferedAmount = 0;
  said: string[] = [];
  send(text: string) {
    this.said.push(text);
  }
  terminate() {
    this.readyState = 3;
    this.emit("close");
  }
}
const never = () => {
  throw new Error("not here");
};
let browsers: ReturnType<typeof openBrowsers>;
beforeEach(() => {
  vi.useFakeTimers();
  browsers = openBrowsers({ apiSecret: "secret", accountSid: "AC", network: never, openLeg: never });
});
afterEach(() => vi.useRealTimers());
function join(): Wire {
  const wire = new Wire();
  browsers.join(wire as unknown as WebSocket);
  return wire;
}

it("a wire that says nonsense is cut, or told that it has no key; one that says nothing is cut after a while", () => {
  const nonsense = join();
  nonsense.emit("message", Buffer.from("null"));
  expect(nonsense.readyState).toBe(3);
  const keyless = join();
  keyless.emit("message", Buffer.from('{"type":"listen","payload":{"token":7}}'));
  keyless.emit("message", Buffer.from('{"type":"invite","payload":{"sdp":"x"}}'));
  expect(keyless.said).toEqual([expect.stringContaining("31204"), expect.stringContaining("31204")]);
  const silent = join();
  vi.advanceTimersByTime(9_999);
  expect(silent.readyState).toBe(1);
  vi.advanceTimersByTime(1);
  expect(silent.readyState).toBe(3);
});

it("wires are sixty at most, and one that takes nothing in is cut", () => {
  const wires = Array.from({ length: 70 }, join);
  expect(wires.filter(({ readyState }) => readyState === 1)).toHaveLength(60);
  const [slow] = wires as [Wire];
  slow.bufferedAmount = 2 ** 21;
  slow.emit("message", Buffer.from('{"type":"invite"}'));
  expect([slow.readyState, slow.said]).toEqual([3, []]);
  expect(join().readyState).toBe(1);
});

/** A key as the network takes it. */
function keyOf(identity: string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const said = `${part({ alg: "HS256" })}.${part({ exp: Date.now() / 1000 + 600, grants: { identity, voice: {} } })}`;
  return `${said}.${createHmac("sha256", "secret").update(said).digest("base64url")}`;
}

it("calls of a page are four at most, also where five are placed at once; one that fails or ends makes room", async () => {
  const lines: BrowserLine[] = [];
  const closed: string[] = [];
  const network = {
    fromBrowser(party: Party) {
      lines.push({ party, sid: `CA${lines.length}` });
      return lines.at(-1);
    },
    book: { find: () => undefined },
  };
  browsers = openBrowsers({
    apiSecret: "secret",
    accountSid: "AC",
    network: () => network as never,
    openLeg: () => {
      let sdp = "";
      return {
        answer: async (offered: string) => {
          sdp = offered;
          if (sdp === "bad") throw new Error("no offer");
          return "answer";
        },
        close: () => closed.push(sdp),
      } as never;
    },
  });
  const failures = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const wire = join();
  const say = (type: string, payload: object) => wire.emit("message", Buffer.from(JSON.stringify({ type, payload })));
  const settle = () => vi.advanceTimersByTimeAsync(1);
  const busy = () => wire.said.filter((text) => text.includes("31486")).length;
  say("listen", { token: keyOf("agent_1") });
  say("invite", { callsid: "TJSbad", sdp: "bad" });
  await settle();
  expect([closed, failures.mock.calls.length]).toEqual([["bad"], 1]);
  for (let i = 0; i < 6; i++) say("invite", { callsid: `TJS${i}`, sdp: "offer" });
  await settle();
  expect([lines.length, busy()]).toEqual([4, 2]);
  lines[0]?.party.end("completed");
  say("invite", { callsid: "TJS7", sdp: "offer" });
  await settle();
  expect([lines.length, busy()]).toEqual([5, 2]);
  // Another page has its own four.
  const other = join();
  other.emit("message", Buffer.from(JSON.stringify({ type: "listen", payload: { token: keyOf("agent_1") } })));
  other.emit("message", Buffer.from(JSON.stringify({ type: "invite", payload: { sdp: "offer" } })));
  await settle();
  expect(lines).toHaveLength(6);
  failures.mockRestore();
});

interface BrowserLine {
  party: Party;
  sid: string;
}
