import { tons, weightOverage } from "~/domain/pricing/ceiling";
import { adviceFor } from "~/domain/pricing/size-advice";
import { PROJECT_TYPES, type ProjectTypeId } from "~/domain/pricing/waste-types";
import { paths } from "~/paths";
import { PricePanel } from "../booking/PricePanel";
import { Money } from "../form/parts";
import type { Figures, SizeFacts } from "../frame/figures";
import { midSentence } from "../home/words";
import { priceExample } from "./price-example";
import { SERVICES } from "./index";
import { SERVICE_KINDS, type ExampleOrder, type ServiceKind } from "./service";

/** For each kind of project which size does what; a size leads into the booking with both filled in. */
export function SizeReasons({ projects, sizes }: { projects: readonly ProjectTypeId[]; sizes: readonly SizeFacts[] }) {
  return (
    <>
      <h2 className="mt-10">Which size for what</h2>
      <div className="cards mt-4">
        {PROJECT_TYPES.filter(({ id }) => projects.includes(id)).map((project) => (
          <section key={project.id}>
            <h3>{project.title}</h3>
            <ul className="mt-3">
              {adviceFor(project, sizes).map(({ row: { size }, reason }) => (
                <li key={size}>
                  <a href={paths.book.prefilled({ projectType: project.id, dumpsterSize: size })}>{size} yards</a>:{" "}
                  <span className="soft">{midSentence(reason)}</span>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  );
}

/** An order priced by the rules that also charge, and what its weight would add. */
export function Example({
  example: { title, lines, rentalDays, weighs, note },
  figures,
}: {
  example: ExampleOrder;
  figures: Figures;
}) {
  const price = priceExample(
    figures,
    lines.map((line) => ({ ...line, rentalDays })),
  );
  if (!price) return null;
  const overage = weighs === undefined ? 0 : weightOverage(weighs, figures);
  return (
    <PricePanel price={price} figures={figures} heading={`Example: ${title}`}>
      <p className="small mt-3">{note}</p>
      {overage > 0 && weighs !== undefined && (
        <p className="small mt-3">
          After the scale: {tons(weighs / 100 - figures.includedTons)} over the included {tons(figures.includedTons)}{" "}
          for <Money cents={overage} />, so{" "}
          <b>
            <Money cents={price.total + overage} />
          </b>{" "}
          in all.
        </p>
      )}
    </PricePanel>
  );
}

export function Mistakes({ list }: { list: readonly string[] }) {
  return (
    <section>
      <h2>Mistakes that cost money</h2>
      <ul className="mt-4">
        {list.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p className="soft mt-4">Nothing is charged later without proof, which you see first and can question.</p>
    </section>
  );
}

export function Towns({ towns }: { towns: readonly (readonly [county: string, names: string])[] }) {
  return (
    <>
      <h2>Where we deliver</h2>
      <div className="cards mt-4">
        {towns.map(([county, names]) => (
          <section key={county}>
            <h3>{county} County</h3>
            <p className="soft mt-3">{names}</p>
          </section>
        ))}
      </div>
      <p className="mt-4">
        Not sure? <a href={paths.coverage}>Check your ZIP code</a>.
      </p>
    </>
  );
}

export function OtherServices({ except }: { except: ServiceKind }) {
  return (
    <>
      <h2 className="mt-10">Another kind of job?</h2>
      <ul className="mt-4">
        {SERVICE_KINDS.filter((kind) => kind !== except).map((kind) => (
          <li key={kind}>
            <a href={paths.services[kind]}>{SERVICES[kind].title}</a>: {SERVICES[kind].jobs.join(", ").toLowerCase()}
          </li>
        ))}
      </ul>
    </>
  );
}
