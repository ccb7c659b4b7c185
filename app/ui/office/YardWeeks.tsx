import { formatDay, type Day } from "~/domain/kernel/days";
import { Panel } from "./bits";

interface DayOfSize {
  day: Day;
  taken: number;
  free: number;
  isOpen: boolean;
}

const STEP = 12;
const HEIGHT = 96;
const weeksOf = (days: readonly DayOfSize[]) =>
  Array.from({ length: Math.ceil(days.length / 7) }, (_, i) => days.slice(i * 7, i * 7 + 7));

/** How a day's bar looks: on a day that we are closed it says nothing else. */
export const barOf = ({ taken, isOpen }: Pick<DayOfSize, "taken" | "isOpen">, usable: number) =>
  !isOpen ? "shut" : taken > usable ? "over" : taken === usable ? "full" : "some";

/** The first day on which the fewest are left, as its figure in the table has it; `more`: on so many others as few. */
export function leastWords({ day, taken }: Pick<DayOfSize, "day" | "taken">, usable: number, more = 0): string {
  const left = usable - taken;
  const on = `on ${formatDay(day)}${more === 0 ? "" : ` and ${more} more ${more === 1 ? "day" : "days"}`}`;
  if (left < 0) return `${-left} ${left === -1 ? "is" : "are"} missing ${on}.`;
  if (left === 0) return `None is left ${on}.`;
  return `At the least ${left} ${left === 1 ? "is" : "are"} left, ${on}.`;
}

/** Eight weeks of a size as bars, drawn here, and the same as a table of figures for whoever reads. */
export function WeeksOfSize({ size, usable, days }: { size: number; usable: number; days: DayOfSize[] }) {
  const most = Math.max(usable, 1, ...days.map(({ taken }) => taken));
  const y = (count: number) => HEIGHT - (count / most) * HEIGHT;
  const least = days.reduce<DayOfSize | undefined>((a, b) => (a && a.taken >= b.taken ? a : b), undefined);
  const width = days.length * STEP;
  const asFew = days.filter(({ taken }) => taken === least?.taken).length - 1;
  return (
    <Panel title={`${size} yards`} id={`size-${size}`} className="weeks">
      <p>
        {usable} can be used now. {least && leastWords(least, usable, asFew)}
      </p>
      <div className="sideways" tabIndex={0} role="group" aria-label={`Picture of ${size} yards`}>
        <svg
          className="bars"
          role="img"
          aria-label={`Bars: how many of ${usable} are promised on each day; the table below has the figures.`}
          viewBox={`0 -6 ${width} ${HEIGHT + 26}`}
        >
          {days.map(({ day, taken, isOpen }, i) => (
            <g key={day}>
              <title>{`${formatDay(day)}: ${taken} of ${usable}`}</title>
              <rect className="whole" x={i * STEP} y={0} width={STEP} height={HEIGHT} />
              <rect
                className={barOf({ taken, isOpen }, usable)}
                x={i * STEP + 1.5}
                y={y(taken)}
                width={STEP - 3}
                height={HEIGHT - y(taken)}
              />
            </g>
          ))}
          <line className="stock" x1={0} x2={width} y1={y(usable)} y2={y(usable)} />
          {weeksOf(days).map(([first], i) => (
            <text key={i} x={i * 7 * STEP + 2} y={HEIGHT + 15}>
              {first && formatDay(first.day, { short: true }).replace(/^\w+, /, "")}
            </text>
          ))}
        </svg>
      </div>
      <details>
        <summary>The figures: how many are left</summary>
        <div className="sideways">
          <table className="figures-table">
            <caption className="unseen">{size} yards: how many are left on each day</caption>
            <thead>
              <tr>
                <th scope="col">From</th>
                {days.slice(0, 7).map(({ day }) => (
                  <th scope="col" key={day}>
                    {formatDay(day, { short: true }).split(",")[0]}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {weeksOf(days).map((week) => (
                <tr key={week[0]?.day}>
                  <th scope="row">{week[0] && formatDay(week[0].day, { short: true }).replace(/^\w+, /, "")}</th>
                  {week.map(({ day, taken, free }) => (
                    <td key={day}>{taken > usable ? <b className="state bad">{usable - taken}</b> : free}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </Panel>
  );
}
