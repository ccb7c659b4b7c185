import { HtmlValidate } from "html-validate";
import { describe, expect, it } from "vitest";
import { dataUrl, drawing, makePng } from "../../../tests/support/png";
import { agreementHtml } from "./agreement-html";
import { HOSTILE, tagNames } from "../../../tests/support/hostile";
import { sampleAgreement } from "../../../tests/support/papers";

const PIXEL =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const signature = sampleAgreement.signature!;

describe("the agreement", () => {
  const page = agreementHtml(sampleAgreement);

  it("numbers its sections and shows who signed when and how", () => {
    expect(page).toContain("<span>12.</span>Signing electronically");
    for (const text of [
      "Maria Alvarez",
      "November 21, 2026, 3:40 pm",
      "203.0.113.9",
      "Mozilla/5.0 (iPhone)",
      sampleAgreement.contentSha256,
      "$598.32",
    ])
      expect(page).toContain(text);
  });

  it("is valid HTML, signed and unsigned", async () => {
    for (const view of [
      sampleAgreement,
      { ...sampleAgreement, signature: null },
      { ...sampleAgreement, signature: { ...signature, imageDataUrl: PIXEL } },
    ]) {
      const report = await new HtmlValidate({ extends: ["html-validate:standard"] }).validateString(
        agreementHtml(view),
      );
      expect(
        report.results.flatMap((result) => result.messages.map((message) => `${message.ruleId}: ${message.message}`)),
      ).toEqual([]);
    }
  });

  it("shows a drawn signature, and the typed name instead of anything that is no picture", () => {
    expect(agreementHtml({ ...sampleAgreement, signature: { ...signature, imageDataUrl: PIXEL } })).toContain(
      `<img src="${PIXEL}"`,
    );
    for (const imageDataUrl of [
      "data:image/svg+xml;base64,PHN2Zz4=",
      "http://127.0.0.1/x.png",
      `${PIXEL}" onerror="x`,
      "javascript:alert(1)",
      `${PIXEL.slice(0, -2)}${"A".repeat(300_000)}`,
      dataUrl(makePng({ width: 20_000, height: 20_000, depth: 1, colour: 0 })),
      dataUrl(makePng({ width: 10, height: 1001 })),
      dataUrl(drawing(), "image/jpeg"),
    ]) {
      expect(agreementHtml({ ...sampleAgreement, signature: { ...signature, imageDataUrl } })).not.toContain("<img");
    }
  });

  it.each([...HOSTILE.entries()])("keeps hostile text inert in every field: %i", (_index, text) => {
    const hostile = agreementHtml({
      ...sampleAgreement,
      bookingNumber: text,
      customer: { name: text, email: text, phone: text },
      serviceAddress: [text, text],
      lines: [{ ...sampleAgreement.lines[0]!, description: text, detail: text }],
      signature: { ...signature, name: text, ip: text, userAgent: text, consentText: text },
    });
    expect(tagNames(hostile)).toEqual(tagNames(page));
  });
});
