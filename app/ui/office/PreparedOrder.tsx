import { Form, Link } from "@remix-run/react";
import { useState } from "react";
import { crmPaths } from "~/crm-paths";
import { SubmitButton, useHydrated } from "~/ui/form";
import { formatCents, type Cents } from "~/domain/kernel/money";
import type { PricingResult } from "~/domain/pricing/types";
import { Panel } from "./bits";
import { byKey } from "./Keys";
import { ORDER_FORM } from "./order-form";

export interface PreparedView {
  number: string;
  bookingId: string;
  draftId: string;
  status: string;
  /** As it is now: a change needs another signature. */
  isSigned: boolean;
  /** It was signed: the end of its price is not the form's any more. */
  keepsEnd: boolean;
  /** What it costs by the office's word, while that holds; else today's price is its price. */
  fixed: PricingResult | null;
  /** Why the caller can neither sign nor pay it as it is; null where they can, or the price has ended. */
  undeliverable: { words: string; notServed: string | null } | null;
  version: number;
  /** Signed, it goes on its customer's account: nothing is to be paid by the link. */
  onAccount: boolean;
  /** Absolute. */
  link: string;
  /** "email to ada@example.com" */
  ways: string[];
  /** The link that was sent has ended, and the one of now was not sent yet. */
  isToSendAnew: boolean;
  /** What was probably meant by an address that looks mistyped. */
  meant: string | null;
  /** Why it did not go, or not all ways; "" where it went. */
  unsent: string;
  /** "through November 29, 2026" */
  good: string | null;
  held: string | null;
  /** Why nothing is held. */
  unheld: string;
  /** The price has ended: the link says so, and cannot be sent. */
  isOver: boolean;
  /** Milliseconds until then; null when it has, or does not end. */
  endsIn: number | null;
  /** Each with the time of day at which it was done; null while it is not. */
  steps: { name: string; at: string | null }[];
  /** "Card declined: not enough money on it, 2:05 pm." on the payment page that is open; null where none was. */
  declined: string | null;
  writes: { field: string; words: string; who: string; at: string }[];
}

/**
 * What has to be put right before the caller can go on: below, or on its page (`at`). Of somebody who is not served the
 * caller's page says nothing.
 */
export function PreparedObstacle({ why, at }: { why: PreparedView["undeliverable"]; at?: string }) {
  if (!why) return null;
  return (
    <div className="notice warn" role="status">
      <p>
        <b>The caller can neither sign nor pay this as it is.</b>{" "}
        {why.notServed ? (
          <>
            This customer is not served: <Link to={crmPaths.customer(why.notServed)}>their record</Link> says why.
          </>
        ) : (
          <>
            {why.words}{" "}
            {at ? <Link to={`${at}#order-form`}>Put it right</Link> : <a href="#order-form">Put it right below</a>}, and
            tell the caller.
          </>
        )}
      </p>
    </div>
  );
}

/** What was signed before is now this; `isOurs`: the order is the same, our agreement is not. */
export interface ChangedSince {
  items: string;
  total: Cents;
  isOurs: boolean;
}

/** On a record that says what was signed: the order, or our agreement, is another one now. */
export function PreparedChanged({ changed, at }: { changed: ChangedSince | null; at: string }) {
  if (!changed) return null;
  return (
    <div className="notice warn" role="status">
      <p>
        {changed.isOurs ? (
          <>
            <b>Our agreement was changed since they signed it:</b> to be signed again. The order is as it was signed.{" "}
            <Link to={at}>Look at the order</Link>.
          </>
        ) : (
          <>
            <b>Changed since it was signed:</b> now {changed.items}, {formatCents(changed.total)}, to be signed again.{" "}
            <Link to={at}>Look at the order</Link>. Below stands what was signed.
          </>
        )}
      </p>
    </div>
  );
}

