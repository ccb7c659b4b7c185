import type { LoaderFunctionArgs } from "@remix-run/node";
import { enter } from "~/http/context.server";
import { robotsText } from "~/ui/frame/found";

export async function loader(args: LoaderFunctionArgs) {
  const { services } = await enter(args);
  return new Response(robotsText(services.config.publicUrl), {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}
