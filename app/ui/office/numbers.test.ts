import { renderToStaticMarkup } from "react-dom/server";
import { createElement } from "react";
import { expect, it } from "vitest";
import { Numbers } from "./Numbers";

const shown = (text: string) => renderToStaticMarkup(createElement(Numbers, { text }));

it("keeps the numbers of bookings and papers in one line, and every word as it is", () => {
  expect(shown("Ann Lee, DMP-2026-000110 and INV-2026-000012.")).toBe(
    'Ann Lee, <span class="num">DMP-2026-000110</span> and <span class="num">INV-2026-000012</span>.',
  );
  expect(shown("20-07 & (407) 555-0133")).toBe("20-07 &amp; (407) 555-0133");
});
