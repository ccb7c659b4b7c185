import type { ReactNode } from "react";
import { Dumpster } from "./Dumpster";

/** What stands behind the dumpster, 10 units to the foot, on a ground at 220. */
const PLACES: Readonly<Record<"residential" | "commercial" | "construction", ReactNode>> = {
  residential: (
    <>
      <path className="wall" d="M214 220V112l118-58 118 58v108z" />
      <path className="trim" d="M200 120 332 52l132 68" />
      <path className="lit" d="M248 134h44v34h-44zM306 134h44v34h-44z" />
      <path className="dim" d="M366 220v-74h54v74z" />
      <path className="trim" d="M270 134v34m58-34v34" />
      <circle className="dim" cx="150" cy="86" r="52" />
      <path className="dim" d="M143 220V90h14v130z" />
    </>
  ),
  commercial: (
    <>
      <path className="wall" d="M170 220V76h290v144z" />
      <path className="trim" d="M162 76h306" />
      <path className="lit" d="M186 142h120v56H186zM386 142h58v56h-58z" />
      <path className="dim" d="M322 220v-78h48v78z" />
      <path className="steel" d="M176 112h278l12 26H164z" />
      <path className="awning" strokeWidth="26" d="M176 125h280" />
    </>
  ),
  construction: (
    <>
      <path className="wall" d="M230 220V64h220v156z" />
      <path className="frame" d="M230 220V64h220v156M230 116h220M230 168h220M285 64v156M340 64v156M395 64v156M230 168l55-52M395 116l55-52" />
      <path className="trim" d="M150 220V14m-60 14h330M150 14l-60 14m60-14 190 14M300 28v26" />
      <path className="sun" d="M286 54h28v10h-28zM82 28h26v20H82z" />
    </>
  ),
};

/** A dumpster at the kind of place the page is about, with a person, to scale. Decorative; needs <DrawingParts/>. */
export function ServiceScene({ kind }: { kind: keyof typeof PLACES }) {
  return (
    <svg className="hero-art drawing" viewBox="0 0 480 220" aria-hidden="true" focusable="false">
      <circle className="sun" cx="250" cy="220" r="200" />
      {PLACES[kind]}
      <g transform="translate(20 220)">
        <Dumpster feet={kind === "construction" ? 6 : 5} yards={kind === "construction" ? 25 : 20} />
      </g>
      <use href="#person" x="200" y="220" />
    </svg>
  );
}
