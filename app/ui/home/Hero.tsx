import { formatPrice } from "~/domain/kernel/money";
import { paths } from "~/paths";
import { HeroScene } from "../art/HeroScene";
import { telLink, type BusinessFacts } from "../frame/facts";
import { lowestPrice, type Figures } from "../frame/figures";
import { countiesInWords } from "./words";
import { ZipCheck, type ZipAnswer } from "./ZipCheck";

export function Hero({
  facts,
  figures,
  counties,
  answer,
}: {
  facts: BusinessFacts;
  figures: Figures;
  counties: readonly string[];
  answer: ZipAnswer | null;
}) {
  const least = lowestPrice(figures);
  return (
    <section className="hero" id="service-availability" aria-labelledby="hero-heading">
      <div className="wrap">
        <div className="say stack">
          <p className="eyebrow">{countiesInWords(counties)}</p>
          <h1 id="hero-heading">A dumpster in your driveway, as soon as tomorrow.</h1>
          <p className="lead">
            Same-day or next-day delivery. A {figures.includedDays}-day rental
            {least !== null && <> from {formatPrice(least)} plus tax</>}, in {facts.zipClaim}+ ZIP codes.
          </p>
          <ZipCheck answer={answer} />
          <p className="actions">
            <a
              className="button"
              href={paths.book.prefilled({ zip: answer?.state === "valid" ? answer.zip : undefined })}
            >
              Book Online
            </a>{" "}
            <a className="button secondary" href={telLink(facts.phone)}>
              Call Now<span className="unseen">: {facts.phone}</span>
            </a>
          </p>
        </div>
        <HeroScene />
      </div>
    </section>
  );
}
