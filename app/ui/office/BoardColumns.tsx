import type { BoardView } from "./board";
import { useHydrated } from "../form";
import { useDragging } from "./use-drag";
import { useFollow } from "./use-follow";
import { ChainProposal } from "./BoardChain";
import { PhoneHeard } from "./PhoneHeard";
import { OrderedStops, StopItem } from "./BoardStop";

/** So many columns are seen at once; of more each is reached by its name. */
const FIT = 3;

/** What nobody has yet, then each driver's stops in their order; with a mouse they are dragged from one to the other. */
export function DayColumns({ view: { day, waiting, kept, drivers, phones, byHand } }: { view: BoardView }) {
  const dragging = useDragging();
  const follow = useFollow();
  const drags = useHydrated() && byHand;
  const [miles, saved] = [sum(drivers.map((one) => one.miles)), sum(drivers.map((one) => one.saved))];
  return (
    <>
      {miles > 0 && (
        <p className="hint">
          The whole day: about {miles} miles
          {saved > 0 && `, about ${saved} spared by going straight on with emptied dumpsters`}.
        </p>
      )}
      {drivers.length > FIT && (
        <nav className="board-drivers" aria-label="Drivers’ columns">
          {drivers.map(({ id, name, jobs }) => (
            <a key={id} href={`#${id}`}>
              {name} <span className="count">{jobs.length}</span>
            </a>
          ))}
        </nav>
      )}
      <div className="board" onClick={follow} {...(drags && dragging)}>
        <section aria-labelledby="nobody" className="nobody" data-column="">
          <h2 id="nobody">
            Nobody has them yet <span className="count">{waiting.length}</span>
          </h2>
          {waiting.length === 0 ? (
            <p className="empty">
              {drivers.some(({ jobs }) => jobs.length > 0)
                ? "Every job of this day has a driver."
                : kept.length > 0
                  ? "No job of this day needs a driver."
                  : "There are no jobs on this day."}
            </p>
          ) : (
            <ol className="stops">
              {waiting.map((job) => (
                <StopItem key={job.id} job={job} day={day} drags={drags} />
              ))}
            </ol>
          )}
          <KeptStops kept={kept} day={day} />
        </section>
        {drivers.map((driver) => (
          <section key={driver.id} aria-labelledby={driver.id} data-column={driver.isActive ? driver.id : undefined}>
            <h2 id={driver.id}>
              {driver.name} <span className="count">{driver.jobs.length}</span>
            </h2>
            <p className="hint">
              {[
                driver.truck ?? "No truck",
                ...(driver.hours ? [driver.hours] : []),
                ...(driver.jobs.length > 0 ? [`about ${driver.miles} miles`] : []),
                ...(driver.saved > 0 ? [`${driver.saved} spared by going straight on`] : []),
                ...(driver.isAway && driver.isActive ? ["away on this day"] : []),
              ].join(", ")}
            </p>
            <PhoneHeard phone={phones.find(({ driverId }) => driverId === driver.id)} />
            {driver.conflicts.map((words) => (
              <p key={words} className="wrong">
                {words}
              </p>
            ))}
            {byHand && driver.chain && <ChainProposal chain={driver.chain} />}
            {!driver.isActive && <p className="wrong">Does not drive at present: give these jobs to somebody else.</p>}
            {driver.jobs.length === 0 ? (
              <p className="empty">No stop on this day.</p>
            ) : (
              <OrderedStops jobs={driver.jobs} day={day} driverId={driver.id} drags={drags} />
            )}
          </section>
        ))}
        {drivers.length === 0 && <p className="empty">There are no drivers yet.</p>}
      </div>
    </>
  );
}

/** Their customers keep them until they ask: apart from what is to give, and to be given by hand all the same. */
/** Not dragged: of former days their lines say the date, and giving one is asked first. */
function KeptStops({ kept, day }: Pick<BoardView, "kept" | "day">) {
  if (kept.length === 0) return null;
  return (
    <details className="kept" open={kept.length <= 3}>
      <summary>
        Kept until they ask <span className="count">{kept.length}</span>
      </summary>
      <p className="hint">Extra days are charged. No truck is planned before the customer asks.</p>
      <ol className="stops">
        {kept.map((job) => (
          <StopItem key={job.id} job={job} day={day} />
        ))}
      </ol>
    </details>
  );
}

const sum = (all: readonly number[]) => all.reduce((so, one) => so + one, 0);
