import type { MetaFunction } from "@remix-run/node";
import { telLink } from "~/ui/frame/facts";
import { Page } from "~/ui/frame/Page";
import { pageMeta, usePublicData } from "~/ui/frame/public-data";

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: "No connection", description: "Shown while there is no connection." });

/** Kept by the service worker (public/sw.js) and shown in the place of any page that could not be loaded. */
export default function Offline() {
  const { facts } = usePublicData();
  return (
    <Page
      eyebrow="No connection"
      title="We could not load this page"
      lead="Check your Wi-Fi or cell signal, then try again. Nothing that you sent before was lost."
    >
      <p className="actions">
        {/* The address bar still holds the page that was wanted: the empty address asks for it again. */}
        <a className="button" href="">
          Try again
        </a>{" "}
        <a className="button secondary" href={telLink(facts.phone)}>
          Call {facts.phone}
        </a>
      </p>
      <h2>What you can do without a connection</h2>
      <ul>
        <li>Call us: {facts.hoursLabel}. We can book, change or cancel for you.</li>
        <li>Read your confirmation email: it has your booking number and your dates.</li>
        <li>Keep this page open. A line at the top tells you while you are offline.</li>
      </ul>
      <p>Booking, paying and looking up a booking need a connection.</p>
    </Page>
  );
}
