/**
 * The languages that we speak with customers, by their code, as people call them. Pure. Another one joins here; then the
 * types ask for what it needs (domain/messages/texts.ts), and the office chooses it on a customer's record.
 */
export const LANGUAGES = { en: "English" } as const;
export type Language = keyof typeof LANGUAGES;

/** Whose we know no other of. Migrations 0018 and 0028 write it too. */
export const OUR_LANGUAGE: Language = "en";

/** "en" of text; null for what is none of ours. */
export function readLanguage(code: unknown): Language | null {
  return typeof code === "string" && Object.hasOwn(LANGUAGES, code) ? (code as Language) : null;
}

/** Every language with its name, for a choice; where there is one, there is nothing to choose. */
export function listLanguages(): { value: Language; label: string }[] {
  return (Object.keys(LANGUAGES) as Language[]).map((value) => ({ value, label: LANGUAGES[value] }));
}
