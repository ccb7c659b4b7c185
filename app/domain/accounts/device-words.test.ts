import { expect, it } from "vitest";
import { deviceWords } from "./device-words";

const SAFARI = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0";
it.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${SAFARI} Safari/537.36 Edg/120.0.0.0`, "Edge on Windows"],
  [`Mozilla/5.0 (Linux; Android 13; SM-S918B) ${SAFARI} Mobile Safari/537.36`, "Chrome on Android"],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:120.0) Gecko/20100101 Firefox/120.0", "Firefox on Linux"],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Version/17.0 Mobile/15E148 Safari/604.1",
    "Safari on iPhone",
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.0 Safari/605.1.15",
    "Safari on Mac",
  ],
  ["curl on Windows", "A browser on Windows"],
  ["curl/8.4", "An unknown device"],
  [null, "An unknown device"],
])("%s is %s", (userAgent, words) => {
  expect(deviceWords(userAgent)).toBe(words);
});
