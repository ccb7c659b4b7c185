import { describe, expect, it } from "vitest";
import { z } from "zod";
import { LIMITS } from "~/domain/booking/draft/fields";
import { bodyLimit, MOST_FIELDS, MOST_VALUES } from "../limits/body.server";
import { parseForm, readForm, typedValues } from "./forms.server";

function form(...pairs: [name: string, value: string | Blob][]): FormData {
  const filled = new FormData();
  for (const [name, value] of pairs) filled.append(name, value);
  return filled;
}
const sent = (body: BodyInit) => readForm(new Request("http://localhost/", { method: "POST", body }));

describe("what was typed", () => {
  it("is a text, or a list where a name was sent more than once; files are left out", () => {
    expect(typedValues(form(["a", "1"], ["b", "2"], ["a", "3"], ["a", "4"], ["c", new Blob(["x"])]))).toEqual({
      a: ["1", "3", "4"],
      b: "2",
    });
  });

  it("is shown again a little longer than its field takes, never whole", () => {
    const long = "x".repeat(60_000);
    const values = typedValues(
      form(
        ["specialInstructions", long],
        ["message", long],
        ["note", long],
        ["zips", long],
        ["firstName", long],
        ["list", long],
        ["list", long],
        ["x".repeat(5_000), "1"],
      ),
    );
    const lengths = Object.entries(values).map(([name, value]) => [name, [value].flat().map((one) => one.length)]);
    expect(lengths).toEqual([
      ["specialInstructions", [20_100]],
      ["message", [20_100]],
      ["note", [20_100]],
      ["zips", [20_100]],
      ["firstName", [LIMITS.email + 100]],
      ["list", [LIMITS.email + 100, LIMITS.email + 100]],
    ]);
  });

  it("keeps every line of a text that is as long as its field takes, as a browser sends it", () => {
    const text = `${"a\r\n".repeat(LIMITS.specialInstructions / 2)}`;
    expect(typedValues(form(["specialInstructions", text])).specialInstructions).toBe(text.replaceAll("\r", ""));
  });

  it("never has a password or a drawing in it", () => {
    expect(typedValues(form(["password", "secret"], ["signatureImage", "data:"], ["email", "a"]))).toEqual({
      email: "a",
    });
    // Each form has a name of its own for it: the answer that refuses an address must not carry the password back.
    expect(typedValues(form(["emailPassword", "secret"], ["newPassword", "secret"], ["code", "123456"]))).toEqual({});
  });

  it("is checked whole: what is too long is refused, not cut to fit", () => {
    const parsed = parseForm(
      form(["name", `${"x".repeat(400)}`]),
      z.object({ name: z.string().max(380, "Too long.") }),
    );
    expect(parsed).toMatchObject({ ok: false, fields: { name: "Too long." } });
    expect(parsed.values.name).toHaveLength(LIMITS.email + 100);
  });
});

describe("a form", () => {
  it("may send a name as often as any of ours is", async () => {
    const times = (count: number) =>
      new URLSearchParams(Array.from({ length: count }, () => ["wasteTypes", "concrete"]));
    expect((await sent(times(MOST_VALUES))).getAll("wasteTypes")).toHaveLength(MOST_VALUES);
    await expect(sent(times(MOST_VALUES + 1))).rejects.toMatchObject({ status: 413 });
  });

  it("is refused with more fields than the largest of ours, counted as they were read", async () => {
    const of = (count: number) =>
      sent(form(...Array.from({ length: count }, (_, i): [string, string] => [`f${i}`, ""])));
    expect([...(await of(MOST_FIELDS)).keys()]).toHaveLength(MOST_FIELDS);
    await expect(of(MOST_FIELDS + 1)).rejects.toMatchObject({ status: 413 });
  });

  it("that is none counts as an empty one", async () => {
    expect([...(await sent("text")).keys()]).toEqual([]);
  });
});

describe("the limits of a body", () => {
  const KB = 1024;
  it.each([
    "/book",
    "/book/schedule",
    "/manage-booking",
    "/auth",
    "/crm/bookings/new",
    "/crm/bookings/DMP-2026-000001/edit",
    "/crm/customers",
    "/no-such-page",
    "/book/agreement/more",
  ])("64 KB and 200 fields for %s", (path) => {
    expect([bodyLimit(path), bodyLimit(`${path}.data`)]).toEqual(
      Array(2).fill({ bytes: 64 * KB, fields: MOST_FIELDS }),
    );
  });

  it("room for the longest note of the office in any script, and for one that is half as long again", () => {
    const note = new URLSearchParams({ intent: "note", note: "\u4f60".repeat(LIMITS.note * 1.5) }).toString();
    for (const path of ["/crm/bookings/DMP-2026-000001", "/crm/customers/cus_a", "/crm/billing/disputes/dsp_a"])
      for (const address of [path, `${path}.data`]) {
        expect(bodyLimit(address), address).toEqual({ bytes: expect.any(Number) as number, fields: MOST_FIELDS });
        expect(bodyLimit(address).bytes, address).toBeGreaterThan(note.length + 8 * KB);
        expect(bodyLimit(address).bytes, address).toBeLessThan(256 * KB);
      }
  });

  it("room for the longest reviews in any script, typed and as the form was made of them, and for more to be told so", () => {
    const six = (text: string) => Array(6).fill(text).join("\n");
    const [reviews, photographs] = [six("\u4f60".repeat(526)), six("\u4f60".repeat(280))];
    const seen = JSON.stringify({ reviews, photographs });
    const sent = new URLSearchParams({ reviews: reviews.repeat(2), photographs, seen, why: "new ones" }).toString();
    for (const address of ["/crm/settings/website", "/crm/settings/website.data", "/crm/pricing/fees"]) {
      expect(bodyLimit(address).bytes, address).toBeGreaterThan(sent.length + 8 * KB);
      expect(bodyLimit(address).bytes, address).toBeLessThan(256 * KB);
    }
    expect(bodyLimit("/crm/settings").bytes).toBe(64 * KB);
  });

  it("room for the largest signature where one is drawn, also as a script sends it", () => {
    const picture = encodeURIComponent(
      Buffer.from(Array.from({ length: LIMITS.signatureImage }, (_, i) => (i * 7919) % 256)).toString("base64"),
    );
    for (const path of ["/book/agreement", "/book/agreement.data", "/sign-agreement/key", "/sign-agreement/key.data"]) {
      expect(bodyLimit(path).bytes, path).toBeGreaterThan(picture.length + 8 * KB);
      expect(bodyLimit(path).bytes, path).toBeLessThan(400 * KB);
    }
  });

  it("limits of their own for functions and webhooks, which have no fields", () => {
    expect([bodyLimit("/functions/v1/quote"), bodyLimit("/webhooks/stripe")]).toEqual([
      { bytes: 32 * KB, fields: null },
      { bytes: 256 * KB, fields: null },
    ]);
  });
});
