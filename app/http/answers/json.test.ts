import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { openWorld, type TestWorld } from "../../../tests/support/domain";
import { fakeServices, Visitor } from "../../../tests/support/visit";
import { jsonAction, postOnly } from "./json.server";

let world: TestWorld;
let context: ReturnType<Visitor["context"]>;
beforeAll(async () => {
  world = await openWorld();
  context = new Visitor(fakeServices(world)).context();
});
afterAll(() => world.close());

const schema = z.object({ list: z.array(z.object({ size: z.int("Send a size.") })) });
const call = (
  body: string,
  headers: Record<string, string> = { "Content-Type": "application/json" },
  handle: () => Promise<unknown> = () => Promise.resolve({ done: true }),
) =>
  jsonAction(
    { context, request: new Request("http://localhost/f", { method: "POST", body, headers }) },
    { name: "test", schema, cap: "call-quote" },
    handle,
  );
const code = async (answer: Response) => ((await answer.json()) as { error: { code: string } }).error.code;

describe("a server function", () => {
  it("answers a plain value as JSON that nobody stores", async () => {
    const answer = await call('{"list":[{"size":20}]}', { "Content-Type": "application/json; charset=utf-8" });
    expect([answer.status, await answer.json(), answer.headers.get("Cache-Control")]).toEqual([
      200,
      { done: true },
      "no-store",
    ]);
  });

  it("names the wrong field", async () => {
    const answer = await call('{"list":[{"size":20},{"size":"x"}]}');
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      error: { code: "invalid_fields", fields: { "list.1.size": "Send a size." } },
    });
  });

  it("refuses what is no JSON object, too deep, or of another type", async () => {
    expect(await code(await call("{"))).toBe("malformed_json");
    expect(await code(await call("[1]"))).toBe("malformed_json");
    expect(await code(await call(`${'{"a":'.repeat(50)}1${"}".repeat(50)}`))).toBe("too_deep");
    expect(await code(await call("{}", { "Content-Type": "text/plain" }))).toBe("not_json");
    expect(await code(await call(`{"list":[${"{},".repeat(2_000)}{}]}`))).toBe("too_large");
    expect([postOnly().status, postOnly().headers.get("Allow")]).toEqual([405, "POST"]);
  });

  it("names no more wrong fields than somebody can put right", async () => {
    const answer = await call(`{"list":[${'{"size":"x"},'.repeat(300)}{}]}`);
    const { error } = (await answer.json()) as { error: { fields: Record<string, string> } };
    expect([answer.status, Object.keys(error.fields).length]).toEqual([400, 20]);
  });

  it("never shows a bug", async () => {
    const silent = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const answer = await call('{"list":[]}', undefined, () => Promise.reject(new Error("secret detail")));
    expect(answer.status).toBe(500);
    expect(await answer.text()).not.toContain("secret");
    expect(silent).toHaveBeenCalledOnce();
  });
});
