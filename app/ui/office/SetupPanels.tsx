import { Link } from "@remix-run/react";
import { Facts, Panel } from "./bits";

interface Group {
  id: string;
  title: string;
  /** What it is called, and its value in words. */
  rows: [string, string][];
}

/** Each group's values, with the way to its form for whoever may change it. */
export function GroupPanels({ groups, address }: { groups: Group[]; address: (id: string) => string | null }) {
  return groups.map(({ id, title, rows }) => {
    const to = address(id);
    return (
      <Panel key={id} title={title} id={id} className="values">
        <Facts rows={rows} />
        {to && (
          <Link className="button secondary" to={to}>
            Change<span className="unseen"> {title}</span>
          </Link>
        )}
      </Panel>
    );
  });
}

/** After saving: what was saved. */
export function SavedNotice({ groups, saved }: { groups: Group[]; saved: string | null }) {
  const group = groups.find(({ id }) => id === saved);
  return group ? (
    <p className="notice good" role="status">
      {group.title}: saved.
    </p>
  ) : null;
}
