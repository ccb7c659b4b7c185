import type { MetaFunction } from "@remix-run/node";
import { Page } from "~/ui/frame/Page";
import { pageMeta, usePublicData } from "~/ui/frame/public-data";
import { telLink } from "~/ui/frame/facts";

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, "Careers", "Drive a roll-off truck or run the dispatch desk in Orlando.");

export default function Careers() {
  const { facts } = usePublicData();
  return (
    <Page title="Careers" lead="We look for people who park a 16-foot steel box on a driveway without leaving a mark, and for people who pick up the phone.">
      <h2>Drivers</h2>
      <p>You need a Florida commercial driver license (class B or A), a clean record, and patience with low branches. Routes start and end at our yard, so you sleep at home.</p>
      <h2>Dispatch and office</h2>
      <p>You plan the day&rsquo;s trucks, talk with customers, and sort out what went wrong. Experience with hauling helps; a calm voice helps more.</p>
      <h2>How to apply</h2>
      <p>Write to <a href={`mailto:${facts.email}`}>{facts.email}</a> or call <a href={telLink(facts.phone)}>{facts.phone}</a>. Tell us what you have driven or run, and when you could start. No form, no account.</p>
    </Page>
  );
}
