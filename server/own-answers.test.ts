import type { ServerBuild } from "@remix-run/node";
import { expect, it } from "vitest";
import { withOwnAnswers } from "./own-answers";

/** Access that is denied (guards.server.ts), to a page and to what has none to show it. */
const denied = { type: "DataWithResponseInit", data: { denied: true }, init: { status: 403 } };
const throws = () => {
  throw denied;
};

async function answered(path: string, accept: string | null, { page = false, method = "GET" } = {}) {
  const module = { loader: throws, action: throws, ...(page && { default: () => null }) };
  const build = { entry: { module: {} }, routes: { one: { id: "one", module } } } as unknown as ServerBuild;
  const { loader, action } = withOwnAnswers(build).routes["one"]?.module ?? {};
  const run = method === "GET" ? loader : action;
  const headers: HeadersInit = accept === null ? {} : { Accept: accept };
  const context: { refusal?: Headers } = {};
  const args = { request: new Request(`http://localhost${path}`, { method, headers }), params: {}, context };
  const answer = await Promise.resolve(run?.(args as never)).catch((thrown: unknown) => thrown);
  return { answer, context };
}
async function told(path: string, accept: string | null, method = "GET") {
  const { answer, context } = await answered(path, accept, { method });
  if (!(answer instanceof Response)) return expect.fail("no answer of its own");
  expect([answer.status, answer.headers.get("cache-control"), context.refusal?.get("cache-control")]).toEqual([
    403,
    "no-store",
    "no-store",
  ]);
  const text = await answer.text();
  return answer.headers.get("content-type")?.startsWith("application/json")
    ? (JSON.parse(text) as unknown)
    : [answer.headers.get("content-type"), text];
}
const WORDS = "Access Denied. This account may not open it.";
const AS_JSON = { error: { code: "forbidden", message: WORDS } };
const AS_TEXT = ["text/plain; charset=utf-8", WORDS];

it.each([
  ["/crm/search.json", null, AS_JSON],
  ["/crm/search.json?q=a", "text/html", AS_JSON],
  ["/crm/settings/paper", "application/json", AS_JSON],
  ["/crm/settings/paper", "text/html, application/json;q=0.9", AS_JSON],
  ["/crm/bookings.csv", null, AS_TEXT],
  ["/crm/bookings.csv", "*/*", AS_TEXT],
  // What it asks for, not what an address carries.
  ["/crm/bookings.csv?q=a.json", "text/html", AS_TEXT],
  ["/crm/bookings.csv", "application/jsonl", AS_TEXT],
])("denied as it is asked for: %s, %s", async (path, accept, words) => {
  expect(await told(path, accept)).toEqual(words);
  expect(await told(path, accept, "POST")).toEqual(words);
});

it("a page is denied by its own words, whatever it is asked for as", async () => {
  for (const method of ["GET", "POST"])
    expect((await answered("/crm", "application/json", { page: true, method })).answer).toBe(denied);
});
