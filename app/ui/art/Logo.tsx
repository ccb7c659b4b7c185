/** The sign: a sun over the rim of a dumpster. Decorative; the name always stands beside it. */
export function LogoMark() {
  return (
    <svg viewBox="0 0 40 40" aria-hidden="true">
      <rect width="40" height="40" rx="5" fill="#083c3d" />
      <path d="M9 21a11 11 0 0 1 22 0z" fill="#ffc62b" />
      <path d="M4 23h32v3H4zM7 28h4v6H7zM14.5 28h4v6h-4zM22 28h4v6h-4zM29.5 28h4v6h-4z" fill="#fff" />
    </svg>
  );
}
