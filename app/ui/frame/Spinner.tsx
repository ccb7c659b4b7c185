/**
 * A ring that turns while something small is waited for; at rest for those who asked for less motion. Its words stand
 * beside it.
 */
export function Spinner() {
  return (
    <svg className="spin" viewBox="0 0 48 48" fill="none" strokeWidth="6" aria-hidden="true">
      <circle cx="24" cy="24" r="20" stroke="var(--line)" />
      <path d="M24 4a20 20 0 0 1 20 20" stroke="var(--secondary)" />
    </svg>
  );
}
