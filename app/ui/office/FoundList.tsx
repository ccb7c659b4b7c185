import { KIND, type Found } from "./found";

/** What a search found, each with its best actions: open it, call. `apart`: a half-typed order stays where it is. */
export function FoundList({ results, apart = false }: { results: readonly Found[]; apart?: boolean }) {
  return (
    <ul className="found">
      {results.map(({ kind, title, detail, url, call }) => (
        <li key={`${kind} ${title}`}>
          <a href={url} {...(apart && { target: "_blank", rel: "noopener" })}>
            <b>{title}</b>
            {kind !== "booking" && <span className="state done"> {KIND[kind]}</span>}
            <small>{detail}</small>
          </a>
          {call && (
            <a className="call" href={call.href}>
              <span className="unseen">Call </span>
              {call.label}
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}
