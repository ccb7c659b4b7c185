import type { Sandbox } from "~/sandbox/start.server";
import { enter, type Scope } from "./context.server";

/**
 * The scope of a sandbox page, with the sandbox. Throws 404 unless the request comes from this machine and a service
 * is on its sandbox (domain.md, 4.18): elsewhere these pages do not exist.
 */
export async function enterSandbox(args: { context?: unknown; request: Request }): Promise<Scope & { sandbox: Sandbox }> {
  const scope = await enter(args);
  const { sandbox } = scope.services;
  if (!scope.local || !sandbox) throw new Response(null, { status: 404 });
  return { ...scope, sandbox };
}
