import type { MouseEvent, ReactNode } from "react";

interface JumpLinkProps {
  /** The id of the element on this page. */
  to: string;
  children: ReactNode;
  className?: string;
  accessKey?: string;
}

/**
 * A link within the page. Hydrated it moves focus and view by itself: a changed hash is a navigation to Remix, which
 * then forgets the action's answer, and with it the error summary that the link stands in.
 */
export function JumpLink({ to, ...link }: JumpLinkProps) {
  const jump = (event: MouseEvent) => {
    const target = document.getElementById(to);
    if (!target || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    // With its label and the words about it, not the bare control at the upper edge.
    (target.closest(".field, fieldset") ?? target).scrollIntoView();
    target.focus({ preventScroll: true });
  };
  return <a {...link} href={`#${to}`} onClick={jump} />;
}
