import type { KeyboardEvent } from "react";
import { KIND, type Found } from "./found";
import { Numbers } from "./Numbers";

/**
 * What a search found, each with its best actions: open it, call, order again. On the hit that has the focus a letter does
 * it: C and N. `apart`: a half-typed order stays where it is.
 */
export function FoundList({ results, apart = false }: { results: readonly Found[]; apart?: boolean }) {
  const elsewhere = apart && { target: "_blank", rel: "noopener" };
  return (
    <ul className="found" onKeyDown={actByLetter}>
      {results.map(({ kind, title, detail, url, call, order }) => (
        <li key={`${title} ${url}`}>
          <a href={url} {...elsewhere}>
            <b>
              <Numbers text={title} />
            </b>
            {kind !== "booking" && (
              <>
                {" "}
                <span className="state done">{KIND[kind]}</span>
              </>
            )}
            <small>
              <Numbers text={detail} />
            </small>
          </a>
          {call && (
            <a
              className="act"
              href={call.href}
              data-act="c"
              data-customer={kind === "customer" ? url.split("/").at(-1) : undefined}
              data-booking={kind === "booking" ? url.split("/").at(-1) : undefined}
            >
              <span className="unseen">Call </span>
              {call.label}
            </a>
          )}
          {order && (
            <a className="act" href={order} data-act="n" {...elsewhere}>
              New order<span className="unseen"> for {title}</span>
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}

function actByLetter(event: KeyboardEvent<HTMLUListElement>): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const hit = (event.target as Element).closest("li");
  const action = hit?.querySelector<HTMLElement>(`[data-act="${CSS.escape(event.key.toLowerCase())}"]`);
  if (!action) return;
  // The page's own letters stand back (Keys.tsx).
  event.preventDefault();
  action.click();
}
