import type { MetaFunction } from "@remix-run/node";
import { paths } from "~/paths";
import { Page } from "~/ui/frame/Page";
import { telLink } from "~/ui/frame/facts";
import { usePublicData } from "~/ui/frame/public-data";
import { infoMeta } from "~/ui/home/structured-data";
import { Unbroken } from "~/ui/Unbroken";

export const meta: MetaFunction = ({ matches }) =>
  infoMeta(matches, {
    title: "How we made booking here safe and simple",
    crumb: "How we made this website",
    path: paths.developmentProcess,
    description:
      "What our website does for you: it works on a weak signal, shows the same price everywhere, keeps your card safe and is open to everyone.",
  });

export default function DevelopmentProcess() {
  const { facts } = usePublicData();
  const mail = (subject: string) => <a href={`mailto:${facts.email}?subject=${subject}`}>{facts.email}</a>;
  return (
    <Page
      title="How we made this website"
      lead="You trust us with an address and a card. Here is what we did so that you can."
    >
      <h2>You can book from the driveway</h2>
      <p>
        Pages are small and open fast, even with one bar of signal or on an old phone. If the connection drops, the page
        you are on stays, and what you typed stays with it. You can also save a booking and finish it later, on another
        phone or computer.
      </p>
      <h2>One price, wherever you look</h2>
      <p>
        The price on the home page, in your order, in the agreement and on the invoice is worked out the same way, to
        the cent. You see it with tax before you sign and again before you pay. If a price changes while you are
        booking, we show you the new one and ask first.
      </p>
      <h2>The dumpster you pay for is yours</h2>
      <p>
        We set it aside for you while you pay, so nobody else can rent the same one at the same moment. If something
        goes wrong between your bank and us, you either have a confirmed booking or you get your money back.
      </p>
      <h2>Your card and your data stay private</h2>
      <p>
        Your card number goes straight to the payment company; we never see it. There are no ads and nobody follows you
        around. What we do keep is in the <a href={paths.privacy}>privacy policy</a>.
      </p>
      <h2>We try it before you do</h2>
      <p>
        Before we change anything here, we run through whole bookings, from the ZIP code to the receipt, and through
        what can go wrong on the way: a lost connection, a double tap, a declined card, two people after the last
        dumpster.
      </p>
      <p>
        Did something go wrong anyway, or does something look unsafe? Please write to {mail("Website")}. We will thank
        you and fix it.
      </p>
      <h2 id="accessibility">Accessibility</h2>
      <p>
        We want everyone to be able to rent a dumpster here. We follow the Web Content Accessibility Guidelines 2.2,
        level AA, and check every page for it:
      </p>
      <ul>
        <li>with the keyboard alone, and read aloud;</li>
        <li>with large text, on a narrow screen, with high contrast and with less motion.</li>
      </ul>
      <p>
        Shortcuts: Alt and 1 go to the main content, Alt and 2 to the menu, Alt and 3 to the ZIP check (some browsers
        want Shift or Control as well).
      </p>
      <p>
        The agreement and the invoice are also plain web pages, not only PDF files. If something does not work for you,
        or you would rather book by phone, call <a href={telLink(facts.phone)}>{facts.phone}</a>{" "}
        <Unbroken text={`(${facts.hoursLabel})`} /> or write to {mail("Accessibility")}. We book it for you at the same
        price, and we fix the page.
      </p>
    </Page>
  );
}
