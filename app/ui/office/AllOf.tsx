import { Link } from "@remix-run/react";
import type { Cut, RecordList } from "~/domain/records/cut-record";

/** Leads to all of a list of which the newest are shown; nothing where it shows all. `what`: "messages". */
export function AllOf({ list, cut, what }: { list: RecordList; cut: Cut; what: string }) {
  if (cut[list] === 0) return null;
  return (
    <p className="pager">
      <Link to={`?all=${list}`} preventScrollReset>
        The newest are shown. All {cut[list]} {what}
      </Link>
    </p>
  );
}
