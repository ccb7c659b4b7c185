import { describe, expect, it } from "vitest";
import { createCookieJar, parseCookies } from "./cookies.server";

const jar = createCookieJar("s".repeat(40), true);
const asking = (cookie: string) => new Request("https://example.com/", { headers: { Cookie: cookie } });
const pairOf = (header: string) => header.split(";")[0] ?? "";

describe("signed cookies", () => {
  const written = jar.write("d_drf_1", "1", { maxAge: 60 });

  it("come back as written, closed to scripts and other sites", () => {
    expect(jar.read(asking(`a=b; ${pairOf(written)}; c`), "d_drf_1")).toBe("1");
    expect(written).toMatch(/; Path=\/; HttpOnly; SameSite=Lax; Max-Age=60; Secure$/);
    expect(createCookieJar("s".repeat(40), false).write("a", "1", { maxAge: 1 })).not.toContain("Secure");
  });

  it.each([
    ["another cookie's value", `d_drf_2=${pairOf(written).split("=")[1]}`, "d_drf_2"],
    ["another value", pairOf(written).replace("=1.", "=2."), "d_drf_1"],
    ["a cut signature", pairOf(written).slice(0, -1), "d_drf_1"],
    ["no signature", "d_drf_1=1", "d_drf_1"],
    ["an empty signature", "d_drf_1=1.", "d_drf_1"],
    ["nothing", "d_drf_1=", "d_drf_1"],
    ["no cookie", "", "d_drf_1"],
    ["a name in the value", `d_drf_1=d_drf_1${pairOf(written).slice(7)}`, "d_drf_1"],
  ])("refuse %s", (_name, cookie, name) => expect(jar.read(asking(cookie), name)).toBeNull());

  it("refuse another secret's, and are removed without a value", () => {
    expect(createCookieJar("t".repeat(40), true).read(asking(pairOf(written)), "d_drf_1")).toBeNull();
    expect(jar.write("d_drf_1", "", { maxAge: 0 })).toMatch(/^d_drf_1=; .*Max-Age=0/);
  });

  it("are read up to a number that no browser sends", () => {
    expect(parseCookies(Array.from({ length: 5_000 }, (_, i) => `c${i}=1`).join("; ")).size).toBe(200);
  });

  it("keep values with dots and equals signs", () => {
    expect(jar.read(asking(pairOf(jar.write("b", "a.b=c", { maxAge: 1 }))), "b")).toBe("a.b=c");
    expect([...parseCookies(" a = 1 ;b=2=3; ;=x")]).toEqual([
      ["a", "1"],
      ["b", "2=3"],
    ]);
  });
});
