import { useFollow } from "./use-follow";
import { crmPaths } from "~/crm-paths";

/** The saved views above the list, and the way to save this one. Names are anybody's words in any script. */
export function ViewLinks({
  views,
  filter,
}: {
  views: { name: string; filter: string }[];
  /** The list's own. */
  filter: { q?: string; status?: string; day?: string; money?: string };
}) {
  const follow = useFollow();
  const here = new URLSearchParams(filter).toString();
  const isKept = here === "" || views.some((view) => view.filter === here);
  if (isKept && views.length === 0) return null;
  return (
    <nav className="views" aria-label="Saved views" onClick={follow}>
      {views.map((view, at) => (
        <a
          key={at}
          href={crmPaths.bookingsBy(view.filter)}
          aria-current={view.filter === here ? "page" : undefined}
          dir="auto"
        >
          {view.name}
        </a>
      ))}
      <a className="do" href={crmPaths.views(filter)}>
        {isKept ? "Change views" : "Save this view"}
      </a>
    </nav>
  );
}
