const GROUND = 96;

/**
 * A dumpster from the side, to scale (10 units are one foot), with a person of 5 ft 9 in and a pickup truck of 19 ft.
 * Needs <DrawingParts/> once on the page. Decorative: the figures stand beside it in words.
 */
export function SizeDrawing({ heightFeet, lengthFeet = 16 }: { heightFeet: number; lengthFeet?: number }) {
  const top = GROUND - heightFeet * 10;
  const length = lengthFeet * 10;
  return (
    <svg className="drawing" viewBox="0 0 400 118" aria-hidden="true" focusable="false">
      <use href="#pickup" x="206" y={GROUND} />
      <use href="#person" x="185" y={GROUND} />
      <path className="steel" d={`M8 ${top}h${length}v${heightFeet * 10 - 5}h-${length}z`} />
      <path className="shade" d={Array.from({ length: 7 }, (_, i) => `M${28 + i * 20} ${top + 6}V${GROUND - 9}`).join("")} />
      <path className="sun" d={`M5 ${top}h${length + 6}v5h-${length + 6}z`} />
      <path fill="currentColor" d={`M4 ${GROUND - 9}h168v4H4zM18 ${GROUND}a5 5 0 0 1 0-10 5 5 0 0 1 0 10zM158 ${GROUND}a5 5 0 0 1 0-10 5 5 0 0 1 0 10z`} />
      <path className="rule" d={`M0 ${GROUND + 0.5}h400M8 101v8M168 101v8M8 105h50M118 105h50`} />
      <text x="88" y="111" textAnchor="middle">{lengthFeet} ft</text>
      <text x="88" y={top - 7} textAnchor="middle">{heightFeet} ft high</text>
    </svg>
  );
}

/** The figures that every drawing repeats, defined once for the page. */
export function DrawingParts() {
  return (
    <svg width="0" height="0" aria-hidden="true" focusable="false" className="absolute">
      <defs>
        <g id="person" fill="currentColor">
          <circle cy="-53" r="4.5" />
          <path d="M-6-46q6-3 12 0l2 22h-3l-1 24h-3l-1-20-1 20h-3l-1-24h-3z" />
        </g>
        <g id="pickup" fill="currentColor" opacity=".62">
          <path d="M2-12v-21q0-5 8-6l42-4 22-18q2-2 7-2h31q4 0 5 5l1 15h68q3 0 3 4v27h-24a16 16 0 0 0-32 0h-76a16 16 0 0 0-32 0z" />
          <path className="glass" d="m60-43 17-14h15v14zm36 0v-14h15l1 14z" />
          <circle cx="41" cy="-12" r="12" />
          <circle cx="149" cy="-12" r="12" />
        </g>
      </defs>
    </svg>
  );
}
