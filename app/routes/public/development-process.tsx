import type { MetaFunction } from "@remix-run/node";
import { paths } from "~/paths";
import { Page } from "~/ui/frame/Page";
import { telLink } from "~/ui/frame/facts";
import { usePublicData } from "~/ui/frame/public-data";
import { infoMeta } from "~/ui/home/structured-data";

export const meta: MetaFunction = ({ matches }) =>
  infoMeta(matches, { title: "How this website is made", crumb: "How this website is made", path: paths.developmentProcess, description: "How we build and check this website, what it does without scripts, and our accessibility statement." });

export default function DevelopmentProcess() {
  const { facts } = usePublicData();
  return (
    <Page title="How this website is made" lead="You trust this site with an address and a card. This is how we build it.">
      <h2>It works on a bad line</h2>
      <p>Each page arrives finished from our server in one go. You can check a ZIP, book, sign and pay with scripts switched off. Scripts only add comfort, such as a price that changes while you choose, and your browser fetches them only when you begin to fill in a form.</p>
      <h2>The server decides</h2>
      <p>Prices, free dumpsters and permissions are worked out on our server at the moment you order, never taken from the page. Two people cannot rent the same dumpster: it is counted and reserved in one step.</p>
      <h2>Money is counted in cents</h2>
      <p>One set of rules prices the cards on these pages, your order and your invoice. Tests price many thousands of made-up orders and check that no sum is off by a cent or falls below nothing.</p>
      <h2>Every change is checked</h2>
      <p>Before a change goes live, automatic tests run through whole bookings with and without scripts, by keyboard alone, and with made-up payments. Others cut the power between payment and email, send the same message twice, and let many buyers ask for the last dumpster at once.</p>
      <h2>Small on purpose</h2>
      <p>No trackers, no advertising, no web fonts. What is stored about you stands in the <a href={paths.privacy}>privacy policy</a>. If you find a weak place in our security, please write to <a href={`mailto:${facts.email}?subject=Security`}>{facts.email}</a>; we will thank you and fix it.</p>
      <h2 id="accessibility">Accessibility</h2>
      <p>We want everyone to be able to rent a dumpster here. We build to the Web Content Accessibility Guidelines 2.2, level AA, and test each page for it:</p>
      <ul>
        <li>by keyboard alone, and in a text browser;</li>
        <li>with large text, on a narrow screen, with high contrast colors and with less motion;</li>
        <li>with an automatic checker on every page.</li>
      </ul>
      <p>Keys: Alt and 1 lead to the main content, Alt and 2 to the navigation, Alt and 3 to the ZIP check (some browsers want Shift or Control as well).</p>
      <p>The agreement and the invoice also exist as plain web pages, not only as PDF. If something does not work for you, or you would rather book by voice, call <a href={telLink(facts.phone)}>{facts.phone}</a> ({facts.hoursLabel}) or write to <a href={`mailto:${facts.email}?subject=Accessibility`}>{facts.email}</a>. We book it for you at the same price, and we fix the page.</p>
    </Page>
  );
}
