import { createHmac, timingSafeEqual } from "node:crypto";
import { data } from "@remix-run/node";

/** Signed cookies: value.signature, with the cookie's own name signed too, so that one cannot stand in for another. */
export interface CookieJar {
  read(request: Request, name: string): string | null;
  /** maxAge in seconds; 0 removes it. */
  write(name: string, value: string, options: { maxAge: number; path?: string }): string;
}

function sign(secret: string, name: string, value: string): string {
  return createHmac("sha256", secret).update(`${name}=${value}`).digest("base64url");
}

/** Browsers keep at most 180 for one site. */
const MOST_COOKIES = 200;
let last: { header: string; cookies: ReadonlyMap<string, string> } | undefined;

/** The cookies of a Cookie header by name. One request asks for several: what was read last is kept. */
export function parseCookies(header: string | null): ReadonlyMap<string, string> {
  if (last?.header !== (header ?? "")) last = { header: header ?? "", cookies: readCookies(header ?? "") };
  return last.cookies;
}

function readCookies(header: string): ReadonlyMap<string, string> {
  const cookies = new Map<string, string>();
  for (const part of header.split(";", MOST_COOKIES)) {
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

/** The answer of an action, a redirect or a page's data, with these cookies besides its own. */
export function withCookies<A extends Response | ReturnType<typeof data>>(answer: A, cookies: string[]): A {
  if (cookies.length === 0) return answer;
  const isResponse = answer instanceof Response;
  const headers = new Headers(isResponse ? answer.headers : (answer.init?.headers ?? {}));
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  if (isResponse)
    return new Response(answer.body, { status: answer.status, statusText: answer.statusText, headers }) as A;
  return data(answer.data, { ...answer.init, headers }) as A;
}
