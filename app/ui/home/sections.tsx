import { formatPrice } from "~/domain/kernel/money";
import { adviceFor, capacityParts, dimensionsText } from "~/domain/pricing/size-advice";
import { PROJECT_TYPES } from "~/domain/pricing/waste-types";
import { paths } from "~/paths";
import { SizeDrawing } from "../art/SizeDrawing";
import { telLink, type BusinessFacts } from "../frame/facts";
import { faq, type Question } from "./faq";
import { isDeliveryFree, longestOf, type Figures } from "../frame/figures";
import { Unbroken } from "../Unbroken";

const STEPS = [
  ["Tell us what and where", "Choose a size, tell us what goes in, and pick a day. It takes a few minutes."],
  ["Sign and pay", "Read the agreement, sign it on the screen, pay by card. You see the whole total before you pay."],
  ["We set it down", "The driver puts it where you want it, within the delivery time that you chose."],
  [
    "Fill it, we haul it",
    "Fill it level with the rim. We weigh it, and you see the scale ticket before we charge for extra weight.",
  ],
] as const;

export function HowItWorks() {
  return (
    <section className="band wrap" aria-labelledby="how-heading">
      <h2 id="how-heading">How it works</h2>
      <ol className="plain cards how">
        {STEPS.map(([title, text]) => (
          <li key={title}>
            <h3>{title}</h3>
            <p className="soft">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The sizes on offer, side by side, drawn to the same scale. */
export function SizeCards({ figures }: { figures: Figures }) {
  return (
    <div className="cards sizes">
      {figures.sizes.map((row) => (
        <article key={row.size} className="card strong size-card">
          <div className="yard">
            <SizeDrawing
              size={row.size}
              heightFeet={row.height_feet}
              lengthFeet={row.length_feet}
              longest={longestOf(figures)}
            />
            {row.popular && <span className="tag">Most chosen</span>}
          </div>
          <div className="row">
            <h3 className="yards">
              {row.size}
              <small> yard</small>
            </h3>
            <p className="price">
              <b className="face">{formatPrice(row.price)}</b> <span className="soft">plus tax</span>
            </p>
          </div>
          <p>{row.description}</p>
          <ul className="plain small specs">
            <li>{dimensionsText(row)}</li>
            <li>
              <Capacity parts={capacityParts(row, figures)} />
            </li>
            <li>
              {isDeliveryFree(figures) ? "Delivery, pickup" : "Pickup"} and {figures.includedDays} rental days in the
              price
            </li>
          </ul>
          <a className="button full" href={paths.book.prefilled({ dumpsterSize: row.size })}>
            Book {row.size} yards
          </a>
        </article>
      ))}
    </div>
  );
}

/** Each part on a line of its own where both do not fit on one. */
function Capacity({ parts: [room, load] }: { parts: ReturnType<typeof capacityParts> }) {
  return (
    <>
      <span className="inline-block">{`${room}; `}</span>
      <span className="inline-block">{load}</span>
    </>
  );
}

/** Four kinds of project, each with the sizes on offer; a size leads into the booking with both filled in. */
export function SizeAdvisor({ figures }: { figures: Figures }) {
  return (
    <section className="band alt" aria-labelledby="advisor-heading">
      <div className="wrap">
        <h2 id="advisor-heading">Find Your Perfect Dumpster Size</h2>
        <SizeCards figures={figures} />
        <h3 className="ask">What is your project?</h3>
        <div className="advisor">
          {PROJECT_TYPES.map((project, i) => (
            <details key={project.id} name="advisor" open={i === 0}>
              <summary>{project.title}</summary>
              <div className="stack">
                <div className="cards">
                  {adviceFor(project, figures.sizes).map(({ row: { size, price }, reason }, rank) => (
                    <a
                      key={size}
                      className={rank === 0 ? "card strong size-card" : "card size-card"}
                      href={paths.book.prefilled({ projectType: project.id, dumpsterSize: size })}
                    >
                      <span className="row">
                        <b className="face">{size} yard</b> {formatPrice(price)}{" "}
                        {rank === 0 && <span className="tag">Best fit</span>}{" "}
                      </span>
                      <span className="small">{reason}</span>{" "}
                    </a>
                  ))}
                </div>
                <a className="button" href={paths.book.prefilled({ projectType: project.id })}>
                  Start My Project<span className="unseen">: {project.title}</span>
                </a>
              </div>
            </details>
          ))}
        </div>
      </div>
    </section>
  );
}

export function Faq({
  figures,
  facts,
  counties,
}: {
  figures: Figures;
  facts: BusinessFacts;
  counties: readonly string[];
}) {
  const questions = faq(figures, { ...facts, counties });
  const half = Math.ceil(questions.length / 2);
  return (
    <section className="band wrap" aria-labelledby="faq-heading">
      <h2 id="faq-heading">Questions people ask</h2>
      <div className="columns faq">
        <QuestionList questions={questions.slice(0, half)} />
        <QuestionList questions={questions.slice(half)} />
      </div>
    </section>
  );
}

function QuestionList({ questions }: { questions: Question[] }) {
  return (
    <div>
      {questions.map(({ question, answer }) => (
        <details key={question}>
          <summary>{question}</summary>
          <p>{answer}</p>
        </details>
      ))}
    </div>
  );
}

export function ContactCards({ facts }: { facts: BusinessFacts }) {
  const cards = [
    ["Book Now", "Price, day and signature, all online.", paths.book.project(), "Book online"],
    ["Call Now", `A person answers, ${facts.hoursLabel}.`, telLink(facts.phone), facts.phone],
    ["Check Coverage", "See whether we deliver to your ZIP.", paths.coverage, "Check your ZIP"],
  ] as const;
  return (
    <section className="band alt" aria-labelledby="start-heading">
      <div className="wrap">
        <h2 id="start-heading">Ready when you are</h2>
        <div className="cards lanes sizes">
          {cards.map(([title, text, href, action]) => (
            <div key={title} className="size-card">
              <h3>{title}</h3>
              <p className="soft">
                <Unbroken text={text} />
              </p>
              <a className="button secondary" href={href}>
                {action}
              </a>
            </div>
          ))}
        </div>
      </div>
    </section>
  );
}
