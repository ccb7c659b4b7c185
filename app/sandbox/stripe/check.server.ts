import type * as AjvModule from "ajv";
import type { Ajv, ErrorObject, ValidateFunction } from "ajv";
import { createRequire } from "node:module";
import { invalid, type StripeRefusal } from "./errors";
import type { FormFields } from "./form";
import type { StripeRequests } from "./params";
import schemas from "./schemas.json";

export type RequestName = keyof StripeRequests;

let ajv: Ajv | undefined;
const compiled = new Map<RequestName, ValidateFunction>();

/**
 * The parameters with their types (numbers and booleans made of the form's text), or throws the refusal that
 * Stripe would give: unknown parameter, wrong word, fractional cents, missing parameter.
 */
export function checkParams<N extends RequestName>(name: N, fields: FormFields): StripeRequests[N] {
  const params: unknown = structuredClone(fields);
  const validate = validator(name);
  if (!validate(params)) throw refusal(validate.errors ?? []);
  checkMetadata(params as { metadata?: unknown });
  return params as StripeRequests[N];
}

/** Loaded and compiled at first use: a schema takes some 20 ms, and most processes need few. */
function validator(name: RequestName): ValidateFunction {
  let validate = compiled.get(name);
  if (!validate) {
    ajv ??= new (createRequire(import.meta.url)("ajv") as typeof AjvModule).Ajv({
      coerceTypes: true,
      allErrors: true,
      strict: false,
      // Our own schemas, made from the SDK's types: to check them again would take longer than to compile one.
      meta: false,
      validateSchema: false,
    });
    const request = schemas.requests[name];
    validate = ajv.compile({ ...request, definitions: reached(request) });
    compiled.set(name, validate);
  }
  return validate;
}

/** The definitions that a schema leads to: a few of nine hundred, each of which would be walked through. */
function reached(schema: object, found: Record<string, object> = {}): Record<string, object> {
  const all: Record<string, object> = schemas.definitions;
  for (const [, name = ""] of JSON.stringify(schema).matchAll(/"#\/definitions\/(\w+)"/g)) {
    const definition = all[name];
    if (!definition || found[name]) continue;
    found[name] = definition;
    reached(definition, found);
  }
  return found;
}

/** A union reports every branch that did not fit; the deepest complaint is about the branch that was meant. */
function refusal(errors: ErrorObject[]): StripeRefusal {
  const telling = errors.filter(
    (error) => error.keyword !== "anyOf" && !(error.keyword === "type" && error.params.type === "null"),
  );
  const depth = (error: ErrorObject) =>
    error.instancePath.split("/").length + (error.keyword === "additionalProperties" ? 0.5 : 0);
  const worst = telling.sort((a, b) => depth(b) - depth(a))[0] ?? errors[0];
  if (!worst) return invalid("The request is malformed.");
  const here = worst.instancePath.split("/").slice(1);
  const param = bracketed(here);
  switch (worst.keyword) {
    case "additionalProperties": {
      const unknown = bracketed([...here, String(worst.params.additionalProperty)]);
      return invalid(`Received unknown parameter: ${unknown}`, unknown, "parameter_unknown");
    }
    case "required": {
      const absent = bracketed([...here, String(worst.params.missingProperty)]);
      return invalid(`Missing required param: ${absent}.`, absent, "parameter_missing");
    }
    case "enum":
      return invalid(
        `Invalid ${param}: must be one of ${(worst.params.allowedValues as string[]).slice(0, 12).join(", ")}`,
        param,
      );
    case "type":
      return worst.params.type === "integer"
        ? invalid(`Invalid integer: ${param}`, param, "parameter_invalid_integer")
        : invalid(`Invalid ${String(worst.params.type)}: ${param}`, param);
    default:
      return invalid(`Invalid ${param}: ${worst.message ?? "wrong value"}`, param);
  }
}

function bracketed([first = "", ...rest]: string[]): string {
  return first + rest.map((part) => `[${part}]`).join("");
}

/** Limits that Stripe documents for metadata: 50 keys of 40 characters, values of 500. */
function checkMetadata({ metadata }: { metadata?: unknown }): void {
  if (metadata === null || typeof metadata !== "object") return;
  const entries = Object.entries(metadata);
  if (entries.length > 50) throw invalid("Metadata can have up to 50 keys.", "metadata");
  for (const [key, value] of entries) {
    if (key.length > 40) throw invalid(`Metadata key '${key}' is longer than 40 characters.`, "metadata");
    if (String(value).length > 500)
      throw invalid(`Metadata value of '${key}' is longer than 500 characters.`, `metadata[${key}]`);
  }
}
