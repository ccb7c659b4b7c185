import { describe, expect, it } from "vitest";
import { wordsFor } from "./unanswered";

const here = { wasOffline: false, inOffice: false, hasTyped: true };

describe("what an unanswered form is told", () => {
  it("claims only what is known", () => {
    expect(wordsFor(undefined, { ...here, wasOffline: true })).toContain("nothing was sent");
    for (const status of [undefined, 200, 502, 503])
      expect(wordsFor(status, here)).not.toMatch(/nothing was (sent|saved)/);
    expect(wordsFor(413, here)).toContain("nothing was saved");
    expect(wordsFor(undefined, here)).toContain("does no harm");
    for (const status of [undefined, 429, 503, 502]) {
      expect(wordsFor(status, here)).toContain("Everything you typed is still here.");
      expect(wordsFor(status, { ...here, hasTyped: false }), "there was only a button").not.toContain("typed");
    }
    for (const status of [undefined, 200, 500, 502, 504])
      expect(wordsFor(status, { ...here, inOffice: true }), "an order may have been made").toContain("Look first");
  });
});
