import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { pageMeta, usePublicData } from "~/ui/frame/public-data";
import { ServicePage } from "~/ui/home/ServicePage";
import { isServiceKind, SERVICES } from "~/ui/home/services";

export function loader({ params }: LoaderFunctionArgs) {
  if (!isServiceKind(params.kind)) throw new Response(null, { status: 404 });
  return { kind: params.kind };
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => (data ? pageMeta(matches, SERVICES[data.kind].title, SERVICES[data.kind].lead) : []);

export default function Service() {
  const { figures } = usePublicData();
  const { kind } = useLoaderData<typeof loader>();
  return <ServicePage kind={kind} service={SERVICES[kind]} figures={figures} />;
}
