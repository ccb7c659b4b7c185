import type { MetaFunction } from "@remix-run/node";
import { Page } from "~/ui/frame/Page";
import { pageMeta } from "~/ui/frame/public-data";

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, "How this site is made", "How we build and check this website.");

export default function DevelopmentProcess() {
  return (
    <Page title="How this site is made" lead="You trust this site with an address and a card. This is how we build it.">
      <h2>It works on a bad line</h2>
      <p>Each page arrives finished from our server in one go. You can check a ZIP, book, sign and pay with scripts switched off. Scripts only add comfort, such as a price that changes while you choose.</p>
      <h2>The server decides</h2>
      <p>Prices, free dumpsters and permissions are worked out on our server at the moment you order, never taken from the page. Two people cannot rent the same dumpster.</p>
      <h2>Every change is checked</h2>
      <p>Before a change goes live, automatic tests run through whole bookings with and without scripts, by keyboard alone, and with made-up payments. The tests also try to break the money: no sum may be off by a cent.</p>
      <h2>Small on purpose</h2>
      <p>No trackers, no advertising, no web fonts. If something does not work for you, call us. We answer, and we fix it.</p>
    </Page>
  );
}
