// Makes app/sandbox/stripe/schemas.json from the Stripe SDK's own parameter types (about 3 s).
// Run `node scripts/stripe-schemas.mjs` after an update of the SDK or a change of app/sandbox/stripe/params.ts.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createGenerator } from "ts-json-schema-generator";

/** @typedef {{ [key: string]: unknown }} Node */

const at = (/** @type {string} */ path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const OPEN_ENUM = "#/definitions/OtherString";

const schema = createGenerator({
  path: at("app/sandbox/stripe/params.ts"),
  tsconfig: at("tsconfig.json"),
  type: "StripeRequests",
  jsDoc: "none",
  skipTypeCheck: true,
  topRef: false,
  additionalProperties: false,
}).createSchema("StripeRequests");

/** Short names: the generator's own take a third of the file. @type {Map<string, string>} */
const names = new Map(
  Object.keys(schema.definitions ?? {}).map((name, index) => [
    `#/definitions/${encodeURIComponent(name)}`,
    `d${index}`,
  ]),
);

/**
 * Unions of words become one closed enum; the SDK's "or any other string" goes; amounts are whole cents.
 * @param {unknown} node
 * @returns {unknown}
 */
function tidy(node) {
  if (Array.isArray(node)) return node.map(tidy);
  if (node === null || typeof node !== "object") return node;
  const given = /** @type {Node} */ (node);
  if (Array.isArray(given.anyOf)) return tidyUnion(given.anyOf);
  if (typeof given.$ref === "string") return { $ref: `#/definitions/${names.get(given.$ref) ?? fail(given.$ref)}` };
  /** @type {Node} */
  const result = {};
  for (const [key, value] of Object.entries(given))
    result[key] = key === "type" && value === "number" ? "integer" : tidy(value);
  return result;
}

/** @param {unknown[]} branches */
function tidyUnion(branches) {
  const kept = /** @type {Node[]} */ (branches).filter((branch) => branch.$ref !== OPEN_ENUM);
  const words = kept.filter((branch) => "const" in branch).map((branch) => branch.const);
  const others = kept.filter((branch) => !("const" in branch)).map(tidy);
  const all = words.length > 0 ? [...others, { enum: words }] : others;
  return all.length === 1 ? all[0] : { anyOf: all };
}

/** @param {string} reference @returns {never} */
function fail(reference) {
  throw new Error(`no definition for ${reference}`);
}

const definitions = Object.fromEntries(
  Object.entries(schema.definitions ?? {}).map(([name, value]) => [
    names.get(`#/definitions/${encodeURIComponent(name)}`),
    tidy(value),
  ]),
);
const file = at("app/sandbox/stripe/schemas.json");
const text = JSON.stringify({ requests: tidy(schema.properties), definitions });
writeFileSync(file, `${text}\n`);
console.log(`${Object.keys(definitions).length} definitions, ${text.length} characters`);
