import { EventEmitter } from "node:events";
import type { WebSocket } from "ws";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openBrowsers } from "./browsers.server";
import { readFrame } from "./frames";

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
