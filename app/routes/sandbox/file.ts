import type { LoaderFunctionArgs } from "@remix-run/node";
import { privateHeaders } from "~/http/answers/private-page.server";
import { enterSandbox } from "~/http/local/sandbox.server";

/** What was uploaded to the card company, as its staff would read it. */
export async function loader(args: LoaderFunctionArgs) {
  const { sandbox } = await enterSandbox(args);
  const found = sandbox.stripe?.content(args.params["id"] ?? "");
  if (!found) throw new Response(null, { status: 404 });
  return new Response(new Uint8Array(found.content), {
    headers: { ...privateHeaders(), "Content-Type": found.type, "Content-Disposition": "inline" },
  });
}
