import { useEffect, useState, type ComponentType, type CSSProperties, type FocusEvent } from "react";
import type * as Sonner from "sonner";

export interface Toast {
  kind: "success" | "error" | "info";
  title: string;
  text?: string;
}

/**
 * Specification, section 9: bottom right (sonner's own place), 3 at once, 4 s, 356 px wide (its own width), 14 px apart:
 * each has its place, so that none lies over another, also while they fade.
 */
const FIGURES: Sonner.ToasterProps = {
  expand: true,
  visibleToasts: 3,
  duration: 4000,
  gap: 14,
  theme: "system",
  closeButton: true,
  containerAriaLabel: "Messages",
};
/** Where the area is on the page; sonner adds its key to the name. */
export const TOASTS = "section[aria-label^=Messages]";

let loading: Promise<typeof Sonner> | undefined;
let onMounted: () => void = () => undefined;
/** A toast that is sent before the area is there would be lost: all wait for it. */
const mounted = new Promise<void>((resolve) => (onMounted = resolve));

/** sonner, only where something is to be shown: no page needs it to work. */
function load(): Promise<typeof Sonner> {
  return (loading ??= withNoncedStyles(() => import("sonner")));
}

/**
 * sonner puts a style element of its own into the head while it loads, without the nonce that our content security
 * policy asks for. For that moment, style elements get the page's nonce.
 */
async function withNoncedStyles<T>(run: () => Promise<T>): Promise<T> {
  const { head } = document;
  const nonce = document.querySelector<HTMLElement>("script[nonce]")?.nonce ?? "";
  const append = head.appendChild.bind(head);
  head.appendChild = function <N extends Node>(node: N): N {
    if (node instanceof HTMLStyleElement) node.nonce = nonce;
    return append(node);
  };
  try {
    return await run();
  } finally {
    // The method of the prototype shows again.
    Reflect.deleteProperty(head, "appendChild");
  }
}

/** Shows a message in the corner. Whatever it says must stand on the page as well: toasts go away. */
export async function showToast({ kind, title, text }: Toast): Promise<void> {
  const sonner = await load();
  await mounted;
  sonner.toast[kind](title, { description: text });
}

/** sonner sends whoever leaves it back to where they came from: by Tab nobody would get past a message while it stands. */
function leave({ currentTarget, relatedTarget }: FocusEvent): void {
  if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget)) relatedTarget.focus();
}

/** The area in which toasts appear; once per page. Nothing on the server and until the library is there. */
export function Toasts() {
  const [Area, setArea] = useState<ComponentType<Sonner.ToasterProps> | null>(null);
  useEffect(() => {
    let gone = false;
    void load().then((sonner) => {
      if (!gone) setArea(() => sonner.Toaster);
    });
    return () => {
      gone = true;
    };
  }, []);
  useEffect(() => {
    if (Area) onMounted();
  }, [Area]);
  return (
    Area && (
      <div onBlur={leave}>
        <Area {...FIGURES} style={{ "--width": "356px", fontFamily: "inherit" } as CSSProperties} />
      </div>
    )
  );
}
