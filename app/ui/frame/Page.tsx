import type { ReactNode } from "react";
import { DrawingParts } from "../art/Dumpster";
import { HeroScene } from "../art/HeroScene";
import { PageHead } from "./PageHead";

/**
 * An information page: a heading band, then headings with their text beside them (below them on narrow screens).
 * `children` are h2, p, ul and so on in a flat row, or sections of those.
 */
export function Page({
  eyebrow,
  title,
  lead,
  children,
}: {
  eyebrow?: string;
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}) {
  return (
    <>
      <DrawingParts />
      <PageHead eyebrow={eyebrow} title={title} lead={lead} art={<HeroScene />} />
      <div className="wrap prose">{children}</div>
    </>
  );
}
