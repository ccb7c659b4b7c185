/**
 * Pictures of the reports, drawn by the server without a library: the bars stretch with their place, what is written stands
 * beside them as text of the page. Each is one picture with a sentence; the figures stand below it.
 */
export interface Bar {
  label: string;
  value: number;
  /** What stood there the time before: a line across. */
  then?: number;
  tone?: "now" | "soft";
}

const STEP = 10;
const HEIGHT = 100;

/** Bars beside each other, with a line at nothing where some are below it. */
export function Bars({
  bars,
  say,
  most,
  axis,
  className = "",
}: {
  bars: readonly Bar[];
  /** The picture in a sentence. */
  say: string;
  /** The highest value in words. */
  most: string;
  /** What stands below, at the places of the bars that it names; the others have nothing. */
  axis: readonly string[];
  className?: string;
}) {
  const values = bars.flatMap(({ value, then = 0 }) => [value, then]);
  const [top, bottom] = [Math.max(1, ...values), Math.min(0, ...values)];
  const y = (value: number) => ((top - value) / (top - bottom)) * HEIGHT;
  return (
    <div className={`report-bars ${className}`.trim()}>
      <span className="report-most" aria-hidden="true">
        {most}
      </span>
      <svg role="img" aria-label={say} viewBox={`0 0 ${bars.length * STEP} ${HEIGHT}`} preserveAspectRatio="none">
        {bars.map(({ label, value, then, tone }, i) => (
          <g key={i}>
            <title>{label}</title>
            <rect className="whole" x={i * STEP} y={0} width={STEP} height={HEIGHT} />
            <rect
              className={value < 0 ? "below" : tone === "soft" ? "soft" : "now"}
              x={i * STEP + 1.5}
              y={Math.min(y(value), y(0))}
              width={STEP - 3}
              height={Math.abs(y(value) - y(0))}
            />
            {then !== undefined && then !== 0 && (
              <rect className="then" x={i * STEP + 0.5} y={y(then) - 0.6} width={STEP - 1} height={1.2} />
            )}
          </g>
        ))}
        <line className="base" x1={0} x2={bars.length * STEP} y1={y(0)} y2={y(0)} />
      </svg>
      <div className="report-axis" aria-hidden="true">
        {axis.map((text, i) => (
          <span key={i}>{text}</span>
        ))}
      </div>
    </div>
  );
}

/** How much of a whole, in a cell beside its number: for the eye alone. */
export function Share({ value, of }: { value: number; of: number }) {
  const width = of > 0 ? Math.max(0, Math.min(1, value / of)) * 100 : 0;
  return (
    <svg className="report-share" aria-hidden="true" viewBox="0 0 100 8" preserveAspectRatio="none">
      <rect className="whole" width={100} height={8} />
      <rect className="now" width={width} height={8} />
    </svg>
  );
}

/** How many of a size were out at each day's end, with a line at how many there are: for the eye alone. */
export function Nights({ nights, owned }: { nights: readonly number[]; owned: number }) {
  const top = Math.max(1, owned, ...nights);
  const y = (count: number) => 24 - (count / top) * 24;
  return (
    <svg className="report-nights" aria-hidden="true" viewBox={`0 -1 ${nights.length} 26`} preserveAspectRatio="none">
      {nights.map((count, i) => (
        <rect key={i} className="now" x={i + 0.1} y={y(count)} width={0.8} height={24 - y(count)} />
      ))}
      <line className="then" x1={0} x2={nights.length} y1={y(owned)} y2={y(owned)} />
    </svg>
  );
}
