import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { KEEP_EXPIRED_DAYS } from "~/domain/booking/draft/drafts.server";
import { enter } from "~/http/context.server";
import { paths } from "~/paths";
import { Page } from "~/ui/frame/Page";
import { telLink } from "~/ui/frame/facts";
import { usePublicData } from "~/ui/frame/public-data";
import { infoMeta } from "~/ui/home/structured-data";

export const meta: MetaFunction = ({ matches }) =>
  infoMeta(matches, {
    title: "Privacy policy",
    crumb: "Privacy policy",
    path: paths.privacy,
    description:
      "What we store about you when you rent a dumpster, why, for how long, who sees it, and how to have it changed or removed.",
  });

/** The periods are those by which the program really deletes (app/services/housekeeping.server.ts). */
export async function loader(args: LoaderFunctionArgs) {
  const { legalName, draftDays } = (await enter(args)).services.settings();
  return { legalName, draftDays, keepDays: KEEP_EXPIRED_DAYS };
}

export default function PrivacyPolicy() {
  const { facts } = usePublicData();
  const { legalName, draftDays, keepDays } = useLoaderData<typeof loader>();
  const mail = <a href={`mailto:${facts.email}?subject=Privacy`}>{facts.email}</a>;
  return (
    <Page
      title="Privacy policy"
      lead="We keep what we need to deliver, weigh and bill a dumpster. We do not sell it and we do not use it for ads."
    >
      <p>
        This policy is for everyone who visits this website or rents from {legalName} (“{facts.name}”, “we”),{" "}
        {facts.addressLines.join(", ")}.
      </p>
      <h2>Just looking</h2>
      <p>
        You can read every page and check a ZIP without telling us who you are. There are no trackers, no advertising
        and no visitor statistics, and nothing is loaded from other companies. The ZIP that you check is not stored. To
        stop abuse we count how often some forms are sent from one internet address, to one email address or for one
        sign-in name; these counts are deleted after a few days.
      </p>
      <h2>What we store when you book</h2>
      <ul>
        <li>Your name, phone number, email address and the delivery address.</li>
        <li>
          Your order, its price, the dates, your notes to the driver, and a record of the messages that we sent you.
        </li>
        <li>
          Your signature with its time, your internet address and your browser’s name, so that we can prove the
          agreement.
        </li>
        <li>
          The brand and last four digits of your card, and the payment provider’s reference to it. The card’s number
          goes to the provider only.
        </li>
        <li>Photos of the dumpster at your place and the scale ticket of the load, where we need them as proof.</li>
        <li>A history of what was done with the booking, when, and by whom.</li>
      </ul>
      <p>
        If you ask for a call, we store what you wrote in that form and, if you had begun a booking, what it held at
        that moment.
      </p>
      <p>
        If you make an account (for people who work with us), we store your name, email address, a scrambled form of
        your password that nobody can turn back into it, and the internet address and browser of each sign-in.
      </p>
      <h2>Why</h2>
      <p>
        To do what you ordered, to be paid, to prove what was agreed, to answer you, to keep the books that the law
        requires, and to keep the website safe. For nothing else.
      </p>
      <h2>Who sees it</h2>
      <ul>
        <li>Our office, and the driver who comes to you. Drivers never see prices or cards.</li>
        <li>
          The companies that process payments, email, text messages and calls for us, each only what its part needs.
        </li>
        <li>A city or county, if your dumpster needs a permit, and courts and authorities, if the law makes us.</li>
      </ul>
      <p>We do not sell or share your data for advertising.</p>
      <h2>Cookies and your browser</h2>
      <p>A few cookies, all needed, none that follow you to other websites:</p>
      <ul>
        <li>one for each unfinished booking, so that only your browser can open it;</li>
        <li>one for each booking that you looked up, for some hours;</li>
        <li>one that says that your browser already has the booking pages’ style, until you close it;</li>
        <li>for people with an account, one that keeps them signed in.</li>
      </ul>
      <p>
        Your browser itself may keep a few things that it never sends to us: until you close the tab, the colors that
        you chose and which messages you have seen; for some days, that you said “Later” when the page asked something;
        and our style and script files with an “offline” page, for when you lose your connection. Your booking,
        documents and payments are never part of that copy.
      </p>
      <h2>Text messages and calls</h2>
      <p>
        You get text messages about your booking only if you check the box. Message and data rates may apply. Reply STOP
        to end them, or tell us. We never pass your number, or that you agreed, to others for marketing. If a call is
        recorded, you are told at its beginning.
      </p>
      <h2>How long</h2>
      <ul>
        <li>
          You can pick up an unfinished booking again for {draftDays} days after your last change. We delete it{" "}
          {keepDays} days after that.
        </li>
        <li>
          A booking that you signed but did not pay ends after {draftDays} days. Like every signed agreement, it stays
          on record.
        </li>
        <li>Bookings, invoices, agreements and proofs stay as long as tax and contract law require.</li>
        <li>A request for a call stays until you ask us to remove it. So does an account.</li>
        <li>
          Records of errors and of payment messages, which name bookings but hold no card, stay as long as we need them
          to put things right. Lists of finished work are deleted after some months.
        </li>
      </ul>
      <h2>How we protect it</h2>
      <p>
        Connections are encrypted. Documents have addresses that nobody can guess. Staff see only what their work needs,
        and what they change is recorded. No system is perfect: if yours was among data that got out, we tell you as
        Florida law requires.
      </p>
      <h2>Your choices</h2>
      <p>
        Ask what we have about you, have it corrected, get a copy, or have us remove what we do not need to keep: {mail}{" "}
        or <a href={telLink(facts.phone)}>{facts.phone}</a>. We may ask for your booking number, to be sure that it is
        you. It is free, and nobody treats you worse for asking.
      </p>
      <h2>Children</h2>
      <p>Only adults can rent a dumpster. We do not knowingly store anything about children.</p>
      <h2>Changes, terms, questions</h2>
      <p>
        If this policy changes, the new text is on this page. What you agree to when you rent is in the rental
        agreement, which you read before you sign and get by email. For how we make the site usable for everyone, see
        the <a href={`${paths.developmentProcess}#accessibility`}>accessibility statement</a>.
      </p>
    </Page>
  );
}
