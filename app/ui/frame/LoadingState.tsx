import { useLocation, useNavigation } from "@remix-run/react";
import { useEffect, useLayoutEffect, useRef, useState, type CSSProperties } from "react";
import { useSlow } from "./use-slow";

// Styles stand here and not in the sheet, which every page carries: these are only ever rendered in the browser.
const OVER: CSSProperties = {
  position: "fixed",
  zIndex: 4,
  inset: "0",
  minHeight: 400,
  display: "grid",
  placeContent: "center",
  background: "var(--background)",
};
// A border, which forced colors keep. Resting it stands at 60 %.
const BAR: CSSProperties = {
  position: "fixed",
  zIndex: 9,
  inset: "0 0 auto",
  borderTop: "4px solid var(--secondary)",
  transform: "scaleX(.6)",
  transformOrigin: "left",
};

/**
 * Client navigation only; a document load has the browser's own sign. Large dots while another screen loads
 * (specification, section 2: centred, at least 400 px high), also the one that a form leads to; a slim bar while a form
 * is sent, and while a screen that stays loads its answer. Both lie over the page, so that nothing moves.
 */
export function LoadingState() {
  const { state, location: next, formMethod } = useNavigation();
  const here = useLocation();
  const sends = state === "submitting" || (formMethod !== undefined && next?.pathname === here.pathname);
  const loads = state === "loading" && (next.pathname !== here.pathname || next.search !== here.search);
  const shown = useSlow(sends ? "form" : loads ? "screen" : null);
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  return (
    ready && (
      <div role="status" id="loading">
        {shown && (shown === "screen" ? <Dots /> : <Bar />)}
      </div>
    )
  );
}

function Dots() {
  const over = useRef<HTMLParagraphElement>(null);
  const [top] = useState(belowHeader);
  // An answer that comes just now would make them flash up: they come out of nothing.
  useLayoutEffect(() => void over.current?.animate({ opacity: [0, 1] }, 200), []);
  return (
    <p ref={over} style={{ ...OVER, top }}>
      <span className="unseen">Loading</span>
      <svg width="136" height="40" fill="var(--primary)" aria-hidden="true">
        {[20, 68, 116].map((x, i) => (
          <circle key={x} cx={x} cy="20" r="16">
            {moves() && (
              <animate
                attributeName="opacity"
                values="1;.2;1"
                dur="1.2s"
                begin={`${i * 0.2}s`}
                repeatCount="indefinite"
              />
            )}
          </circle>
        ))}
      </svg>
    </p>
  );
}

/** Something is under way that leaves the screen as it is. */
export function Bar() {
  const bar = useRef<HTMLDivElement>(null);
  // Not drawn by SVG like the dots: Chromium shows only the first frame of an animation that changes a shape. Begun
  // before the first paint, which would show it resting.
  useLayoutEffect(() => {
    if (moves())
      bar.current?.animate(
        { transform: ["scaleX(0)", "scaleX(.8)", "scaleX(.95)"], offset: [0, 0.3, 1] },
        { duration: 10_000, fill: "forwards" },
      );
  }, []);
  return <div ref={bar} style={BAR} />;
}

/**
 * Where the frame's header (a page may have one of its own) and the line for a lost connection end: in each area
 * another height, and on phones two rows.
 */
function belowHeader(): number {
  const rows = [...document.querySelectorAll("header:not(main header), #offline")].map((element) =>
    element.getBoundingClientRect(),
  );
  // Without words the line sticks a little below the header, with no height.
  return Math.max(0, ...rows.map(({ height, bottom }) => height && bottom));
}

const moves = () => !matchMedia("(prefers-reduced-motion: reduce)").matches;
