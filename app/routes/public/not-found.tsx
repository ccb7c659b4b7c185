import { data, type MetaFunction } from "@remix-run/node";
import { useOutletContext } from "@remix-run/react";
import { paths } from "~/paths";
import { Page } from "~/ui/frame/Page";
import { telLink } from "~/ui/frame/facts";
import { pageMeta, type PublicData } from "~/ui/frame/public-data";
import { PlainZipCheck } from "~/ui/home/ZipCheck";
import { Unbroken } from "~/ui/Unbroken";

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: "Page not found",
    description: "This page does not exist. Check your ZIP, book online or call us.",
  });

export function loader() {
  return data(null, { status: 404 });
}

export function action() {
  throw new Response(null, { status: 404 });
}

const PAGES = [
  [paths.book.project(), "Book a dumpster", "size, price and day, all online"],
  [paths.manage.lookup, "Manage booking", "your dates, your documents, how to cancel"],
  [paths.services.residential, "Residential", "cleanouts and remodels at home"],
  [paths.services.commercial, "Commercial", "offices, stores and warehouses"],
  [paths.services.construction, "Construction", "job sites, roofs and concrete"],
  [paths.about, "About us", "who we are and how we charge"],
] as const;

export default function NotFound() {
  const facts = useOutletContext<PublicData | undefined>()?.facts;
  return (
    <Page
      eyebrow="Error 404"
      title="Page not found"
      lead="We could not find that page. It may have moved, or there is a typo in the address."
    >
      <PlainZipCheck />
      <h2>What most people look for</h2>
      <ul>
        {PAGES.map(([to, name, what]) => (
          <li key={to}>
            <a href={to}>{name}</a>: {what}
          </li>
        ))}
      </ul>
      {facts && (
        <p>
          Or call us, <Unbroken text={facts.hoursLabel} />: <a href={telLink(facts.phone)}>{facts.phone}</a>.
        </p>
      )}
      <p className="actions">
        <a className="button" href={paths.home}>
          Return to Home
        </a>
      </p>
    </Page>
  );
}
