import type { MetaFunction } from "@remix-run/node";
import { formatPrice } from "~/domain/kernel/money";
import { tons } from "~/domain/pricing/ceiling";
import { MATERIAL_LIST, materialTerms } from "~/domain/pricing/materials";
import type { ChangedTerms } from "~/domain/pricing/types";
import { paths } from "~/paths";
import { Page } from "~/ui/frame/Page";
import { telLink } from "~/ui/frame/facts";
import { pageMeta, publicDataIn, usePublicData } from "~/ui/frame/public-data";
import { Photographs } from "~/ui/home/Proof";
import { businessNode, crumbsNode } from "~/ui/home/structured-data";
import { countiesInWords, daysInWords, inWords, midSentence } from "~/ui/home/words";
import { Unbroken } from "~/ui/Unbroken";

const DESCRIPTION =
  "A Central Florida dumpster company that shows the whole price first, and the scale ticket or the photo before any later charge.";

/** The materials that really cost less by themselves than mixed debris does, by the table that also charges. */
const cheaperApart = (changed: ChangedTerms | null) =>
  MATERIAL_LIST.filter(({ id }) => {
    const { multiplier, creditRate, handlingFee } = materialTerms(id, changed);
    return multiplier - creditRate < 1 && handlingFee === 0;
  }).map(({ label }) => midSentence(label));

export const meta: MetaFunction = ({ matches }) => {
  const known = publicDataIn(matches);
  return pageMeta(matches, {
    title: "About us and how we charge",
    description: DESCRIPTION,
    path: paths.about,
    graph: known && [businessNode(known, DESCRIPTION), crumbsNode(known, "About", paths.about)],
  });
};

export default function About() {
  const { facts, figures, counties, site, proof } = usePublicData();
  return (
    <Page
      title={`About ${facts.name}`}
      lead={`We bring empty dumpsters to driveways and job sites in ${countiesInWords(counties)}, and take them away full.`}
    >
      <h2>Why we do it this way</h2>
      <p>
        A dumpster is easy to rent and easy to be surprised by: a fee for weight that nobody mentioned, days that kept
        counting, a price that was only a beginning. So we built the company around one rule: you see the figure, and
        the proof behind it, before it is charged.
      </p>
      <h2>What you can count on</h2>
      <ul>
        <li>
          <b>The price first.</b> You see every line and the tax before you pay, and what a heavier load would add.
        </li>
        <li>
          <b>Proof before any later charge.</b> If a load is over {tons(figures.includedTons)}, you get the scale ticket
          and {figures.noticeHours} hours to question it.
        </li>
        <li>
          <b>Our delays are on us.</b> Daily charges stop when you ask for the pickup, not when we arrive. If we miss
          your delivery window, you can cancel for free.
        </li>
        <li>
          <b>Where you want it.</b> The driver goes by your address and your notes, and calls you if something is in the
          way.
        </li>
        {figures.sizes.length > 0 && (
          <li>
            <b>{figures.sizes.length === 1 ? "1 size" : `${figures.sizes.length} sizes`}.</b>{" "}
            {inWords(figures.sizes.map(({ size }) => size))} yards, each with a number on its side.
          </li>
        )}
        {facts.claims.length > 0 && (
          <li>
            <b>On paper.</b> {facts.claims.join(", ")}.
          </li>
        )}
      </ul>
      {proof.photographs.length > 0 && (
        <>
          <h2>Our yard and trucks</h2>
          <Photographs photographs={proof.photographs} />
        </>
      )}
      <h2>What we ask of you</h2>
      <p>
        A clear way in, a load that is level with the rim, and nothing dangerous in it. A blocked visit costs{" "}
        {formatPrice(figures.dryRunFee)}; <a href={paths.services.residential}>our advice for driveways</a> helps you
        avoid it.
      </p>
      <h2>Where your load goes</h2>
      <p>
        To a disposal or recycling facility with a scale. Sorting saves money:{" "}
        {inWords(cheaperApart(figures.materials))} cost less in a dumpster of their own than mixed with other debris.
      </p>
      <h2>The terms</h2>
      <p>
        The rental agreement is the whole contract. You read it while you book, sign it before you pay, and get a copy
        by email. Florida law applies. How we treat your data is in the <a href={paths.privacy}>privacy policy</a>, and
        what this website does for you is on <a href={paths.developmentProcess}>its own page</a>.
      </p>
      <h2>Where to find us</h2>
      <p>
        {facts.addressLines.join(", ")}. The office is open <Unbroken text={facts.hoursLabel} />:{" "}
        <a href={telLink(facts.phone)}>{facts.phone}</a>, <a href={`mailto:${facts.email}`}>{facts.email}</a>. We
        deliver {daysInWords(figures.deliveryWeekdays)}. Looking for work in {site.address.city}? See{" "}
        <a href={paths.careers}>careers</a>.
      </p>
      <p className="actions">
        <a className="button" href={paths.book.project()}>
          Book Online
        </a>{" "}
        <a className="button secondary" href={paths.coverage}>
          Check your ZIP
        </a>
      </p>
    </Page>
  );
}
