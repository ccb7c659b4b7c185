import { readForm } from "../answers/forms.server";
import { enter, type Scope } from "../context.server";

/** Twilio's own name for what it calls us about. */
export type CallParams = Record<string, string>;

/**
 * What the phone network tells us about a text, or a call, once its signature is right: it covers our public address and all parameters. Throws
 * 403, and nothing has been done.
 */
export async function readSignedCall(
  args: { context?: unknown; request: Request },
  about: "sms" | "voice" = "sms",
): Promise<{ scope: Scope; params: CallParams }> {
  const scope = await enter(args);
  const { request } = args;
  const { config, [about]: network } = scope.services;
  const params: CallParams = {};
  // What comes twice is signed twice: read as one, somebody could add a second to what is signed.
  const signed: Record<string, string | string[]> = {};
  const form = await readForm(request);
  for (const name of new Set(form.keys())) {
    const values = form.getAll(name).filter((value) => typeof value === "string");
    const [first] = values;
    if (first === undefined) continue;
    params[name] = first;
    signed[name] = values.length > 1 ? values : first;
  }
  const { pathname, search } = new URL(request.url);
  const signature = request.headers.get("X-Twilio-Signature") ?? "";
  if (await network.isSigned({ url: `${config.publicUrl}${pathname}${search}`, params: signed, signature }))
    return { scope, params };
  throw Response.json(
    { error: { code: "bad_signature", message: "The signature is missing or wrong." } },
    { status: 403 },
  );
}

/** To a GET of such an address. */
export function onlyPost(): Response {
  return Response.json(
    { error: { code: "method_not_allowed", message: "Use POST." } },
    { status: 405, headers: { Allow: "POST" } },
  );
}
