import type { MetaFunction } from "@remix-run/node";
import { tons } from "~/domain/pricing/ceiling";
import { paths } from "~/paths";
import { Page } from "~/ui/frame/Page";
import { pageMeta, usePublicData } from "~/ui/frame/public-data";

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, "About", "A Central Florida dumpster company that shows the price, the scale ticket and the photo.");

export default function About() {
  const { facts, figures } = usePublicData();
  return (
    <Page title={`About ${facts.name}`} lead="We bring empty dumpsters to driveways and building sites in Orange, Osceola and Seminole counties, and take them away full.">
      <h2>How we work</h2>
      <ul>
        <li><b>The price first.</b> You see every line and the tax before you pay, and the most it could come to.</li>
        <li><b>Proof before any later charge.</b> If a load is over {tons(figures.includedTons)}, you get the scale ticket and {figures.noticeHours} hours to question it.</li>
        <li><b>Our lateness is ours.</b> Daily charges stop when you ask for the pickup, not when we arrive.</li>
        <li><b>Three sizes, kept well.</b> 15, 20 and 25 yards, each with a number on its side.</li>
      </ul>
      <h2>Where to find us</h2>
      <p>{facts.addressLines.join(", ")}. The office is open {facts.hoursLabel}. Dumpsters go out Monday to Saturday.</p>
      <p className="actions">
        <a className="button" href={paths.book.project()}>Book Online</a>{" "}
        <a className="button secondary" href={paths.coverage}>Check your ZIP</a>
      </p>
    </Page>
  );
}
