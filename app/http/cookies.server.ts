import { createHmac, timingSafeEqual } from "node:crypto";

/** Signed cookies: value.signature, with the cookie's own name signed too, so that one cannot stand in for another. */
export interface CookieJar {
  read(request: Request, name: string): string | null;
  /** maxAge in seconds; 0 removes it. */
  write(name: string, value: string, options: { maxAge: number; path?: string }): string;
}

function sign(secret: string, name: string, value: string): string {
  return createHmac("sha256", secret).update(`${name}=${value}`).digest("base64url");
}

export function parseCookies(header: string | null): Map<string, string> {
  const cookies = new Map<string, string>();
  for (const part of (header ?? "").split(";")) {
    const at = part.indexOf("=");
    if (at > 0) cookies.set(part.slice(0, at).trim(), part.slice(at + 1).trim());
  }
  return cookies;
}

export function createCookieJar(secret: string, secure: boolean): CookieJar {
  return {
    read(request, name) {
      const raw = parseCookies(request.headers.get("Cookie")).get(name);
      const at = raw?.lastIndexOf(".") ?? -1;
      if (!raw || at < 0) return null;
      const value = raw.slice(0, at);
      const given = Buffer.from(raw.slice(at + 1));
      const wanted = Buffer.from(sign(secret, name, value));
      return given.length === wanted.length && timingSafeEqual(given, wanted) ? value : null;
    },
    write(name, value, { maxAge, path = "/" }) {
      const content = value === "" ? "" : `${value}.${sign(secret, name, value)}`;
      return `${name}=${content}; Path=${path}; HttpOnly; SameSite=Lax; Max-Age=${maxAge}${secure ? "; Secure" : ""}`;
    },
  };
}
