import { Link } from "@remix-run/react";
import type { PhoneView } from "~/domain/kernel/phone";
import { crmPaths } from "~/crm-paths";

export interface LeadLine {
  id: string;
  name: string;
  what: string;
  message: string;
  phone: PhoneView;
  /** The day, as people read it. */
  asked: string;
  /** The number of what they have booked since; null for nothing. */
  booked: string | null;
}

/** Requests, the newest first: a table where there is room, cards on a phone. */
export function LeadTable({ lines }: { lines: readonly LeadLine[] }) {
  return (
    <table className="list leads">
      <caption className="unseen">Requests, newest first</caption>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Phone</th>
          <th scope="col">What</th>
          <th scope="col">Asked</th>
          <th scope="col">Booked since</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ id, name, what, message, phone, asked, booked }) => (
          <tr key={id}>
            <th scope="row">
              <Link to={crmPaths.lead(id)}>{name}</Link>
            </th>
            <td>{phone.href ? <a href={phone.href}>{phone.text}</a> : phone.text}</td>
            <td>
              {what}
              {message && <span className="hint place">{message}</span>}
            </td>
            <td>{asked}</td>
            <td>{booked && <Link to={crmPaths.booking(booked)}>{booked}</Link>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
