import { useLocation, useNavigation } from "@remix-run/react";
import { useEffect, useLayoutEffect, useRef, useState, type CSSProperties } from "react";

/** Most answers come sooner, and a sign that only flashes up disturbs. */
const PATIENCE_MS = 250;
// Styles stand here and not in the sheet, which every page carries: these are only ever rendered in the browser.
const OVER: CSSProperties = { position: "fixed", zIndex: 4, inset: "4.5rem 0 0", minHeight: 400, display: "grid", placeContent: "center", background: "var(--background)" };
// A border, which forced colors keep. Resting it stands at 60 %.
const BAR: CSSProperties = { position: "fixed", zIndex: 9, inset: "0 0 auto", borderTop: "4px solid var(--secondary)", transform: "scaleX(.6)", transformOrigin: "left" };

/**
 * Client navigation only; a document load has the browser's own sign. Large dots while another screen loads
 * (specification, section 2: centred, at least 400 px high), a slim bar while a form is sent. Both lie over the page, so
 * that nothing moves.
 */
export function LoadingState() {
  const { state, location: next, formData } = useNavigation();
  const { pathname } = useLocation();
  const what = state === "idle" ? null : formData ? "form" : next.pathname === pathname ? null : "screen";
  const [shown, setShown] = useState<typeof what>(null);
  useEffect(() => {
    const timer = setTimeout(() => setShown(what), what ? PATIENCE_MS : 0);
    return () => clearTimeout(timer);
  }, [what]);
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  return ready && <div role="status" id="loading">{what && shown === "screen" ? <Dots /> : what && shown && <Bar />}</div>;
}

function Dots() {
  return (
    <p style={OVER}>
      <span className="unseen">Loading</span>
      <svg width="136" height="40" fill="var(--primary)" aria-hidden="true">
        {[20, 68, 116].map((x, i) => (
          <circle key={x} cx={x} cy="20" r="16">
            {moves() && <animate attributeName="opacity" values="1;.2;1" dur="1.2s" begin={`${i * 0.2}s`} repeatCount="indefinite" />}
          </circle>
        ))}
      </svg>
    </p>
  );
}

function Bar() {
  const bar = useRef<HTMLDivElement>(null);
  // Not drawn by SVG like the dots: Chromium shows only the first frame of an animation that changes a shape. Begun before
  // the first paint, which would show it resting.
  useLayoutEffect(() => {
    if (moves()) bar.current?.animate({ transform: ["scaleX(0)", "scaleX(.8)", "scaleX(.95)"], offset: [0, 0.3, 1] }, { duration: 10_000, fill: "forwards" });
  }, []);
  return <div ref={bar} style={BAR} />;
}

const moves = () => !matchMedia("(prefers-reduced-motion: reduce)").matches;
