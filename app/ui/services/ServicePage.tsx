import { paths } from "~/paths";
import { DrawingParts } from "../art/Dumpster";
import { ServiceScene } from "../art/ServiceScene";
import type { PublicData } from "../frame/public-data";
import { PageHead } from "../frame/PageHead";
import { SizeCards } from "../home/sections";
import { countiesInWords } from "../home/words";
import { SERVICES } from "./index";
import { Example, Mistakes, OtherServices, SizeReasons, Towns } from "./sections";
import type { ServiceKind } from "./service";

interface ServicePageProps {
  kind: ServiceKind;
  known: PublicData;
  /** County and its towns in words. */
  towns: readonly (readonly [county: string, names: string])[];
}

/** A service page: its kind of place drawn, what it is made for, the sizes on offer, advice, an order worked out. */
export function ServicePage({ kind, known, towns }: ServicePageProps) {
  const service = SERVICES[kind];
  return (
    <>
      <DrawingParts />
      <PageHead
        eyebrow={countiesInWords(known.counties)}
        title={service.title}
        lead={service.lead}
        art={<ServiceScene kind={kind} />}
      >
        <p className="actions">
          <a className="button" href={paths.book.prefilled({ projectType: service.projects[0] })}>
            Start My Project
          </a>{" "}
          <a className="button secondary" href={paths.coverage}>
            Check your ZIP
          </a>
        </p>
      </PageHead>
      <section className="wrap made" aria-labelledby="made-heading">
        <h2 id="made-heading">Made for</h2>
        <ul>
          {service.jobs.map((job) => (
            <li key={job}>{job}</li>
          ))}
        </ul>
      </section>
      <section className="band alt" aria-labelledby="sizes-heading">
        <div className="wrap">
          <h2 id="sizes-heading">Sizes and prices</h2>
          <SizeCards figures={known.figures} />
          <SizeReasons projects={service.projects} sizes={known.figures.sizes} />
        </div>
      </section>
      <section className="band wrap" aria-labelledby="advice-heading">
        <h2 id="advice-heading">Good to know</h2>
        <div className="cards lanes">
          {service.advice(known).map(({ heading, text, list }) => (
            <div key={heading}>
              <h3>{heading}</h3>
              {text && <p className="soft">{text}</p>}
              {list && (
                <ul className="soft">
                  {list.map((line) => (
                    <li key={line}>{line}</li>
                  ))}
                </ul>
              )}
            </div>
          ))}
        </div>
      </section>
      <div className="band alt">
        <div className="wrap columns">
          <Mistakes list={service.mistakes(known)} />
          <Example example={service.example(known)} figures={known.figures} />
        </div>
      </div>
      <div className="band wrap">
        <Towns towns={towns} />
        <OtherServices except={kind} />
      </div>
    </>
  );
}
