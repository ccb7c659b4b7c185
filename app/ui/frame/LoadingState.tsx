import { useLocation, useNavigation } from "@remix-run/react";
import { useEffect, useState, type CSSProperties } from "react";

/** Most answers come sooner, and a sign that only flashes up disturbs. */
const PATIENCE_MS = 250;
// Styles stand here and not in the sheet, which every page carries: these are only ever rendered in the browser.
const OVER: CSSProperties = { position: "fixed", zIndex: 4, inset: "4.5rem 0 0", minHeight: 400, display: "grid", placeContent: "center", background: "var(--background)" };
const BAR: CSSProperties = { position: "fixed", zIndex: 9, inset: "0 0 auto", width: "100%", height: 4 };

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
  return (
    <svg style={BAR} fill="var(--secondary)" aria-hidden="true">
      {/* By its scale: Chromium does not draw a rectangle whose width is animated. */}
      <rect height="4" width="60%">{moves() && <animateTransform attributeName="transform" type="scale" values="0 1;1.3 1;1.6 1" keyTimes="0;.3;1" dur="10s" fill="freeze" />}</rect>
    </svg>
  );
}

const moves = () => !matchMedia("(prefers-reduced-motion: reduce)").matches;
