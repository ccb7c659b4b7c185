import type { LoaderFunctionArgs } from "@remix-run/node";
import { getInboxMessage } from "~/http/local/sandbox.server";
import { privateHeaders } from "~/http/answers/private-page.server";
import { enterSandbox } from "~/http/local/sandbox.server";

/** A mail program shows styles and pictures inside the mail, and runs nothing. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; frame-ancestors 'self'";

export async function loader(args: LoaderFunctionArgs) {
  const { sandbox } = await enterSandbox(args);
  const { html } = getInboxMessage(sandbox, args.params.id);
  const body = html.replace(/<head[^>]*>/i, (head) => `${head}<base target="_top">`);
  return new Response(body, {
    headers: {
      ...privateHeaders(),
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": POLICY,
      "X-Frame-Options": "SAMEORIGIN",
      "Origin-Agent-Cluster": "?0",
    },
  });
}
