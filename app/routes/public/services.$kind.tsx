import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { paths } from "~/paths";
import { DrawingParts } from "~/ui/art/SizeDrawing";
import { pageMeta, usePublicData } from "~/ui/frame/public-data";
import { SizeCards } from "~/ui/home/sections";
import { isServiceKind, SERVICES } from "~/ui/home/services";

export function loader({ params }: LoaderFunctionArgs) {
  if (!isServiceKind(params.kind)) throw new Response(null, { status: 404 });
  return { kind: params.kind };
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => (data ? pageMeta(matches, SERVICES[data.kind].title, SERVICES[data.kind].lead) : []);

export default function Service() {
  const { figures } = usePublicData();
  const service = SERVICES[useLoaderData<typeof loader>().kind];
  return (
    <div className="wrap page">
      <DrawingParts />
      <div className="with-side">
        <div className="stack">
          <p className="eyebrow">Orange, Osceola and Seminole County</p>
          <h1>{service.title}</h1>
          <p className="lead">{service.lead}</p>
          <p className="actions">
            <a className="button" href={paths.book.prefilled({ projectType: service.projectType })}>Start My Project</a>{" "}
            <a className="button secondary" href={paths.coverage}>Check your ZIP</a>
          </p>
        </div>
        <div className="card strong">
          <h2>Made for</h2>
          <ul>{service.jobs.map((job) => <li key={job}>{job}</li>)}</ul>
        </div>
      </div>
      <h2 className="mt-10">Sizes and prices</h2>
      <SizeCards figures={figures} />
      <h2 className="mt-10">Good to know</h2>
      <div className="cards mt-4">
        {service.advice.map(([heading, text]) => (
          <div key={heading}>
            <h3>{heading}</h3>
            <p className="soft">{text}</p>
          </div>
        ))}
      </div>
    </div>
  );
}
