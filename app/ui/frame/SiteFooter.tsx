import { paths } from "~/paths";
import { Unbroken } from "../Unbroken";
import { ThemePicker } from "./ThemePicker";
import { telLink, type BusinessFacts } from "./facts";

/** The band above the footer: talk to a person; start a booking, or (`booked`) see to the one there is. */
export function ContactBand({ facts, booked }: { facts: BusinessFacts; booked: boolean }) {
  return (
    <section className="contact" aria-labelledby="contact-heading">
      <div className="wrap">
        <div>
          <h2 id="contact-heading">{booked ? "Questions about your booking?" : "Not sure what you need?"}</h2>
          <p>
            {booked ? (
              <Unbroken text={`Call us with your booking number at hand, ${facts.hoursLabel}.`} />
            ) : (
              "Tell us what you are throwing out. We will tell you the size and the price."
            )}
          </p>
        </div>
        <p className="actions">
          <a className="button secondary" href={telLink(facts.phone)}>
            Call {facts.phone}
          </a>{" "}
          {!booked && (
            <a className="button secondary" href={paths.book.project()}>
              Book Online
            </a>
          )}
        </p>
      </div>
    </section>
  );
}

export function SiteFooter({ facts }: { facts: BusinessFacts }) {
  return (
    <footer className="foot">
      <div className="wrap cards">
        <div>
          <p className="face">{facts.name}</p>
          <address>
            {facts.addressLines.map((line) => (
              <span key={line}>
                {line}
                <br />
              </span>
            ))}
          </address>
          {facts.claims.map((claim) => (
            <p key={claim} className="small">
              {claim}
            </p>
          ))}
        </div>
        <div>
          <p>Open {facts.hoursLabel}</p>
          <p>
            <a href={telLink(facts.phone)}>{facts.phone}</a>
          </p>
          <p>
            <a href={`mailto:${facts.email}`}>{facts.email}</a>
          </p>
        </div>
        <nav aria-label="Footer">
          <ul className="plain">
            <li>
              <a href={paths.about}>About</a>
            </li>
            <li>
              <a href={paths.manage.lookup}>Manage booking</a>
            </li>
            <li>
              <a href={paths.privacy}>Privacy policy</a>
            </li>
            <li>
              <a href={paths.careers}>Careers</a>
            </li>
            <li>
              <a href={paths.zipField} accessKey="3">
                Check your ZIP
              </a>
            </li>
          </ul>
        </nav>
        <p className="small">
          ZIP data:{" "}
          <a href="https://www.geonames.org/" rel="noreferrer">
            GeoNames
          </a>
          ,{" "}
          <a href="https://creativecommons.org/licenses/by/4.0/" rel="noreferrer">
            CC BY 4.0
          </a>
        </p>
        <ThemePicker />
      </div>
    </footer>
  );
}
