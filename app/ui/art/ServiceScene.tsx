import type { ReactNode } from "react";
import { Dumpster } from "./Dumpster";

/** What stands behind the dumpster, 10 units to the foot, on a ground at 220. */
const PLACES: Readonly<Record<"residential" | "commercial" | "construction", ReactNode>> = {
  residential: (
    <>
      <path className="wall" d="M214 220V112l118-58 118 58v108z" />
      <path className="trim" d="M200 120 332 52l132 68" />
      <path className="steel" d="M240 140h20v30h-20zm24 0h20v30h-20zm44 0h20v30h-20zm24 0h20v30h-20z" />
      <path className="dim" d="M376 220v-66h48v66z" />
      <path className="steel" d="M150 220h-10v-68a42 42 0 1 1 20 0v68z" />
    </>
  ),
  commercial: (
    <>
      <path className="wall" d="M170 220V76h290v144z" />
      <path className="trim" d="M162 76h306" />
      <path className="steel" d="M186 146h120v50H186zM386 146h58v50h-58zM176 104h278l12 30H164z" />
      <path className="dim" d="M322 220v-74h48v74z" />
      <path className="awning" strokeWidth="30" d="M176 119h280" />
    </>
  ),
  construction: (
    <>
      <path className="trim" d="M150 220V48L96 62h280L150 48M340 62v22" />
      <path className="steel" d="M312 84h56v9h-56z" />
      <path className="frame" d="M246 220V122h186v98M246 170h186M308 122v98m62-98v98M246 170l62-48m62 0 62 48" />
    </>
  ),
};

/** A dumpster at the kind of place the page is about, with a person, to scale. Decorative; needs <DrawingParts/>. */
export function ServiceScene({ kind }: { kind: keyof typeof PLACES }) {
  return (
    <svg className="hero-art drawing" viewBox="0 0 480 220" aria-hidden="true">
      <circle className="sun" cx="250" cy="220" r="200" />
      {PLACES[kind]}
      <g transform="translate(20 220)">
        <Dumpster feet={kind === "construction" ? 6 : 5} yards={kind === "construction" ? 25 : 20} />
      </g>
      <use href="#person" x="200" y="220" />
    </svg>
  );
}
