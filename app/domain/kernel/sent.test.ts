import { describe, expect, it } from "vitest";
import { z } from "zod";
import { checkSent } from "./sent";

describe("what is wrong with a form", () => {
  const schema = z.object({
    place: z.coerce.number().int().min(1),
    takes: z.enum(["on", "off"]),
    to: z.union([z.enum(["on", "off"], "Choose on or off."), z.literal("default")]),
    why: z.string(),
    name: z.string().max(3, "Use at most 3 characters."),
  });

  it("is said in our words, also where the schema has none: never in its library's", () => {
    const sent = { place: "first", takes: "perhaps", to: "x", why: ["a", "b"], name: "much too long" };
    const checked = checkSent(sent, schema);
    const unsaid = "Please check this, and choose or enter it again.";
    expect(checked).toEqual({
      ok: false,
      fields: { place: unsaid, takes: unsaid, to: unsaid, why: unsaid, name: "Use at most 3 characters." },
    });
  });
});
