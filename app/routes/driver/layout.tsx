import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { isRouteErrorResponse, Outlet, useLoaderData, useRouteError } from "@remix-run/react";
import "~/office.css";
import { enter } from "~/http/context.server";
import { requireDriver } from "~/http/guards.server";
import { paths } from "~/paths";
import { LogoMark } from "~/ui/art/Logo";
import { SignedInAs } from "~/ui/office/OfficeFrame";
import { JumpLink } from "~/ui/JumpLink";
import { Refused } from "~/ui/Refused";

export const handle = { hydrate: "now", area: "office" };
export const meta: MetaFunction = () => [{ title: "Driver Dashboard" }, { name: "robots", content: "noindex" }];
export const headers = () => ({ "Cache-Control": "no-store" });

export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  const { standing } = await requireDriver(scope, args.request);
  return { name: standing.displayName };
}

export default function DriverLayout() {
  const { name } = useLoaderData<typeof loader>();
  return (
    <div className="office driver">
      <JumpLink className="skip" to="main">Skip to main content</JumpLink>
      <header className="bar">
        <a className="logo" href={paths.driver.dashboard}><LogoMark /><span>My jobs</span></a>
        <SignedInAs name={name} role="driver" from="driver" />
      </header>
      <main id="main" tabIndex={-1}><Outlet /></main>
    </div>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  return <Refused status={isRouteErrorResponse(error) ? error.status : 500} detail={isRouteErrorResponse(error) && typeof error.data === "string" && error.data ? error.data : undefined} />;
}
