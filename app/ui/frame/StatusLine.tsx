/**
 * The line that says when the connection is gone. The boot script alone writes it (boot/connection.ts), before and
 * after hydration: React is told to leave the inside as it finds it.
 */
export function StatusLine() {
  return (
    <div
      className="offline"
      id="offline"
      role="status"
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: "" }}
    />
  );
}
