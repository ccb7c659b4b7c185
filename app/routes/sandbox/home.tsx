import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { enterSandbox } from "~/http/local/sandbox.server";
import { paths } from "~/paths";
import { sandboxPaths } from "~/sandbox-paths";
import { TEST_CARDS } from "~/sandbox/stripe/cards";

export async function loader(args: LoaderFunctionArgs) {
  const { services } = await enterSandbox(args);
  const { stripe, mail, sms, voice } = services.config.sandbox;
  return {
    stripe,
    mail,
    sms,
    voice,
    cards: TEST_CARDS.map(({ number, note }) => ({ number: number.replace(/(\d{4})(?=\d)/g, "$1 "), note })),
  };
}

const ACCOUNTS: [email: string, what: string, where: string][] = [
  ["admin@example.com", "Admin: everything in the CRM", paths.auth],
  ["staff@example.com", "Staff: the CRM without settings and team", paths.auth],
  ["user@example.com", "Signed in, but not let into the CRM", paths.auth],
  ["driver@example.com", "Driver", paths.driver.auth],
  ["driver2@example.com", "A second driver", paths.driver.auth],
];

export default function SandboxHome() {
  const { stripe, mail, sms, voice, cards } = useLoaderData<typeof loader>();
  const state = (onSandbox: boolean) =>
    onSandbox ? <span className="tag">stand-in</span> : <span className="tag quiet">real service</span>;
  return (
    <>
      <h1>Sandbox</h1>
      <p className="lead">
        Each service without credentials is played by a stand-in inside this program. Everything else is the product
        itself.
      </p>
      <ul className="plain cards">
        <li className="card">
          <h2>Checkout</h2>
          <p>{state(stripe)}</p>
          <p>
            Book a dumpster: the payment page opens as it would at the card company, and its webhooks come back signed.
          </p>
          <p className="actions">
            <a className="button" href={paths.book.project()}>
              Book Online
            </a>
          </p>
        </li>
        <li className="card">
          <h2>Handset</h2>
          <p>{state(voice)}</p>
          <p>A telephone that rings the office, and is rung by it, with real sound in the office’s browser.</p>
          <p className="actions">
            <a className="button" href={sandboxPaths.handset()}>
              Pick up the handset
            </a>
          </p>
        </li>
        <li className="card">
          <h2>Inbox</h2>
          <p>
            Email {state(mail)} SMS {state(sms)}
          </p>
          <p>Every email and SMS that the product sends.</p>
          <p className="actions">
            <a className="button" href={sandboxPaths.inbox}>
              Open the inbox
            </a>
          </p>
        </li>
        <li className="card">
          <h2>Clock</h2>
          <p>Move the product’s time forward, to live through a rental in a minute.</p>
          <p className="actions">
            <a className="button" href={sandboxPaths.clock}>
              Set the clock
            </a>
          </p>
        </li>
        <li className="card">
          <h2>A month of business</h2>
          <p>Made-up customers, drivers and an office fill the board, the billing and the reports.</p>
          <p className="actions">
            <a className="button" href={sandboxPaths.month}>
              Live through a month
            </a>
          </p>
        </li>
      </ul>
      <h2>Test cards</h2>
      <p>Any date in the future and any security code.</p>
      <ul className="plain cards tight">
        {cards.map((card) => (
          <li key={card.number}>
            <b className="num">{card.number}</b>
            <p className="small">{card.note}</p>
          </li>
        ))}
      </ul>
      <h2>Accounts</h2>
      <p>
        The password of all of them is <code>roll-off-demo</code>.
      </p>
      <ul className="plain cards">
        {ACCOUNTS.map(([email, what, where]) => (
          <li key={email}>
            <b>{email}</b>
            <p className="small">{what}.</p>
            <a className="inline-block py-2" href={where}>
              Sign in
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