/** What the caller has done with the link so far; live. */
export function PreparedSteps({ view: { steps, declined, isOver } }: { view: PreparedView }) {
  return (
    <Panel title="The caller" id="caller-steps">
      <ol className="plain ticks-list" aria-live="polite">
        {steps.map(({ name, at }) => (
          <li key={name} className={at ? "done" : undefined}>
            <span aria-hidden="true">{at ? "✓" : "○"}</span> {name}
            {at ? <span className="hint">, {at}</span> : <span className="unseen">, not yet</span>}
          </li>
        ))}
      </ol>
      <div role="status">
        {declined && (
          <div className="notice warn">
            <p>
              <b>{declined}</b> Nothing was charged. They can try again there, or with another card.
            </p>
          </div>
        )}
      </div>
      {!isOver && isPaying(steps) && (
        <p className="hint">
          They stand on the payment page. Notes for the driver and the gate code can be saved meanwhile; anything else
          ends that page, and they go on again from their link.
        </p>
      )}
    </Panel>
  );
}

const isPaying = (steps: PreparedView["steps"]) =>
  steps.some(({ name, at }) => name === "Payment page open" && at) &&
  !steps.some(({ name, at }) => name === "Paid" && at);

/** What was sent, where, until when; again, and to copy. */
export function PreparedLink({ view }: { view: PreparedView }) {
  const { link, ways, isToSendAnew, unsent, meant, good, held, unheld, isOver, undeliverable } = view;
  const isOfTheDay = !view.isSigned && !view.fixed;
  const isPriceAsLong = good === held && !isOver && !isOfTheDay;
  const hydrated = useHydrated();
  const [copying, setCopying] = useState("Copy it");
  const copy = () =>
    navigator.clipboard.writeText(link).then(
      () => setCopying("Copied"),
      () => {
        // Not allowed here: it stands there marked, to be copied by hand.
        document.querySelector<HTMLInputElement>("#prepared-link")?.select();
        setCopying("Marked: copy it by hand");
      },
    );
  return (
    <Panel title={view.onAccount ? "Link to sign" : "Link to sign and pay"} id="sent-link">
      <p>
        {ways.length > 0 &&
          (isToSendAnew
            ? `The link that was sent works no more, as the address or number is another one. Send it again: by ${ways.join(" and ")}. `
            : `By ${ways.join(" and ")}. `)}
        {unsent && `${unsent} `}
        {meant && <b className="breakable">Did you mean {meant}? Put it right below, then send it again. </b>}
        {good && !isOver && (isOfTheDay || good !== held) && (
          <>
            {isOfTheDay ? "The link works" : "The price is good"} <b>{good}</b>.
          </>
        )}
        {isOfTheDay && !isOver && " The price is that of the day they sign."}
      </p>
      <p>
        {held ? (
          <>
            {/* The sign goes with what it ends: a line would begin with it. */}
            The dumpsters are held <b>{isPriceAsLong ? `${held},` : `${held}.`}</b>
            {isPriceAsLong && " and the price holds until then."}
          </>
        ) : (
          unheld
        )}
      </p>
      {/* One that is over opens nothing. */}
      {!isOver && (
        <div className="copy">
          <label htmlFor="prepared-link">Their link</label>
          <input
            {...byKey("l", "The caller’s link, to copy it")}
            id="prepared-link"
            className="input"
            readOnly
            value={link}
            onFocus={(event) => event.currentTarget.select()}
          />
        </div>
      )}
      <Form method="post" className="row">
        {/* Who got it would find that they cannot sign. */}
        {!isOver && !undeliverable && (
          <SubmitButton intent="resend" className="button secondary" form={ORDER_FORM}>
            Send it again
          </SubmitButton>
        )}
        {hydrated && !isOver && (
          <button type="button" className="button secondary" onClick={() => void copy()}>
            {copying}
          </button>
        )}
        <a
          className={undeliverable && !undeliverable.notServed ? "button" : "button secondary"}
          href="#order-form"
          {...byKey("e", "Put the order right")}
        >
          {undeliverable ? "Put it right below" : "Edit below"}
        </a>
      </Form>
    </Panel>
  );
}

/** Who put right what since it was prepared. */
export function PreparedWrites({ view: { writes } }: { view: PreparedView }) {
  return (
    <Panel title="Changed since it was prepared" id="writes" count={writes.length}>
      {writes.length === 0 ? (
        <p className="empty">Nothing.</p>
      ) : (
        <ul className="plain" aria-live="polite">
          {writes.map(({ field, words, who, at }) => (
            <li key={field}>
              {words}{" "}
              <span className="hint">
                by {who}, {at}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
