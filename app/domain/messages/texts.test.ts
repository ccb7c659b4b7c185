import { expect, it } from "vitest";
import type { Language } from "../kernel/language";
import { textWords } from "./texts";

// Spanish is not ours yet: its words stand here as another language's would.
const SPANISH = "es" as Language;
const OTHERS = {
  es: { "sms.day-before": ({ said, url }: { said: string; url: string }) => `${said} Deje libre. ${url}` },
};
const text = (kind: "sms.day-before" | "sms.overdue", said: Parameters<typeof textWords>[1]["said"]) =>
  textWords(
    kind,
    {
      business: { name: "Sunline", phone: "1" },
      booking: { booking_number: "DMP-2026-000001", quote_expires_at: null },
      accountDays: null,
      status: { headline: "Confirmed", more: "" },
      said,
      url: "https://example.com/x",
    },
    SPANISH,
    OTHERS,
  );

it("a text is whole in its customer's language: its words, and what they are about", () => {
  const said = { en: "Tomorrow we come.", es: "Mañana venimos." };
  expect(text("sms.day-before", said)).toEqual({
    body: "Sunline: Mañana venimos. Deje libre. https://example.com/x",
    language: "es",
  });
});

it.each([
  ["has no words for it", "sms.overdue", { en: "Tomorrow we come.", es: "Mañana venimos." }],
  ["has the words but not what they are about", "sms.day-before", { en: "Tomorrow we come." }],
  ["has what it is about in English only", "sms.day-before", "Tomorrow we come."],
] as const)("a language that %s: the whole text is English, and says so", (_, kind, said) => {
  const { body, language } = text(kind, said);
  expect(language).toBe("en");
  expect(body).toContain("Tomorrow we come.");
  expect(body).not.toMatch(/Mañana|Deje/);
});
