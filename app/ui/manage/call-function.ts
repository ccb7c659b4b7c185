/** What a server function answered; `message` is its own words for people, null where it had none. */
export type Called<T> =
  | { ok: true; value: Partial<T> }
  | { ok: false; code: string | null; message: string | null; value: Partial<T> };

interface Refusal {
  error?: { code?: unknown; message?: unknown };
}

/**
 * Calls a server function (specification, section 7). Whatever goes wrong on the way is a refusal without words: no
 * connection, a proxy's page in place of JSON, an answer that was cut off. The browser's own words for these ("Failed
 * to fetch", "Unexpected token '<'") help nobody; the caller has the specification's (section 8). Never throws.
 */
export async function callFunction<T extends object>(name: string, body: unknown): Promise<Called<T>> {
  const answer = await fetch(`/functions/v1/${name}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  }).catch(() => null);
  const read: unknown = await answer?.json().catch(() => null);
  const value = (typeof read === "object" && read !== null ? read : {}) as Partial<T> & Refusal;
  if (answer?.ok && value === read && !value.error) return { ok: true, value };
  return { ok: false, code: textOr(value.error?.code), message: textOr(value.error?.message), value };
}

function textOr(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}
