import { paths } from "~/paths";
import { DrawingParts } from "../art/Dumpster";
import { ServiceScene } from "../art/ServiceScene";
import type { Figures } from "./figures";
import { PageHead } from "./PageHead";
import { SizeCards } from "./sections";
import type { ServiceKind, ServiceText } from "./services";

/** A service page: its kind of place drawn, what it is made for, the three sizes, advice. */
export function ServicePage({ kind, service, figures }: { kind: ServiceKind; service: ServiceText; figures: Figures }) {
  return (
    <>
      <DrawingParts />
      <PageHead eyebrow="Orange · Osceola · Seminole County" title={service.title} lead={service.lead} art={<ServiceScene kind={kind} />}>
        <p className="actions">
          <a className="button" href={paths.book.prefilled({ projectType: service.projectType })}>Start My Project</a>{" "}
          <a className="button secondary" href={paths.coverage}>Check your ZIP</a>
        </p>
      </PageHead>
      <section className="wrap made" aria-labelledby="made-heading">
        <h2 id="made-heading">Made for</h2>
        <ul>{service.jobs.map((job) => <li key={job}>{job}</li>)}</ul>
      </section>
      <section className="band alt" aria-labelledby="sizes-heading">
        <div className="wrap">
          <h2 id="sizes-heading">Sizes and prices</h2>
          <SizeCards figures={figures} />
        </div>
      </section>
      <section className="band wrap" aria-labelledby="advice-heading">
        <h2 id="advice-heading">Good to know</h2>
        <div className="cards lanes">
          {service.advice.map(([heading, text]) => (
            <div key={heading}>
              <h3>{heading}</h3>
              <p className="soft">{text}</p>
            </div>
          ))}
        </div>
      </section>
    </>
  );
}
