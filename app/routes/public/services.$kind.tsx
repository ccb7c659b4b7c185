import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { isRouteErrorResponse, useLoaderData } from "@remix-run/react";
import { enter } from "~/http/context.server";
import { paths } from "~/paths";
import { pageMeta, publicDataIn, usePublicData } from "~/ui/frame/public-data";
import { businessNode, crumbsNode, serviceNode } from "~/ui/home/structured-data";
import { SERVICES } from "~/ui/services";
import { isServiceKind } from "~/ui/services/service";
import { RefusedPart, refusedWords } from "~/ui/Refused";
import { useRefusal } from "~/ui/use-refusal";
import { ServicePage } from "~/ui/services/ServicePage";
import NotFound, { meta as notFoundMeta } from "./not-found";

/** What one page adds to the public layout's data: the towns. An unknown kind is not found. */
export async function loader(args: LoaderFunctionArgs) {
  const { kind } = args.params;
  if (!isServiceKind(kind)) throw new Response(null, { status: 404 });
  const coverage = (await enter(args)).services.coverage();
  // As the page shows them: what is there twice costs next to nothing.
  return { kind, towns: coverage.map(({ county, cities }) => [county, cities.join(", ")] as const) };
}

export const meta: MetaFunction<typeof loader> = (args) => {
  const known = publicDataIn(args.matches);
  if (isRouteErrorResponse(args.error) && args.error.status !== 404)
    return pageMeta(args.matches, refusedWords(args.error.status));
  if (!args.data || !known) return notFoundMeta(args) ?? [];
  const { name, title, ...service } = SERVICES[args.data.kind];
  const description = service.description(known);
  const path = paths.services[args.data.kind];
  return pageMeta(args.matches, {
    title,
    description,
    path,
    graph: [serviceNode(known, { name: title, description, path }), businessNode(known), crumbsNode(known, name, path)],
  });
};

export default function Service() {
  const { kind, towns } = useLoaderData<typeof loader>();
  return <ServicePage kind={kind} known={usePublicData()} towns={towns} />;
}

/** Inside the frame, with its links. */
export function ErrorBoundary() {
  const refusal = useRefusal();
  return refusal.status === 404 ? <NotFound /> : <RefusedPart {...refusal} />;
}
