const THEMES = ["default", "corporate", "modern", "minimal"] as const;

/**
 * The four brand themes (specification, section 2). The boot script does the work and marks the chosen one
 * (boot/theme.ts), so that no React is needed; without scripts the buttons are not shown.
 */
export function ThemePicker() {
  return (
    <details className="brands small">
      <summary>Appearance</summary>
      {THEMES.map((theme) => (
        <button key={theme} type="button" value={theme} suppressHydrationWarning>
          {theme[0]?.toUpperCase() + theme.slice(1)}
        </button>
      ))}
    </details>
  );
}
