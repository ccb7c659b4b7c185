import type { ReactNode } from "react";
import { FoundList } from "./FoundList";
import type { Found } from "./found";

/** In the place of an empty list: who may have been meant by a name that nobody has, else what to do, as `children`. */
export function NoneFits({
  what,
  search,
  near,
  children,
}: {
  what: string;
  search: string;
  near: readonly Found[];
  children: ReactNode;
}) {
  if (near.length === 0) return <p className="empty">{children}</p>;
  return (
    <>
      <h2>
        No {what} fits “{search}”. Did you mean:
      </h2>
      <FoundList results={near} />
    </>
  );
}
