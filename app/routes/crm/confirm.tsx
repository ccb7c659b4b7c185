import { redirectDocument, type LoaderFunctionArgs } from "@remix-run/node";
import { enter } from "~/http/context.server";
import { confirmCookie } from "~/http/access/session.server";
import { paths } from "~/paths";

/** The link in the confirmation mail: it leads back to the Login tab, and signing in there confirms the address. */
export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  const token = new URL(args.request.url).searchParams.get("token") ?? "";
  if (!/^[\w-]{10,64}$/.test(token)) return redirectDocument(paths.auth);
  return redirectDocument(`${paths.auth}?told=confirm`, {
    headers: {
      "Set-Cookie": confirmCookie(scope, token),
      "Cache-Control": "no-store",
      "Referrer-Policy": "no-referrer",
    },
  });
}
