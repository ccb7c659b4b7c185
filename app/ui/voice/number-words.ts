/** "+14075550133" as people read it; "Unknown" for none. The server's own (kernel/phone.ts) knows the world's plans. Pure. */
export function formatPhoneText(number: string): string {
  const [, area, exchange, line] = /^(?:\+?1)?(\d{3})(\d{3})(\d{4})$/.exec(number) ?? [];
  if (area) return `(${area}) ${exchange}-${line}`;
  return number.trim() || "Unknown";
}
