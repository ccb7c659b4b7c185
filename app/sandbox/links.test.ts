import { expect, it } from "vitest";
import { linksIn } from "./links";

it("finds each link of a message once, without the sentence's full stop", () => {
  const text = "Open http://localhost:3000/a?b=1&c=2. Or (http://localhost:3000/x), please.";
  const html =
    '<a href="http://localhost:3000/a?b=1&amp;c=2">A</a> <a href="http://localhost:3000/only-html">B</a> <a href="tel:+1407">C</a>';
  expect(linksIn({ text, html })).toEqual([
    "http://localhost:3000/a?b=1&c=2",
    "http://localhost:3000/x",
    "http://localhost:3000/only-html",
  ]);
});
