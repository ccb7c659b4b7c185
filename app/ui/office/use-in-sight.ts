import { useEffect, useRef } from "react";

/**
 * For a strip that scrolls sideways on a phone: what is current in it is brought in sight whenever `current` changes.
 * How it stands at first is the style's (scroll-initial-target), before any script.
 */
export function useInSight<Strip extends HTMLElement>(current: string) {
  const ref = useRef<Strip>(null);
  useEffect(() => {
    const strip = ref.current;
    const one = strip?.querySelector("[aria-current]");
    if (!strip || !one) return;
    const [outer, inner] = [strip.getBoundingClientRect(), one.getBoundingClientRect()];
    // Not scrollIntoView: that moves the page as well.
    if (inner.left < outer.left || inner.right > outer.right)
      strip.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2);
  }, [current]);
  return ref;
}
