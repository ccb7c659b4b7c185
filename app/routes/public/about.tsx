import type { MetaFunction } from "@remix-run/node";
import { formatPrice } from "~/domain/kernel/money";
import { tons } from "~/domain/pricing/ceiling";
import { paths } from "~/paths";
import { Page } from "~/ui/frame/Page";
import { telLink } from "~/ui/frame/facts";
import { pageMeta, publicDataIn, usePublicData } from "~/ui/frame/public-data";
import { businessNode, crumbsNode } from "~/ui/home/structured-data";
import { countiesInWords, daysInWords, inWords } from "~/ui/home/words";

const DESCRIPTION = "A Central Florida dumpster company that shows the whole price first, and the scale ticket and the photo before any later charge.";

export const meta: MetaFunction = ({ matches }) => {
  const known = publicDataIn(matches);
  return pageMeta(matches, { title: "About us and how we charge", description: DESCRIPTION, path: paths.about, graph: known && [businessNode(known, DESCRIPTION), crumbsNode(known, "About", paths.about)] });
};

export default function About() {
  const { facts, figures, counties, site } = usePublicData();
  return (
    <Page title={`About ${facts.name}`} lead={`We bring empty dumpsters to driveways and building sites in ${countiesInWords(counties)}, and take them away full.`}>
      <h2>Why we do it this way</h2>
      <p>A dumpster is easy to rent and easy to be surprised by: a fee for weight that nobody showed, days that kept counting, a price that was only a beginning. So we built the company around one rule: you see the figure, and the proof behind it, before it is charged.</p>
      <h2>What you can count on</h2>
      <ul>
        <li><b>The price first.</b> You see every line and the tax before you pay, and the most it could come to.</li>
        <li><b>Proof before any later charge.</b> If a load is over {tons(figures.includedTons)}, you get the scale ticket and {figures.noticeHours} hours to question it.</li>
        <li><b>Our lateness is ours.</b> Daily charges stop when you ask for the pickup, not when we arrive. If we miss your delivery window, cancelling is free.</li>
        <li><b>A place you chose.</b> The driver sets the dumpster where you said and takes a photo of it.</li>
        <li><b>{figures.sizes.length} sizes, kept well.</b> {inWords(figures.sizes.map(({ size }) => size))} yards, each with a number on its side.</li>
      </ul>
      <h2>What we ask of you</h2>
      <p>A clear way in, a load that is level with the rim, and nothing dangerous in it. A blocked visit costs {formatPrice(figures.dryRunFee)}; <a href={paths.services.residential}>our advice for driveways</a> keeps you from paying it.</p>
      <h2>Where your load goes</h2>
      <p>To a disposal or recycling facility with a scale. Clean concrete, wood, metal, yard waste and soil are kept apart when you order them apart, and you pay less for them.</p>
      <h2>The terms</h2>
      <p>The rental agreement is the whole contract. You read it while you book and sign it before you pay, and it comes to you by email. Florida law applies. How we treat your data stands in the <a href={paths.privacy}>privacy policy</a>, and how this website is made <a href={paths.developmentProcess}>on a page of its own</a>.</p>
      <h2>Where to find us</h2>
      <p>{facts.addressLines.join(", ")}. The office is open {facts.hoursLabel}: <a href={telLink(facts.phone)}>{facts.phone}</a>, <a href={`mailto:${facts.email}`}>{facts.email}</a>. Dumpsters go out {daysInWords(figures.deliveryWeekdays)}. Questions about work in {site.address.city}? See <a href={paths.careers}>careers</a>.</p>
      <p className="actions">
        <a className="button" href={paths.book.project()}>Book Online</a>{" "}
        <a className="button secondary" href={paths.coverage}>Check your ZIP</a>
      </p>
    </Page>
  );
}
