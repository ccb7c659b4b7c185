import { createHmac, timingSafeEqual } from "node:crypto";

/** What a browser's key says. */
export type Key = { ok: true; identity: string; expiresAt: number } | { ok: false; code: number; message: string };

interface Claims {
  exp?: number;
  grants?: { identity?: string; voice?: object };
}

const INVALID: Key = { ok: false, code: 31204, message: "JWT token validation failed" };

/** Reads a key (JWT, HS256) as the network does, by its own hand: a stand-in that shares the maker's code would agree with every mistake. */
export function readKey(token: string, secret: string, now = Date.now()): Key {
  const [head = "", body = "", signature = "", ...more] = token.split(".");
  const given = Buffer.from(signature, "base64url");
  const right = createHmac("sha256", secret).update(`${head}.${body}`).digest();
  if (more.length > 0 || given.length !== right.length || !timingSafeEqual(given, right)) return INVALID;
  try {
    const claims = JSON.parse(Buffer.from(body, "base64url").toString("utf8")) as Claims;
    const { identity, voice } = claims.grants ?? {};
    if (!identity || !voice) return INVALID;
    const expiresAt = (claims.exp ?? 0) * 1000;
    return expiresAt <= now
      ? { ok: false, code: 31205, message: "JWT token expired" }
      : { ok: true, identity, expiresAt };
  } catch {
    return INVALID;
  }
}
