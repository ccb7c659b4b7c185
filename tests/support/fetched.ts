import type { Page, Request } from "playwright-core";

/**
 * The scripts among them and their bytes over the wire (compressed bodies, and headers apart); waits until the last one
 * is there.
 */
export async function scriptBytes(
  requests: readonly Request[],
): Promise<{ body: number; headers: number; lines: string[] }> {
  const scripts = requests.filter(
    (request) => request.resourceType() === "script" || new URL(request.url()).pathname.endsWith(".js"),
  );
  const sized = await Promise.all(
    scripts.map(async (request) => {
      await request.response();
      const { responseBodySize, responseHeadersSize } = await request.sizes();
      return { path: new URL(request.url()).pathname, body: responseBodySize, headers: responseHeadersSize };
    }),
  );
  const sum = (part: "body" | "headers") => sized.reduce((total, size) => total + size[part], 0);
  return { body: sum("body"), headers: sum("headers"), lines: sized.map(({ path, body }) => `${path} ${body} B`) };
}

/** Icon and manifest: browsers without a window may leave them out, or ask for the icon twice. */
export function linkedFiles(page: Page): Promise<string[]> {
  return page
    .locator("head link[rel=icon], head link[rel=manifest]")
    .evaluateAll((links) => links.map((link) => (link as HTMLLinkElement).href));
}
