import type { TruckView } from "~/domain/records/customer-views";

/** Where each truck is, from what was to what comes. */
export function TruckSteps({ trucks }: { trucks: readonly TruckView[] }) {
  return trucks.map((truck) => {
    const now = truck.steps.findLastIndex(({ at }) => at !== null);
    return (
      <section key={truck.id} className="card strong" aria-labelledby={`truck-${truck.id}`}>
        <h2 id={`truck-${truck.id}`} className="text-xl">
          {truck.what}
        </h2>
        <ol className="plain stack">
          {truck.steps.map(({ label, at }, i) => (
            <li
              key={label}
              aria-current={i === now ? "step" : undefined}
              className={`row flex-nowrap justify-between ${at ? "" : "soft"}`.trim()}
            >
              {at ? <b>{label}</b> : label} {at && <b className="num">{at}</b>}
            </li>
          ))}
        </ol>
      </section>
    );
  });
}
