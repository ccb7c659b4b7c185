import type { LoaderFunctionArgs } from "@remix-run/node";
import { json } from "~/http/answers/json.server";
import { enterSandbox } from "~/http/local/sandbox.server";
import { linksIn } from "~/sandbox/links";

/** Newest first. `?to=`, `?limit=` (50, at most 200) and `?before=<id>` narrow it. */
export async function loader(args: LoaderFunctionArgs) {
  const { sandbox } = await enterSandbox(args);
  const { searchParams } = new URL(args.request.url);
  const found = sandbox.inbox.list({
    limit: Number(searchParams.get("limit")) || 50,
    before: Number(searchParams.get("before")) || undefined,
    to: searchParams.get("to") || undefined,
  });
  return json(
    found.map((entry) => {
      const html = sandbox.inbox.find(entry.messageId)?.html ?? "";
      const attachments = entry.attachments.map((file, i) => ({
        ...file,
        url: `/sandbox/inbox/${entry.id}/attachments/${i}`,
      }));
      return {
        ...entry,
        receivedAt: new Date(entry.receivedAt).toISOString(),
        html,
        // Of a text: queued, sent, delivered or undelivered.
        state: sandbox.twilio?.find(entry.messageId)?.status ?? null,
        links: linksIn({ text: entry.text, html }),
        attachments,
      };
    }),
  );
}
