import { describe, expect, it } from "vitest";
import { telLink } from "./facts";
import { stepMarks } from "./FocusedFrame";

describe("telLink", () => {
  it("makes a dialable address of a printed number", () => {
    expect(telLink("(407) 555-0142")).toBe("tel:+14075550142");
    expect(telLink("+1 407 555 0142")).toBe("tel:+14075550142");
  });
});

describe("stepMarks", () => {
  it("links back to done steps with the draft, never ahead", () => {
    const marks = stepMarks("agreement", "drf_1");
    expect(marks.map(({ state }) => state)).toEqual(["done", "done", "current", "ahead"]);
    expect(marks[1]?.href).toBe("/book/schedule?draft=drf_1");
    expect(marks[3]?.href).toBeUndefined();
  });
});
