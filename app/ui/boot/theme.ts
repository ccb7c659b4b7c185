/** Specification, section 2: the chosen theme's id is kept in session storage under this key. */
const KEY = "brand-theme";

let theme = "default";
try {
  const stored = sessionStorage[KEY] as string;
  if (/^(corporate|modern|minimal)$/.test(stored)) theme = stored;
} catch {
  // No storage (a private window): the choice lasts as long as the page.
}

/** Before the first paint, so that no other theme flashes up; later also the state of the footer's buttons. */
export function showTheme(): void {
  document.documentElement.dataset.theme = theme;
  for (const button of document.querySelectorAll<HTMLButtonElement>(".brands>button"))
    button.setAttribute("aria-pressed", `${button.value === theme}`);
}

export function chooseTheme({ target }: Event): void {
  const button = (target as Element).closest?.<HTMLButtonElement>(".brands>button");
  if (!button) return;
  theme = button.value;
  showTheme();
  try {
    sessionStorage[KEY] = theme;
  } catch {
    // As above.
  }
}
