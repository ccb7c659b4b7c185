import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

type Colour = readonly [red: number, green: number, blue: number];
type Tokens = ReadonlyMap<string, string>;

const sheet = readFileSync(new URL("./tokens.css", import.meta.url), "utf8").replace(/\/\*[^]*?\*\//g, "");
const darkAt = sheet.indexOf("@media screen and (prefers-color-scheme: dark)");
const LIGHT = sheet.slice(0, darkAt);
const DARK = sheet.slice(darkAt);
const THEMES = ["default", "corporate", "modern", "minimal"] as const;

/** What the cascade leaves of a theme's tokens: rules of equal weight, the later one wins. */
function tokensOf(theme: string, dark: boolean): Tokens {
  const selectors = [":root", `[data-theme="${theme}"]`];
  const rules = [...`${LIGHT}${dark ? DARK : ""}`.matchAll(/(:root|\[data-theme="\w+"\])\s*\{([^}]*)\}/g)];
  const mine = rules.filter(([, selector]) => selectors.includes(selector ?? ""));
  return new Map(
    mine.flatMap(([, , body]) =>
      [...(body ?? "").matchAll(/--(\w+):\s*([^;]+);/g)].map(([, name, value]) => [name ?? "", value ?? ""] as const),
    ),
  );
}

/** A token, a hex colour, or a mix of two of them in sRGB. */
function colour(value: string, tokens: Tokens): Colour {
  const variable = /^var\(--(\w+)\)$/.exec(value)?.[1];
  if (variable) return colour(tokens.get(variable) ?? "", tokens);
  const mix = /^color-mix\(in srgb, (.+?) (\d+)%, (.+)\)$/.exec(value);
  if (mix) {
    const [a, b, part] = [colour(mix[1] ?? "", tokens), colour(mix[3] ?? "", tokens), Number(mix[2]) / 100];
    return [0, 1, 2].map((i) => (a[i] ?? 0) * part + (b[i] ?? 0) * (1 - part)) as unknown as Colour;
  }
  const hex = /^#([\da-f]{3}|[\da-f]{6})$/.exec(value)?.[1];
  if (!hex) throw new Error(`${value} is no colour that this test knows`);
  const pairs = hex.length === 3 ? [...hex].map((digit) => digit + digit) : (hex.match(/../g) ?? []);
  return pairs.map((pair) => parseInt(pair, 16)) as unknown as Colour;
}

/** WCAG 2.2: relative luminance and the ratio of two. */
const luminance = (rgb: Colour) =>
  [0.2126, 0.7152, 0.0722].reduce((sum, weight, i) => {
    const part = (rgb[i] ?? 0) / 255;
    return sum + weight * (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  }, 0);
const contrast = (a: Colour, b: Colour) => {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (light + 0.05) / (dark + 0.05);
};

const on = (names: string, grounds: string) =>
  names.split(" ").flatMap((name) => grounds.split(" ").map((ground) => [name, ground] as const));
/** 4.5:1, WCAG 1.4.3: what words are set in, and what they stand on. */
const TEXT = [
  ...on("foreground soft primary", "background surface tint"),
  ...on("secondary bad good", "background surface"),
  ...on("ink", "accent"),
  ...on("#fff accent", "deep"),
  ...on("surface", "secondary bad"),
  ...on("#fff", "steel"),
];
/** 3:1, WCAG 1.4.11: borders of controls, focus rings, drawings. */
const SHAPES = [...on("edge", "background surface tint"), ...on("steel", "background surface"), ...on("accent", "ink")];

describe.each(THEMES.flatMap((theme) => [false, true].map((dark) => [theme, dark ? "dark" : "light"] as const)))(
  "theme %s, %s",
  (theme, scheme) => {
    const tokens = tokensOf(theme, scheme === "dark");
    const named = (name: string) => colour(name.startsWith("#") ? name : `var(--${name})`, tokens);
    it.each(TEXT)("%s on %s reads", (name, ground) => {
      expect(contrast(named(name), named(ground))).toBeGreaterThanOrEqual(4.5);
    });
    it.each(SHAPES)("%s on %s is seen", (name, ground) => {
      expect(contrast(named(name), named(ground))).toBeGreaterThanOrEqual(3);
    });
  },
);

it("measures as WCAG does, and tells the themes apart", () => {
  expect(contrast([255, 255, 255], [0, 0, 0])).toBe(21);
  expect(contrast([119, 119, 119], [255, 255, 255])).toBeCloseTo(4.48, 2);
  expect(
    new Set(THEMES.flatMap((theme) => [false, true].map((dark) => tokensOf(theme, dark).get("background")))).size,
  ).toBe(8);
});
