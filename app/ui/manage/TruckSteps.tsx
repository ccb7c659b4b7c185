import type { TruckView } from "~/domain/records/customer-views";

/** Where each truck is, as a list that reads from what was to what comes. */
export function TruckSteps({ trucks }: { trucks: readonly TruckView[] }) {
  return trucks.map((truck) => {
    const now = truck.steps.findLastIndex(({ at }) => at !== null);
    return (
      <section key={truck.id} className="card strong" aria-label={`${truck.what}, step by step`}>
        {trucks.length > 1 && <h2 className="text-xl">{truck.what}</h2>}
        <ol className="truck-steps">
          {truck.steps.map(({ label, at }, i) => (
            <li key={label} aria-current={i === now ? "step" : undefined} className={at ? "taken" : undefined}>
              <b>{label}</b> {at && <span className="num">{at}</span>}
            </li>
          ))}
        </ol>
      </section>
    );
  });
}
