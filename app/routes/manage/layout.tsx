import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { enter } from "~/http/context.server";
import { businessFacts } from "~/ui/frame/facts";
import { PublicFrame } from "~/ui/frame/PublicFrame";

/** The public frame around everything a customer sees after the payment page. */
export async function loader(args: LoaderFunctionArgs) {
  const { services } = await enter(args);
  return { facts: businessFacts(services.settings()) };
}

export const shouldRevalidate = () => false;

export default function ManageLayout() {
  const { facts } = useLoaderData<typeof loader>();
  return (
    <PublicFrame facts={facts} booked>
      <Outlet context={facts} />
    </PublicFrame>
  );
}
