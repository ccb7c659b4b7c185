import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { enter } from "~/http/context.server";
import { paths } from "~/paths";
import { DrawingParts } from "~/ui/art/SizeDrawing";
import { pageMeta, publicDataIn, usePublicData } from "~/ui/frame/public-data";
import { SizeCards } from "~/ui/home/sections";
import { businessNode, crumbsNode, serviceNode } from "~/ui/home/structured-data";
import { countiesInWords } from "~/ui/home/words";
import { SERVICES } from "~/ui/services";
import { isServiceKind } from "~/ui/services/service";
import { Example, Mistakes, OtherServices, SizeReasons, Towns } from "~/ui/services/sections";
import NotFound, { meta as notFoundMeta } from "./not-found";

/** What one page adds to the public layout's data: the towns. An unknown kind is not found. */
export async function loader(args: LoaderFunctionArgs) {
  const { kind } = args.params;
  if (!isServiceKind(kind)) throw new Response(null, { status: 404 });
  return { kind, coverage: (await enter(args)).services.coverage() };
}

export const meta: MetaFunction<typeof loader> = (args) => {
  const known = publicDataIn(args.matches);
  if (!args.data || !known) return notFoundMeta(args) ?? [];
  const { name, title, ...service } = SERVICES[args.data.kind];
  const description = service.description(known);
  const path = paths.services[args.data.kind];
  return pageMeta(args.matches, {
    title, description, path,
    graph: [serviceNode(known, { name: title, description, path }), businessNode(known), crumbsNode(known, name, path)],
  });
};

export default function Service() {
  const known = usePublicData();
  const { kind, coverage } = useLoaderData<typeof loader>();
  const service = SERVICES[kind];
  return (
    <div className="wrap page">
      <DrawingParts />
      <div className="with-side">
        <div className="stack">
          <p className="eyebrow">{countiesInWords(known.counties)}</p>
          <h1>{service.title}</h1>
          <p className="lead">{service.lead}</p>
          <p className="actions">
            <a className="button" href={paths.book.prefilled({ projectType: service.projects[0] })}>Start My Project</a>{" "}
            <a className="button secondary" href={paths.coverage}>Check your ZIP</a>
          </p>
        </div>
        <div className="card strong">
          <h2>Made for</h2>
          <ul>{service.jobs.map((job) => <li key={job}>{job}</li>)}</ul>
        </div>
      </div>
      <h2 className="mt-10">Sizes and prices</h2>
      <SizeCards figures={known.figures} />
      <SizeReasons projects={service.projects} />
      <h2 className="mt-10">Good to know</h2>
      <div className="cards wide mt-4">
        {service.advice(known).map(({ heading, text, list }) => (
          <section key={heading}>
            <h3>{heading}</h3>
            {text && <p className="soft mt-1">{text}</p>}
            {list && <ul className="soft mt-1">{list.map((line) => <li key={line}>{line}</li>)}</ul>}
          </section>
        ))}
      </div>
      <div className="with-side mt-10">
        <Mistakes list={service.mistakes(known)} />
        <Example example={service.example(known)} figures={known.figures} />
      </div>
      <Towns coverage={coverage} />
      <OtherServices except={kind} />
    </div>
  );
}

/** Inside the frame, with its links. */
export function ErrorBoundary() {
  return <NotFound />;
}
