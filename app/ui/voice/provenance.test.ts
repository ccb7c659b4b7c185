import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

/**
 * What the specification says of the line (section 9, "Voice") and the SDK does by itself: nothing of it is rebuilt here. Each
 * figure stands in a file of the pinned version; a newer one that has another is noticed.
 */
const SDK = new URL("../../../node_modules/@twilio/voice-sdk/", import.meta.url);
const PINNED = "2.18.5";

const FIGURES: [what: string, file: string, pattern: RegExp][] = [
  [
    "media reconnect back-off: from 1 ms, factor 1.1, to 30 s",
    "call",
    /factor: 1\.1,\s+jitter: [\d.]+,\s+max: 30000,\s+min: 1,/,
  ],
  ["after 30 s of that it is lost, with 31003 inside", "call", /MEDIA_DISCONNECT_ERROR = \{[^}]*code: 31003/],
  ["stats sampled every second", "statsMonitor", /SAMPLE_INTERVAL = 1000/],
  ["warnings 5 s after the start", "call", /METRICS_DELAY = 5000/],
  ["metrics in batches of 10", "call", /METRICS_BATCH_SIZE = 10/],
  ["jitter at most 30", "statsMonitor", /jitter: \{ max: 30 \}/],
  ["round trip at most 400", "statsMonitor", /rtt: \{ max: 400 \}/],
  ["MOS at least 3", "statsMonitor", /mos: \{ min: 3 \}/],
  ["loss at most 1 percent", "statsMonitor", /packetsLostFraction: \[\{\s+max: 1,/],
  ["or 3 on average over 7 samples", "statsMonitor", /maxAverage: 3,\s+sampleCount: 7/],
  ["bytes sent at least 1", "statsMonitor", /bytesSent: \{[^}]*min: 1,/],
  ["bytes received at least 1", "statsMonitor", /bytesReceived: \{[^}]*min: 1,/],
  ["a constant level after 10 samples", "statsMonitor", /audioInputLevel: \{[^}]*sampleCount: 10 \}/],
  ["a tone of 160 ms", "call", /DTMF_TONE_DURATION = 160/],
  ["70 ms between tones", "call", /DTMF_INTER_TONE_GAP = 70/],
  ["a pause of 500 ms", "call", /DTMF_PAUSE_DURATION = 500/],
  ["only 0-9, *, # and w", "call", /Illegal character passed into sendDigits/],
  ["a key's sound of 1 s", "device", /dtmf0: \{ filename: 'dtmf-0', maxDuration: 1000 \}/],
  ["the end's sound of 3 s", "device", /disconnect: \{ filename: 'disconnect', maxDuration: 3000 \}/],
  ["the calling sound of 3 s", "device", /outgoing: \{ filename: 'outgoing', maxDuration: 3000 \}/],
  ["an incoming call's sound goes on", "device", /incoming: \{ filename: 'incoming', shouldLoop: true \}/],
  ["codecs opus and pcmu", "call", /Codec\["Opus"\] = "opus";[\s\S]*Codec\["PCMU"\] = "pcmu"/],
  ["feedback: one way only", "call", /FeedbackIssue\["OneWayAudio"\] = "one-way-audio"/],
];

it("is asserted against the version that is pinned", () => {
  const version = (JSON.parse(readFileSync(new URL("package.json", SDK), "utf8")) as { version: string }).version;
  expect(version).toBe(PINNED);
});

it.each(FIGURES)("%s", (_, file, pattern) => {
  expect(readFileSync(new URL(`esm/twilio/${file}.js`, SDK), "utf8")).toMatch(pattern);
});
