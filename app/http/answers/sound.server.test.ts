import { expect, it } from "vitest";
import { soundAnswer } from "./sound.server";

const SOUND = { type: "audio/x-wav", body: Buffer.from("0123456789") };
const ask = async (range?: string, sound = SOUND) => {
  const headers: Record<string, string> = range === undefined ? {} : { Range: range };
  const answer = soundAnswer(new Request("http://localhost/", { headers }), sound);
  return [
    answer.status,
    await answer.text(),
    answer.headers.get("Content-Range"),
    answer.headers.get("Content-Length"),
  ];
};

it.each([
  [undefined, 200, "0123456789", null],
  ["bytes=0-", 206, "0123456789", "bytes 0-9/10"],
  // Safari asks so whether parts may be had at all.
  ["bytes=0-1", 206, "01", "bytes 0-1/10"],
  ["bytes=4-6", 206, "456", "bytes 4-6/10"],
  ["bytes=8-99", 206, "89", "bytes 8-9/10"],
  ["bytes=-3", 206, "789", "bytes 7-9/10"],
  ["bytes=-99", 206, "0123456789", "bytes 0-9/10"],
  ["bytes=10-", 416, "", "bytes */10"],
  ["bytes=-0", 416, "", "bytes */10"],
  // What is no range, or several, is answered whole.
  ["bytes=5-2", 200, "0123456789", null],
  ["bytes=0-1,4-5", 200, "0123456789", null],
  ["bytes=-", 200, "0123456789", null],
  ["lines=0-1", 200, "0123456789", null],
  ["bytes=99999999999999999999-", 200, "0123456789", null],
])("of %s are %i: %s", async (range, status, body, stretch) => {
  expect(await ask(range)).toEqual([status, body, stretch, status === 416 ? null : String(body.length)]);
});

it("is a sound whatever the network calls it, kept by nobody, and can be had in parts", () => {
  const { headers } = soundAnswer(new Request("http://localhost/"), { ...SOUND, type: "text/html" });
  expect(Object.fromEntries(headers)).toMatchObject({
    "content-type": "audio/wav",
    "accept-ranges": "bytes",
    "cache-control": "private, no-store",
    "x-content-type-options": "nosniff",
  });
});
