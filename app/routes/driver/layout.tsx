import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useRouteLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import "~/office.css";
import { listNotices } from "~/domain/driver/notices.server";
import { enter } from "~/http/context.server";
import { findSentForm } from "~/http/access/kept-form.server";
import { requireDriver } from "~/http/access/guards.server";
import { paths } from "~/paths";
import { OnlinePhone } from "~/ui/driver/OnlinePhone";
import { LogoMark } from "~/ui/art/Logo";
import { SignedInAs } from "~/ui/office/SignedInAs";
import { SignedInTab } from "~/ui/office/TabsOfOne";
import { StatusLine } from "~/ui/frame/StatusLine";
import { JumpLink } from "~/ui/JumpLink";
import { useWaitForReading } from "~/ui/live/wait-for-reading";
import { Refused, RefusedPart } from "~/ui/Refused";
import { useRefusal } from "~/ui/use-refusal";

export const handle = { hydrate: "now", afterPaint: true, area: "office" };
export const meta: MetaFunction = () => [{ title: "Driver Dashboard" }, { name: "robots", content: "noindex" }];
export const headers = () => ({ "Cache-Control": "no-store" });

export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  const { account, standing, driverId } = await requireDriver(scope, args.request);
  return {
    me: account.id,
    driver: driverId,
    name: standing.displayName,
    notices: driverId
      ? listNotices(scope.services.db.orm, driverId, { jobId: args.params["id"], now: scope.services.clock.now() })
      : [],
    /** What this driver sent to the page as their session had ended (http/access/kept-form.server.ts). */
    sent: findSentForm(scope, args.request, account.id),
  };
}

export default function DriverLayout({ children = <Outlet /> }: { children?: ReactNode }) {
  const { me, driver, name, notices } = useFrame() as NonNullable<ReturnType<typeof useFrame>>;
  useWaitForReading();
  return (
    <div className="office driver">
      <JumpLink className="skip" to="main">
        Skip to main content
      </JumpLink>
      <header className="bar">
        <nav aria-label="Driver" accessKey="2" tabIndex={-1}>
          <a className="logo" href={paths.driver.dashboard}>
            <LogoMark />
            <span>My jobs</span>
          </a>
        </nav>
        <SignedInAs name={name} role="driver" from="driver" />
      </header>
      <StatusLine />
      <SignedInTab me={me} />
      <OnlinePhone driver={driver} name={name} notices={notices}>
        <main id="main" tabIndex={-1} accessKey="1">
          {children}
        </main>
      </OnlinePhone>
    </div>
  );
}

/** Also in the boundary, where a route may not ask for its own data in the usual way. */
const useFrame = () => useRouteLoaderData<typeof loader>("routes/driver/layout");

/** In the frame where the page is a driver's; else as anywhere. A boundary of a page would read the frame for any method. */
export function ErrorBoundary() {
  const refusal = useRefusal();
  if (!useFrame()) return <Refused {...refusal} />;
  return (
    <DriverLayout>
      <RefusedPart
        {...refusal}
        {...(refusal.status === 404 && refusal.detail && { heading: "Not on your list" })}
        back={{ label: "Back to all jobs", to: paths.driver.dashboard }}
      />
    </DriverLayout>
  );
}
