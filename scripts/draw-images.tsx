import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { renderToStaticMarkup } from "react-dom/server";
import { dimensionsText } from "~/domain/pricing/size-advice";
import { DUMPSTER_SIZES, type DumpsterSizeSpec } from "~/domain/pricing/waste-types";
import { DrawingParts } from "~/ui/art/Dumpster";
import { SizeDrawing } from "~/ui/art/SizeDrawing";

/**
 * Draws public/images/dumpster-15.svg, -20 and -25 (the size rows' `image_path`) from the drawing that the pages show:
 *
 *     node --import tsx scripts/draw-images.tsx
 *
 * Run it again after the drawing or its colours have changed, and commit the files. They carry their own colours, on
 * their own background, so that they look the same on light and dark pages, in mails and in previews.
 */
const ROOT = fileURLToPath(new URL("..", import.meta.url));
const SHEETS = ["app/tokens.css", "app/styles.css", "app/styles/pictures.css"];
const PADDING = 20;

const css = SHEETS.map((file) => readFileSync(join(ROOT, file), "utf8"))
  .join("\n")
  .replaceAll(/\/\*[^]*?\*\//g, "");
const tokens = readTokens();

for (const row of DUMPSTER_SIZES) {
  const file = join(ROOT, "public", row.image_path);
  mkdirSync(dirname(file), { recursive: true });
  const svg = draw(row);
  writeFileSync(file, svg);
  console.log(`public${row.image_path}  ${svg.length} bytes`);
}

function draw(row: DumpsterSizeSpec): string {
  const parts = /<defs>[^]*<\/defs>/.exec(renderToStaticMarkup(<DrawingParts />))?.[0];
  const drawing = /^<svg[^>]*viewBox="([\d. -]+)"[^>]*>([^]*)<\/svg>$/.exec(
    renderToStaticMarkup(<SizeDrawing size={row.size} heightFeet={row.height_feet} lengthFeet={row.length_feet} />),
  );
  const [x = 0, y = 0, width = 0, height = 0] = (drawing?.[1] ?? "").split(" ").map(Number);
  const content = drawing?.[2];
  if (!parts || !content || !width || !height) throw new Error("the drawing has another shape than this script knows");
  const box = { x: x - PADDING, y: y - PADDING, width: width + 2 * PADDING, height: height + 2 * PADDING };
  const title = `${row.size}-yard dumpster, ${dimensionsText(row)}, beside a person and a pickup truck`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${Object.values(box).join(" ")}" width="${box.width * 2}" height="${box.height * 2}" role="img" aria-labelledby="title">`,
    `<title id="title">${title}</title>`,
    `<style>${rulesFor(parts + content)}</style>`,
    `<rect x="${box.x}" y="${box.y}" width="${box.width}" height="${box.height}" fill="${resolve("var(--background)")}"/>`,
    `${parts}<g class="drawing">${content}</g></svg>\n`,
  ].join("\n");
}

/**
 * The sheet's rules for the classes that the drawing uses, with their colours written out. Queries are left out: one
 * look.
 */
function rulesFor(markup: string): string {
  const used = new Set([
    "drawing",
    ...[...markup.matchAll(/class="([^"]*)"/g)].flatMap((found) => (found[1] ?? "").split(" ")),
  ]);
  const rules = [...withoutQueries(css).matchAll(/([^{};]+)\{([^{}]*)\}/g)].flatMap(([, selectors = "", body = ""]) => {
    const mine = selectors
      .split(",")
      .map((selector) => selector.trim())
      .filter((selector) => {
        const classes = [...selector.matchAll(/\.([\w-]+)/g)].map((found) => found[1] ?? "");
        return classes.length > 0 && classes.every((name) => used.has(name)) && !/[:[>+~]/.test(selector);
      });
    return mine.length > 0 ? [`${mine.join(",")}{${resolve(body.trim().replaceAll(/\s*\n\s*/g, ""))}}`] : [];
  });
  return [`svg{color:${resolve("var(--foreground)")}}`, ...rules].join("");
}

/** What stands in @media and @supports is dropped; layers are only opened. */
function withoutQueries(sheet: string): string {
  let text = "";
  for (let at = 0; at < sheet.length;) {
    if (!/^@(media|supports|keyframes)/.test(sheet.slice(at, at + 10))) {
      text += sheet[at++];
      continue;
    }
    at = sheet.indexOf("{", at) + 1;
    for (let depth = 1; depth > 0 && at < sheet.length; at++)
      depth += sheet[at] === "{" ? 1 : sheet[at] === "}" ? -1 : 0;
  }
  return text.replaceAll(/@layer [^{;]*\{/g, "");
}

/** The tokens of :root, in light colours. */
function readTokens(): Map<string, string> {
  const root = [...withoutQueries(css).matchAll(/:root\s*\{([^{}]*)\}/g)].map((found) => found[1] ?? "").join(";");
  return new Map(
    root.split(";").flatMap((line) => {
      const [, name, value] = /^\s*(--[\w-]+)\s*:\s*(.+)$/s.exec(line) ?? [];
      return name && value ? [[name, value.trim()] as const] : [];
    }),
  );
}

/** Throws for a colour that stands nowhere: a picture that is black by mistake would be noticed late. */
function resolve(text: string): string {
  for (let turn = 0; text.includes("var(") && turn < 10; turn++) {
    text = text.replaceAll(
      /var\((--[\w-]+)(?:,\s*(var\(--[\w-]+\)|[^()]*))?\)/g,
      (_, name: string, fallback?: string) => {
        const value = tokens.get(name) ?? fallback;
        if (value === undefined) throw new Error(`the sheets do not say what ${name} is`);
        return value;
      },
    );
  }
  return text;
}
