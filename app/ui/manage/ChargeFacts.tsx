import type { CustomerCharge } from "~/domain/charges/customer-view.server";
import { formatCents } from "~/domain/kernel/money";
import { managePaths } from "~/manage-paths";

/** Amount, arithmetic, proof with its pictures, and the section of the agreement. `level` of its headings. */
export function ChargeFacts({ charge, level }: { charge: CustomerCharge; level: 2 | 3 }) {
  const Heading = level === 2 ? "h2" : "h4";
  return (
    <>
      <p>
        {charge.lowered && "Before: "}
        <b className="money">{formatCents(charge.total)}</b>
      </p>
      {charge.lines.length > 0 && (
        <>
          <Heading>How we worked it out</Heading>
          <ul>
            {charge.lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </>
      )}
      {(charge.proofs.length > 0 || charge.photos > 0) && <Heading>The proof</Heading>}
      {charge.proofs.map((proof) => (
        <p key={proof} className="whitespace-pre-line">
          {proof}
        </p>
      ))}
      {Array.from({ length: charge.photos }, (_, i) => (
        <p key={i}>
          <a href={managePaths.proof(charge.key, i)}>
            <img
              className="h-auto max-w-full"
              src={managePaths.proof(charge.key, i)}
              alt={`What the driver saw, photo ${i + 1} of ${charge.photos}`}
              loading="lazy"
            />
          </a>
        </p>
      ))}
      {charge.clause && (
        <>
          <Heading>Your agreement: {charge.clause.heading}</Heading>
          <p className="soft">{charge.clause.text}</p>
        </>
      )}
    </>
  );
}

/** From a charge that was lowered to the one that stands in its place. */
export function LoweredLink({ lowered: { to, key } }: { lowered: NonNullable<CustomerCharge["lowered"]> }) {
  return (
    <p>
      <a className="inline-block py-2" href={managePaths.question({ key })}>
        See the charge of {to}
      </a>
    </p>
  );
}
