import { describe, expect, it } from "vitest";
import { bodyLimit, MOST_FIELDS } from "~/http/limits/body.server";
import { listAddresses } from "../support/addresses";
import { hostileAddresses, hostileBodies } from "../support/hostile";
import { foreignWords, wordsOn } from "../support/own-words";
import { FULL } from "../support/paths";
import { raw } from "../support/raw";
import { setOwnedStage } from "../support/visitor";

const stage = setOwnedStage();

/** Of the largest body that is accepted; a square would cost 64 times as much for 8 times the body. */
const FRACTION = 1 / 8;
const GENEROUS = 2;
/** The machine's noise. */
const FLOOR_MS = 60;
const MOST_TRIES = 25;

type Ask = Parameters<typeof raw>[1];

async function timed(ask: Ask): Promise<{ ms: number; status: number; bytes: number }> {
  const begun = performance.now();
  const { status, body } = await raw(stage.server.url, ask);
  return { ms: performance.now() - begun, status, bytes: body.length };
}

/** What an address costs with nothing in the request: the best so far. */
const bases = new Map<string, number>();
async function baseOf(ask: Ask): Promise<number> {
  const key = `${ask?.method ?? "GET"} ${ask?.path ?? ""}`;
  const best = Math.min(bases.get(key) ?? Infinity, (await timed(ask)).ms);
  bases.set(key, best);
  return best;
}

/**
 * What an empty one costs, and above it a small one, must explain the cost of the largest. Each is the best of several,
 * asked for again only while they do not, so that a busy machine makes the test longer, not wrong.
 */
async function expectProportion(about: string, empty: Ask, small: Ask, large: Ask): Promise<void> {
  let base = bases.get(`${empty?.method ?? "GET"} ${empty?.path ?? ""}`) ?? (await baseOf(empty));
  let [less, most] = [Infinity, Infinity];
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const answer = await timed(large);
    expect(answer.status, about).toBeLessThan(500);
    most = Math.min(most, answer.ms);
    if (most <= base + FLOOR_MS) return;
    base = await baseOf(empty);
    less = Math.min(less, (await timed(small)).ms);
    if (most <= base + Math.max(0, less - base) * (GENEROUS / FRACTION) + FLOOR_MS) return;
  }
  expect.fail(
    `${about}: ${most.toFixed(0)} ms for the largest, ${less.toFixed(0)} ms for an eighth of it, ${base.toFixed(0)} ms for nothing`,
  );
}

const addresses = listAddresses();
/** What a stranger can send to; of the others `npm test` looks at every sixteenth, which all read a body in the same way. */
const isPublic = (pattern: string) => !/^\/(crm|driver|sandbox)\b/.test(pattern);
/** Signing out comes last: the office's forms are read for who is signed in. */
const posted = addresses
  .filter(({ takesPost }) => takesPost)
  .sort((a, b) => Number(a.pattern === "/auth/sign-out") - Number(b.pattern === "/auth/sign-out"));
const post = (pattern: string, type: string, body: string | Buffer): Ask => ({
  path: stage.places.example[pattern],
  method: "POST",
  body,
  headers: { "Content-Type": type, "Content-Length": String(Buffer.byteLength(body)), Cookie: stage.places.cookie },
});

const patterns = posted.map(({ pattern }) => pattern);

describe("the largest body that an address accepts costs in proportion to a small one", () => {
  it.each(posted.filter(({ pattern }, at) => FULL || isPublic(pattern) || at % 16 === 0))(
    "$pattern",
    async ({ pattern }) => {
      // `npm test`: a third of the shapes for each address, another third for the next.
      const shapes = hostileBodies(stage.places.example[pattern] ?? "").filter(
        (_, i) => FULL || i % 3 === patterns.indexOf(pattern) % 3,
      );
      for (const { shape, type, at } of shapes) {
        const large = at(1);
        expect(Buffer.byteLength(large), `${pattern}, ${shape}`).toBeLessThanOrEqual(
          bodyLimit(stage.places.example[pattern]?.split("?")[0] ?? "").bytes,
        );
        await expectProportion(
          `${pattern}, ${shape}`,
          post(pattern, type, ""),
          post(pattern, type, at(FRACTION)),
          post(pattern, type, large),
        );
      }
    },
  );
});

it("the longest address that is accepted costs in proportion to a short one", async () => {
  // `npm test`: what a stranger can ask, and the shapes that a page reads. What is no address of ours is answered alike.
  for (const { pattern } of addresses.filter((one) => FULL || isPublic(one.pattern))) {
    const path = stage.places.example[pattern] ?? "";
    const get = (address: string): Ask => ({ path: address, headers: { Cookie: stage.places.cookie } });
    for (const { shape, at } of hostileAddresses(path).filter(({ isOurs }) => FULL || isOurs))
      await expectProportion(`GET ${path}, ${shape}`, get(path), get(at(FRACTION)), get(at(1)));
  }
});

