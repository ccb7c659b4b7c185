import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { formatInstant } from "~/domain/kernel/time.server";
import { enterSandbox } from "~/http/local/sandbox.server";
import { SandboxFrame } from "~/ui/sandbox/SandboxFrame";

export const meta: MetaFunction = () => [{ title: "Sandbox" }, { name: "robots", content: "noindex" }];

export async function loader(args: LoaderFunctionArgs) {
  const { services } = await enterSandbox(args);
  return { now: formatInstant(services.clock.now()) };
}

export default function SandboxLayout() {
  return (
    <SandboxFrame now={useLoaderData<typeof loader>().now}>
      <Outlet />
    </SandboxFrame>
  );
}
