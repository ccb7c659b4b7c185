import type { MetaFunction } from "@remix-run/node";
import { paths } from "~/paths";
import { Page } from "~/ui/frame/Page";
import { telLink } from "~/ui/frame/facts";
import { publicDataIn, usePublicData } from "~/ui/frame/public-data";
import { infoMeta } from "~/ui/home/structured-data";
import { countiesInWords, daysInWords } from "~/ui/home/words";
import { Unbroken } from "~/ui/Unbroken";

export const meta: MetaFunction = ({ matches }) => {
  const known = publicDataIn(matches);
  return infoMeta(matches, {
    title: "Careers: drivers, dispatch and yard",
    description: `Drive a roll-off truck, run the dispatch desk or keep the dumpsters in shape, in and around ${known?.site.address.city ?? "Central Florida"}. Apply by email or phone, no form.`,
    crumb: "Careers",
    path: paths.careers,
  });
};

const ROLES = [
  {
    name: "Roll-off driver",
    text: "You set steel boxes on driveways without leaving a mark, weigh them in at the facility, and take the photos that settle questions later.",
    needs: [
      "A Florida commercial driver license, class B or A",
      "A clean driving record, and a medical card",
      "Patience with low branches and narrow gates",
    ],
  },
  {
    name: "Dispatcher",
    text: "You plan the day’s trucks, talk with customers and drivers, and sort out what went wrong before it gets expensive.",
    needs: [
      "A calm voice on a loud day",
      "Ease with maps, screens and changing plans",
      "Hauling or delivery experience helps, but is not required",
    ],
  },
  {
    name: "Yard hand and welder",
    text: "You clean, weld, paint and count the dumpsters, and you know which one is where.",
    needs: [
      "Practice with a welder and a grinder",
      "Care with numbers: each dumpster has its own",
      "Comfort with heat, rain and early mornings",
    ],
  },
] as const;

export default function Careers() {
  const { facts, figures, counties } = usePublicData();
  const apply = (role: string) => `mailto:${facts.email}?subject=${encodeURIComponent(`Application: ${role}`)}`;
  return (
    <Page
      title="Careers"
      lead="We look for people who set a steel box on a driveway without leaving a mark, and for people who pick up the phone."
    >
      <h2>The work</h2>
      {ROLES.map(({ name, text, needs }) => (
        <section key={name} className="card">
          <h3>{name}</h3>
          <p>{text}</p>
          <ul>
            {needs.map((need) => (
              <li key={need}>{need}</li>
            ))}
          </ul>
          <p>
            <a href={apply(name)}>Apply as {name.toLowerCase()}</a>
          </p>
        </section>
      ))}
      <p>Not every job is open all the time. Write to us anyway, and we will tell you.</p>
      <h2>What we offer</h2>
      <ul>
        <li>Routes inside {countiesInWords(counties)}, starting and ending at our yard: you sleep at home.</li>
        <li>Trucks go out {daysInWords(figures.deliveryWeekdays)}, by day, and not on holidays.</li>
        <li>The day’s stops, notes and gate codes on your phone, so that nobody has to guess what was agreed.</li>
        <li>No commission on extra fees. A charge needs a ticket or a photo, and your pay does not depend on it.</li>
        <li>Pay, hours and benefits in writing before you decide.</li>
      </ul>
      <h2>How to apply</h2>
      <ul>
        <li>
          Write to <a href={apply("")}>{facts.email}</a> with “Application” and the job in the subject, or call{" "}
          <a href={telLink(facts.phone)}>{facts.phone}</a>, <Unbroken text={facts.hoursLabel} />.
        </li>
        <li>
          Tell us what you have driven or run, which license you have, and when you could start. No form, no account, no
          photo.
        </li>
        <li>We talk by phone. If it is a good match, you come to the yard, see the work and meet the team.</li>
      </ul>
      <p>
        We keep your application only until we have decided, or longer if you ask us to. See the{" "}
        <a href={paths.privacy}>privacy policy</a>.
      </p>
      <h2>Equal opportunity</h2>
      <p>
        {facts.name} is an equal opportunity employer. We decide by skill and reliability, without regard to race,
        color, religion, sex, pregnancy, sexual orientation, gender identity, national origin, age, disability, genetic
        information, veteran status or anything else that the law protects. If you need the interview or the work
        arranged differently because of a disability, tell us.
      </p>
    </Page>
  );
}
