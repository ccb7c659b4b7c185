import type { ReactNode } from "react";
import { ErrorSummary, type Answers } from "../form";
import { telLink } from "../frame/facts";
import { manageAddress } from "./addresses";
import { Unbroken } from "../Unbroken";

interface Props extends Pick<Answers, "problem"> {
  number: string;
  heading: string;
  lead?: ReactNode;
  phone: string;
  /** Other dumpsters of the booking of which the same may be asked. */
  others?: { label: string; url: string }[];
  children?: ReactNode;
}

/** A page below an opened booking: what it is about, its form, the other dumpsters, and how to call. */
export function SelfPage({ number, heading, lead, problem, phone, others = [], children }: Props) {
  return (
    <div className="narrow page stack">
      <ErrorSummary problem={problem} />
      <p className="eyebrow">Booking {number}</p>
      <h1>{heading}</h1>
      {lead && <p className="lead">{typeof lead === "string" ? <Unbroken text={lead} /> : lead}</p>}
      {children}
      {others.length > 0 && (
        <>
          <h2>Your other dumpsters</h2>
          <ul>
            {others.map(({ label, url }) => (
              <li key={url}>
                <a className="inline-flex py-2" href={url}>
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="actions">
        <a className="text-button" href={manageAddress(number)}>
          Back to the booking
        </a>{" "}
        <a className="text-button" href={telLink(phone)}>
          Call {phone}
        </a>
      </p>
    </div>
  );
}
