/** The specification's auth events (section 4): the names in the event log, and what a person's tabs tell each other. */
const AUTH_EVENTS = [
  "SIGNED_IN",
  "SIGNED_OUT",
  "TOKEN_REFRESHED",
  "USER_UPDATED",
  "PASSWORD_RECOVERY",
  "INITIAL_SESSION",
  "MFA_CHALLENGE_VERIFIED",
] as const;
export type AuthEvent = (typeof AUTH_EVENTS)[number];

export const isAuthEvent = (kind: unknown): kind is AuthEvent => AUTH_EVENTS.some((event) => event === kind);

const NAME = "auth";

/** Tells all tabs of this browser, this one too; where a browser cannot, they notice when they ask the server next. */
export function tellTabs(event: AuthEvent): void {
  if (typeof BroadcastChannel === "undefined") return;
  const channel = new BroadcastChannel(NAME);
  channel.postMessage(event);
  channel.close();
}

/** Hears them; returns what stops it. */
export function hearTabs(hear: (event: AuthEvent) => void): () => void {
  if (typeof BroadcastChannel === "undefined") return () => undefined;
  const channel = new BroadcastChannel(NAME);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (isAuthEvent(data)) hear(data);
  };
  return () => channel.close();
}

/** Whether the page shows a refusal, which reading it again would take away with all that it says. */
export const isRefused = (): boolean => document.querySelector("main .problems") !== null;

/**
 * Whether the page has what was typed in vain, to copy it (OfficeError): it stands nowhere else, and goes with the page. So
 * nothing but the person takes it away.
 */
export const isToCopy = (): boolean => document.querySelector("main #typed") !== null;

/**
 * Half-typed forms of the page: reading it again could take them away. What was refused and is shown again is one: the
 * refusal would go, and with it what it says of somebody else's change, which the next save would overwrite.
 */
export function isHalfTyped(): boolean {
  if (isRefused() || isToCopy()) return true;
  const fields = document.querySelectorAll<TypedField>("main input:not([type=hidden]), main textarea, main select");
  return [...fields].some(isChanged);
}

export type TypedField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
export const isTicked = (field: TypedField): field is HTMLInputElement => /^(?:checkbox|radio)$/.test(field.type);

/** Whether a field has something else than it came with. */
export function isChanged(field: TypedField): boolean {
  if (field instanceof HTMLSelectElement)
    return [...field.options].some(({ selected, defaultSelected }) => selected !== defaultSelected);
  return isTicked(field) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
}
