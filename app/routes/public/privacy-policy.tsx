import type { MetaFunction } from "@remix-run/node";
import { Page } from "~/ui/frame/Page";
import { pageMeta, usePublicData } from "~/ui/frame/public-data";
import { telLink } from "~/ui/frame/facts";

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, "Privacy policy", "What we store about you, why, and how to have it changed or removed.");

export default function PrivacyPolicy() {
  const { facts } = usePublicData();
  return (
    <Page title="Privacy policy" lead="We keep what we need to bring, weigh and bill a dumpster. We do not sell it and we do not advertise with it.">
      <h2>What we store</h2>
      <ul>
        <li>Your name, phone number, e-mail address and the delivery address.</li>
        <li>Your order, its price, the dates, and messages between us.</li>
        <li>Your signature with its time and network address, so that the agreement can be proved.</li>
        <li>Photos of the dumpster at your place and the scale ticket of the load.</li>
        <li>The brand and last four digits of your card. The card itself stays with our payment provider.</li>
      </ul>
      <h2>Who sees it</h2>
      <p>Our office, and the driver who comes to you (never prices or cards). Our payment, e-mail and text-message providers get what they need to do their part. Courts and authorities get what the law makes us hand over.</p>
      <h2>Cookies</h2>
      <p>A few, all needed: one ties your unfinished booking to your browser, one keeps you signed in. None follow you elsewhere.</p>
      <h2>Text messages</h2>
      <p>Only if you tick the box. Reply STOP at any time. We do not pass your number on for marketing.</p>
      <h2>How long</h2>
      <p>Unfinished bookings are deleted after two weeks. Bookings, invoices and agreements stay as long as tax and contract law want.</p>
      <h2>Your choices</h2>
      <p>Ask what we have about you, have it corrected, or have removed what we need not keep: <a href={`mailto:${facts.email}`}>{facts.email}</a> or <a href={telLink(facts.phone)}>{facts.phone}</a>.</p>
    </Page>
  );
}
