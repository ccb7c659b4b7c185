import { Link } from "@remix-run/react";
import { paths } from "~/paths";
import { When } from "./bits";

interface Line {
  id: number;
  at: number;
  level: "ERROR" | "WARN" | "INFO";
  module: string;
  action: string;
  message: string;
  bookingId: string | null;
}

const TONE = { ERROR: "bad", WARN: "wait", INFO: "done" } as const;

/** Lines of the system log, newest first; each leads to all its fields. */
export function LogTable({ lines }: { lines: Line[] }) {
  return (
    <table className="list">
      <caption className="unseen">The log, newest first</caption>
      <thead>
        <tr>
          <th scope="col">When</th>
          <th scope="col">Module, action</th>
          <th scope="col">Level</th>
          <th scope="col">Message</th>
          <th scope="col">Booking</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.id}>
            <th scope="row">
              <Link to={paths.crm.logs({ line: String(line.id) })}>
                <When at={line.at} />
              </Link>
            </th>
            <td className="breakable">
              {line.module}, {line.action}
            </td>
            <td>
              <span className={`state ${TONE[line.level]}`}>{line.level}</span>
            </td>
            <td className="breakable">
              <bdi>{line.message}</bdi>
            </td>
            <td>{line.bookingId && <Link to={paths.crm.logs({ booking: line.bookingId })}>its lines</Link>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
