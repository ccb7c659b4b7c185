/** What the browser tells of its line; not in every browser. Save-Data asks for no byte that the page does not need. */
export const { saveData, effectiveType } = ((navigator as { connection?: unknown }).connection ?? {}) as {
  saveData?: boolean;
  effectiveType?: string;
};

/** Says in the frame's status line that the connection is gone (the words are the specification's, section 8). */
export function showConnection(): void {
  const line = document.getElementById("offline");
  const words = navigator.onLine ? "" : "You're offline. Some features may not be available.";
  if (line && line.textContent !== words) line.textContent = words;
}
