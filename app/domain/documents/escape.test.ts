import { describe, expect, it } from "vitest";
import { escapeHtml, href, html, telHref, tidy, trustedHtml, typed, typedLines } from "./escape";
import { HOSTILE, tagNames } from "../../../tests/support/hostile";

describe("html", () => {
  it("escapes every value that is not Html", () => {
    expect(String(html`<p title="${`"'<&\``}">${"<b>"}</p>`)).toBe(
      '<p title="&quot;&#39;&lt;&amp;&#96;">&lt;b&gt;</p>',
    );
  });

  it("lets pieces of Html through, joins lists, drops null and false, keeps 0", () => {
    expect(String(html`${[html`<i>${1}</i>`, "<"]}${null}${false}${undefined}${0}${trustedHtml("<br>")}`)).toBe(
      "<i>1</i>&lt;0<br>",
    );
  });

  it("is not fooled by an object that looks like Html", () => {
    const fake = { markup: "<script>", toString: () => "<script>" } as unknown as string;
    expect(String(html`${fake}`)).toBe("&lt;script&gt;");
  });

  it.each([...HOSTILE.entries()])("keeps hostile text inert: %i", (_index, text) => {
    expect(tagNames(String(html`<p class="${text}">${typed(text)}</p>`))).toEqual(["p", "bdi", "/bdi", "/p"]);
  });
});

describe("text", () => {
  it("has no control characters, overrides or half characters left", () => {
    expect(tidy(" a\r\n\u0000b\u202E\uD800\u00A0c ")).toBe("a b\uFFFD c");
    expect(escapeHtml("\uDC00\u0007x")).toBe("\uFFFDx");
  });

  it("keeps whole emoji and joins lines", () => {
    expect(String(typedLines(["🏳️‍🌈", " ", "b"]))).toBe("<bdi>🏳️‍🌈</bdi><br><bdi>b</bdi>");
  });
});

describe("addresses", () => {
  it.each([
    "javascript:alert(1)",
    " JAVASCRIPT:alert(1)",
    "data:text/html,x",
    "//evil.example",
    "https://a\nb",
    "vbscript:x",
  ])("refuses %j", (address) => {
    expect(href(address)).toBe("#");
  });

  it("lets web, mail and phone through", () => {
    expect(href("https://example.com/a?b=1&c=2")).toBe("https://example.com/a?b=1&c=2");
    expect(href(telHref("(407) 555-0142"))).toBe("tel:+14075550142");
  });
});
