import type { Statement } from "~/domain/charges/statement.server";
import type { PaperLink } from "~/domain/documents/papers.server";
import { managePaths } from "~/manage-paths";
import { telLink } from "../frame/facts";
import { manageAddress } from "./addresses";
import { Unbroken } from "../Unbroken";
import { PaperLinks } from "./DocumentLinks";

export interface StatementPage {
  number: string;
  /** "Final statement" */
  name: string;
  mayPay: boolean;
  statement: Statement;
  papers: PaperLink[];
}

/** Each entry of the books as a line, which add up to what is still open. */
export function StatementView({ page, phone }: { page: StatementPage; phone: string }) {
  const { number, name, statement } = page;
  return (
    <div className="narrow page stack">
      <p className="eyebrow">Booking {number}</p>
      <h1>Your {name.toLowerCase()}</h1>
      <p className="lead">{statement.open ?? "Nothing more is to be paid. Thank you."}</p>
      <table className="costs">
        <caption className="unseen">Everything that was charged, paid and given back</caption>
        <tbody>
          {statement.rows.map(({ when, label, said }, i) => (
            <tr key={i}>
              <th scope="row">
                <Unbroken text={label} /> <span className="hint num">{when}</span>
              </th>
              <td className="money">{said}</td>
            </tr>
          ))}
          {statement.sums.map(({ label, said }) => (
            <tr key={label}>
              <th scope="row">
                <b>{label}</b>
              </th>
              <td className="money">
                <b>{said}</b>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {statement.tickets.length > 0 && (
        <>
          <h2>What your load weighed</h2>
          {statement.tickets.map((ticket) => (
            <p key={ticket}>{ticket}</p>
          ))}
        </>
      )}
      {page.papers.length > 0 && (
        <>
          <h2>Invoices and credit notes</h2>
          <PaperLinks papers={page.papers} />
        </>
      )}
      <p className="actions">
        {page.mayPay && (
          <a className="button" href={managePaths.pay({ booking: number })}>
            Pay what is open
          </a>
        )}{" "}
        <a className="button secondary" href={managePaths.statementPdf(number)}>
          Download as PDF
        </a>{" "}
        <a className="button secondary" href={manageAddress(number)}>
          See your booking
        </a>{" "}
        <a className="text-button" href={telLink(phone)}>
          Call {phone}
        </a>
      </p>
    </div>
  );
}
