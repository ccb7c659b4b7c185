import Database from "better-sqlite3";
import { expect } from "vitest";
import { dayOn } from "~/domain/kernel/moments";
import { type Page, TextBrowser } from "./form";
import type { TestServer } from "./server";

export const pathOf = (page: Page) => new URL(page.url).pathname;

/** What somebody in the office, or another program, does to the data meanwhile. */
export function arrange(server: TestServer, sql: string, ...values: (string | number)[]): void {
  const db = new Database(`${server.dataDir}/roll-off.sqlite`);
  db.pragma("busy_timeout = 2000");
  try {
    db.prepare(sql).run(...values);
  } finally {
    db.close();
  }
}

/** The job is for today: before its day a driver is asked whether to go. */
export const onToday = (server: TestServer, jobId: string) =>
  arrange(server, "update jobs set day = ? where id = ?", dayOn(Date.now()), jobId);

/**
 * The time that a job's customer was told has begun, whenever the tests run: before it a visit in vain has no fee
 * (docs/decisions/0099), and at night no window of the day has.
 */
export const inItsTime = (server: TestServer, jobId: string) =>
  arrange(
    server,
    "update jobs set day = ?, delivery_window = 'anytime' where id = ?",
    dayOn(Date.now() - 9 * 60 * 60_000),
    jobId,
  );

/** The single figure that a query gives; 0 for none. */
export function count(server: TestServer, sql: string, ...values: string[]): number {
  const db = new Database(`${server.dataDir}/roll-off.sqlite`, { readonly: true });
  try {
    return (
      (db
        .prepare(sql)
        .pluck()
        .get(...values) as number | undefined) ?? 0
    );
  } finally {
    db.close();
  }
}

/** The newest mail to an address, which the worker may still be sending. Throws after 6 s. */
export async function mailTo(server: TestServer, address: string): Promise<{ text: string; links: string[] }> {
  for (let tries = 0; tries < 60; tries++) {
    const mails = (await (await fetch(`${server.url}/sandbox/inbox.json?to=${address}`)).json()) as {
      text: string;
      links: string[];
    }[];
    if (mails[0]) return mails[0];
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`no mail to ${address}`);
}

export function localPath(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

/**
 * A browser that has just signed in at `door`, nothing opened yet: the form's page and the one that follows it are a
 * third of a second on a server that has never made them, and have tests of their own.
 */
export async function signIn(server: TestServer, email: string, door = "/auth"): Promise<TextBrowser> {
  const entering = new TextBrowser(server.url, { followRedirects: false });
  await entering.post(door, { email, password: "roll-off-demo" });
  const staff = new TextBrowser(server.url);
  for (const [name, value] of entering.cookies) staff.cookies.set(name, value);
  return staff;
}

/** A refused step: status, the summary's words, and every typed value still in the form. */
export function expectRefused(page: Page, words: string | RegExp, typed: Record<string, string>): void {
  expect(page.status).toBe(400);
  expect(page.text).toContain("There is a problem");
  expect(page.root.querySelector("[role=alert]")?.text).toMatch(words);
  const values = page.form("address").values();
  for (const [name, value] of Object.entries(typed)) expect([name, values.get(name)]).toEqual([name, value]);
}
