import type { LoaderFunctionArgs } from "@remix-run/node";
import { getInboxMessage } from "~/http/local/sandbox.server";
import { privateHeaders } from "~/http/answers/private-page.server";
import { enterSandbox } from "~/http/local/sandbox.server";

/** An attachment as it was sent; PDFs open in the browser, everything else is saved. */
export async function loader(args: LoaderFunctionArgs) {
  const { sandbox } = await enterSandbox(args);
  const file = getInboxMessage(sandbox, args.params.id).attachments[Number(args.params.index)];
  if (!file) throw new Response(null, { status: 404 });
  const how = file.contentType === "application/pdf" ? "inline" : "attachment";
  return new Response(new Uint8Array(file.content), {
    headers: {
      ...privateHeaders(),
      "Content-Type": file.contentType,
      "Content-Disposition": `${how}; filename="${file.filename.replace(/[^\w. -]/g, "_")}"`,
    },
  });
}
