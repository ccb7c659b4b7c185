import type { LoaderFunctionArgs } from "@remix-run/node";
import { plainWhole } from "~/domain/kernel/whole";
import { requireAdmin } from "~/http/access/guards.server";
import { privateHeaders } from "~/http/answers/private-page.server";
import { enter } from "~/http/context.server";
import { MESSAGE_KINDS, samplesOf } from "~/services/messages/samples.server";

/** As a mail program has it: styles inside the mail, nothing that runs, nothing that is loaded. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/** A mail with made-up facts, for the frame of its preview: `?kind=` and which of its samples. 404 for any other. */
export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  await requireAdmin(scope, args.request);
  const { searchParams } = new URL(args.request.url);
  const kind = MESSAGE_KINDS.find((one) => one === searchParams.get("kind"));
  const mail = kind && samplesOf(scope.services, kind)[plainWhole(searchParams.get("sample")) ?? -1]?.mail;
  if (!mail) throw new Response("There is no such message.", { status: 404 });
  return new Response(mail.html, {
    headers: {
      ...privateHeaders(),
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": POLICY,
      "X-Frame-Options": "SAMEORIGIN",
      "Origin-Agent-Cluster": "?0",
    },
  });
}