describe("heads", () => {
  const cases: [name: string, (share: number) => Record<string, string>][] = [
    ["cookies", (share) => ({ Cookie: "d_drf_a=1;".repeat(1_300 * share) })],
    [
      "encodings",
      (share) => ({ "Accept-Encoding": `br${" ".repeat(12_000 * share)}x${",br;q=0.0".repeat(100 * share)}` }),
    ],
    ["accepted types", (share) => ({ Accept: "application/".repeat(1_000 * share) })],
    ["content types", (share) => ({ "Content-Type": `multipart/form-data;${' ;a="'.repeat(2_000 * share)}` })],
    ["a referring page", (share) => ({ Referer: `http://x/${"/".repeat(12_000 * share)}` })],
  ];
  it.each(cases)("many %s", async (_, headers) => {
    for (const method of ["GET", "POST"]) {
      const ask = (share: number): Ask => ({
        path: "/book/call-back",
        method,
        headers: { Cookie: stage.places.cookie, "Content-Length": "0", ...headers(share) },
      });
      await expectProportion(
        method,
        { path: "/book/call-back", method, headers: { "Content-Length": "0" } },
        ask(FRACTION),
        ask(1),
      );
    }
  });

  it("a browser with many drafts is told to forget some at a time", async () => {
    const drafts = Array.from({ length: 150 }, (_, i) => `d_drf_${i}=x`).join("; ");
    const body = "projectType=renovation&dumpsterSize=20&quantity=1&materialCategory=general&businessType=residential";
    const { status, headers } = await raw(stage.server.url, {
      path: "/book",
      method: "POST",
      body,
      headers: {
        "Content-Type": "application/x-www-form-urlencoded",
        "Content-Length": String(body.length),
        Cookie: drafts,
      },
    });
    expect([status, headers["set-cookie"]?.length]).toEqual([302, 14]);
  });
});

describe("what is over the limits", () => {
  const FORM = "application/x-www-form-urlencoded";
  const part = '--X\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n';

  it("is refused by every address in our own words, with the way back, and sooner than a page is made", async () => {
    for (const { pattern } of posted) {
      const path = stage.places.example[pattern] ?? "";
      const { bytes, fields } = bodyLimit(path.split("?")[0] ?? "");
      const over: [string, string][] =
        fields === null
          ? [["application/json", `{"a":"${"x".repeat(bytes)}"}`]]
          : [
              [FORM, "a=".padEnd(bytes + 1, "x")],
              [FORM, "a&".repeat(MOST_FIELDS)],
              [FORM, "a&".repeat(bytes / 2)],
              ["multipart/form-data; boundary=X", `${part.repeat(MOST_FIELDS + 1)}--X--\r\n`],
            ];
      for (const [type, body] of over) {
        const { status, body: answer } = await raw(stage.server.url, post(pattern, type, body));
        const words = wordsOn(answer.toString());
        expect(
          [status, foreignWords(answer.toString()), answer.length < 1_000],
          `${pattern} ${words.slice(0, 200)}`,
        ).toEqual([413, null, true]);
        if (fields === null)
          expect(JSON.parse(answer.toString()), pattern).toMatchObject({ error: { code: "too_large" } });
        else
          expect(words).toBe(
            "That is too large What you sent is larger than we accept. Please go back and shorten it. Back to the form Return to Home",
          );
      }
    }
  });

  it("is said in JSON to who asks for JSON", async () => {
    const { headers, ...ask } = post("/book", FORM, "a&".repeat(300)) ?? {};
    const { status, body } = await raw(stage.server.url, {
      ...ask,
      headers: { ...headers, Accept: "application/json" },
    });
    expect([status, JSON.parse(body.toString())]).toEqual([
      413,
      {
        error: { code: "too_large", message: "What you sent is larger than we accept. Please go back and shorten it." },
      },
    ]);
  });

  it("the 140,000 fields that once stopped every page for 86 s: others are served meanwhile", async () => {
    const body = Array.from({ length: 140_000 }, (_, i) => i.toString(36)).join("&");
    const about = await timed({ path: "/manage-booking" });
    const attacks = Array.from({ length: 5 }, () => raw(stage.server.url, post("/book", FORM, body)));
    const meanwhile = await timed({ path: "/manage-booking" });
    expect((await Promise.all(attacks)).map(({ status }) => status)).toEqual(Array(5).fill(413));
    expect(meanwhile.ms).toBeLessThan(20 * about.ms + 1_000);
  });

  it("one name too often is refused too, as a page of ours", async () => {
    const { status, body } = await raw(stage.server.url, post("/book", FORM, "wasteTypes=concrete&".repeat(31)));
    expect([
      status,
      wordsOn(body.toString()).includes("That is too large"),
      wordsOn(body.toString()).includes("Back to the form"),
    ]).toEqual([413, true, true]);
  });

  it.each([
    ["a path of 1,001 characters", `/${"a".repeat(1_001)}`],
    ["slashes that once took 1.2 s", `${"/".repeat(12_000)}a`],
    ["201 parameters", `/?${"a&".repeat(201)}`],
    ["a kept page's", `/about?${"utm_a&".repeat(201)}`],
  ])("an address is refused: %s", async (_, path) => {
    const { status, body } = await raw(stage.server.url, { path });
    expect([status, wordsOn(body.toString()).startsWith("That address is not right"), body.length < 1_000]).toEqual([
      400,
      true,
      true,
    ]);
  });

  it("a refused form is answered with no more of it than half a file, so that nobody types that again", async () => {
    const { status, body } = await raw(
      stage.server.url,
      post("/book/call-back", FORM, `name=${"n".repeat(30_000)}&message=${"m".repeat(30_000)}`),
    );
    const longest = Math.max(...[...body.toString().matchAll(/n{200,}|m{200,}/g)].map(([run]) => run.length));
    expect([status, longest]).toEqual([400, 20_100]);
  });
});
