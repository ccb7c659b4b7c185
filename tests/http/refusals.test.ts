import { describe, expect, it } from "vitest";
import { listAddresses } from "../support/addresses";
import { foreignWords, wordsOn } from "../support/own-words";
import { FULL } from "../support/paths";
import { raw } from "../support/raw";
import { setOwnedStage } from "../support/visitor";

const stage = setOwnedStage();

const ask = (path: string, method: string, headers: Record<string, string> = {}) =>
  raw(stage.server.url, {
    path,
    method,
    headers: {
      "Content-Type": "application/x-www-form-urlencoded",
      "Content-Length": "3",
      Cookie: stage.places.cookie,
      ...headers,
    },
    body: "a=1",
  });
const addresses = listAddresses();

it("knows every address of routes.ts", () => {
  expect(Object.keys(stage.places.example).sort()).toEqual(addresses.map(({ pattern }) => pattern).sort());
});

describe("a method that an address does not take", () => {
  it("is 405 in our own words, with what it takes", async () => {
    const others = ["PUT", "DELETE", "PATCH", "OPTIONS"];
    for (const [i, { pattern, takesPost, isPage }] of addresses.entries()) {
      const path = stage.places.example[pattern] ?? "";
      // In `npm test` each address is asked one of them.
      const asked = FULL ? others : others.filter((_, at) => at === i % others.length);
      for (const method of [...(takesPost ? [] : ["POST"]), ...asked]) {
        const answer = await ask(path, method);
        const body = answer.body.toString();
        const about = `${method} ${path}: ${wordsOn(body).slice(0, 300)}`;
        expect([answer.status, foreignWords(body)], about).toEqual([405, null]);
        expect(answer.headers.allow, about).toBe(takesPost || method === "OPTIONS" ? "GET, HEAD, POST" : "GET, HEAD");
        expect(body.includes("This address does not take that kind of request."), about).toBe(true);
        if (isPage) expect(body.endsWith("</html>"), about).toBe(true);
      }
    }
  });

  it("has a title that says so, not that there is no such page", async () => {
    const titleOf = async (path: string) =>
      /<title>(.*?)<\/title>/.exec((await ask(path, "POST")).body.toString())?.[1]?.split(" | ")[0];
    expect([await titleOf("/services/residential"), await titleOf("/services/none")]).toEqual([
      "That is not allowed",
      "That is not allowed",
    ]);
  });

  it("is said in JSON to who asks for JSON", async () => {
    for (const path of ["/sitemap.xml", "/files/none", "/manage-booking/another.json"]) {
      const answer = await ask(path, "POST", { Accept: "application/json" });
      expect([answer.status, answer.headers["content-type"], JSON.parse(answer.body.toString())]).toEqual([
        405,
        "application/json",
        { error: { code: "method_not_allowed", message: "This address does not take that kind of request." } },
      ]);
    }
  });

  it("does nothing: an action is run by POST alone", async () => {
    const number = stage.places.example["/manage-booking"] ?? "";
    await ask(`${number}&intent=sign-out`, "DELETE");
    expect((await ask("/auth/sign-out", "DELETE")).status).toBe(405);
    expect(
      (await raw(stage.server.url, { path: "/crm/overview", headers: { Cookie: stage.places.cookie } })).status,
      "the session was ended",
    ).toBe(200);
  });
});

describe("a function that there is not", () => {
  it.each(["POST", "GET", "PUT", "DELETE"])("is JSON in the contract's shape (%s)", async (method) => {
    for (const path of [
      "/functions/v1/no-such-function",
      "/functions/v2/quote",
      "/functions/x",
      "/functions/v1/quote/more",
    ]) {
      const answer = await raw(stage.server.url, {
        path,
        method,
        headers: {
          "Content-Type": "application/json",
          "Content-Length": method === "GET" ? "0" : "2",
          Accept: "text/html",
        },
        body: method === "GET" ? undefined : "{}",
      });
      const { error } = JSON.parse(answer.body.toString()) as { error: { code: string; message: string } };
      const known = method === "GET" || method === "POST";
      expect([answer.status, error.code, String(answer.headers["content-type"]).split(";")[0]], path).toEqual(
        known ? [404, "not_found", "application/json"] : [405, "method_not_allowed", "application/json"],
      );
      expect(foreignWords(error.message)).toBeNull();
    }
  });
});

it("a form that is sent to an address that there is not is 404, with a page of ours", async () => {
  const answer = await ask("/no-such-page", "POST");
  const body = answer.body.toString();
  expect([answer.status, foreignWords(body), wordsOn(body).includes("Page not found")]).toEqual([404, null, true]);
});
