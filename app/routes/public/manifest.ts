import type { LoaderFunctionArgs } from "@remix-run/node";
import { enter } from "~/http/context.server";
import { webManifest } from "~/ui/frame/web-app";

/** The company's name is a setting (domain.md, 4.13), so this is no file of public/. */
export async function loader(args: LoaderFunctionArgs) {
  const { services } = await enter(args);
  const { businessName, address } = services.settings();
  const manifest = webManifest({
    name: businessName,
    counties: services.coverage().map(({ county }) => county),
    state: address.state,
  });
  return new Response(JSON.stringify(manifest), {
    headers: { "Content-Type": "application/manifest+json", "Cache-Control": "public, max-age=3600" },
  });
}
