import { findKeptForm, KEPT_MS, keepForm, type Former } from "~/domain/accounts/kept-forms.server";
import type { Id } from "~/domain/kernel/ids.server";
import { pagePath } from "~/remix/addresses";
import type { Scope } from "../context.server";
import { readForm, refuse, typedValues, type Problem } from "../answers/forms.server";

/**
 * A session that ended in mid-form: what was sent is kept, and shown again to the same person once they have signed in.
 * It is never sent again by itself.
 */

/** Whose session this browser had before it signed out; it opens nothing but what they typed themselves. */
const FORMER = "former";
const KEY = "typed";
const WHY = "why";

/** The header that remembers whose session it was that is signed out now. */
export function formerCookie(scope: Scope, sessionId: Id<"session">): string {
  return scope.services.cookies.write(FORMER, sessionId, { maxAge: KEPT_MS / 1000 });
}

/**
 * Keeps what was sent to a page of the office by somebody whose session has ended, without files and secrets. Returns the
 * page's address with the key in it, or as it is where nothing is kept: nobody knows whose it is (a stranger causes no
 * row), it is too long, or its body was read already. `session` is the token of the session's cookie.
 */
export async function keepSentForm(
  scope: Scope,
  request: Request,
  page: string,
  session: string | null,
): Promise<string> {
  const { cookies, db } = scope.services;
  const sessionId = cookies.read(request, FORMER);
  const former: Former | null = session ? { token: session } : sessionId ? { sessionId } : null;
  if (request.method !== "POST" || request.bodyUsed || !former) return page;
  const url = new URL(page, "http://here.invalid");
  const key = await keepForm(db, former, { path: url.pathname, fields: typedValues(await readForm(request)) });
  if (key) url.searchParams.set(KEY, key);
  return key ? url.pathname + url.search : page;
}

/**
 * Keeps a form of somebody who is signed in, which was made of a record that `page` stands for by now. Returns that page's
 * address with the key in it; as it is where the form is too long.
 */
export async function keepForMerged(
  scope: Scope,
  form: FormData,
  userId: Id<"account">,
  page: string,
): Promise<string> {
  const key = await keepForm(scope.services.db, { userId }, { path: page, fields: typedValues(form) });
  return key ? `${page}?${new URLSearchParams({ [KEY]: key, [WHY]: "merged" })}` : page;
}

/** Whether an address of ours, as `keepSentForm` returns it, leads back to what somebody typed. */
export function leadsToSentForm(page: string): boolean {
  return new URL(page, "http://here.invalid").searchParams.has(KEY);
}

/** Why it was not done at once, for whoever sees it again. */
const SAID = {
  ended: {
    title: "You were signed out meanwhile",
    text: "Nothing was sent yet. Everything you typed is here: look at it, then send it.",
  },
  merged: {
    title: "The record was merged into this one meanwhile",
    text: "Nothing was saved. Everything you typed of the other record is here: look at it, then save what holds for this one.",
  },
} as const;

/** What this person sent that was not done at once, as the page shows a refused form; or null. */
export function findSentForm(scope: Scope, request: Request, accountId: Id<"account">): Problem | null {
  const { pathname, searchParams } = new URL(request.url);
  const path = pagePath(pathname);
  const key = searchParams.get(KEY);
  const fields = key && findKeptForm(scope.services.db.orm, key, accountId, path);
  if (!fields) return null;
  const { title, text } = SAID[searchParams.get(WHY) === "merged" ? "merged" : "ended"];
  return { ...refuse({ ...fields }, { "": text }), title };
}
