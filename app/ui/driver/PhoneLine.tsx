import { formatTime } from "~/domain/kernel/moments";
import { paths } from "~/paths";
import { markSteps, type PhoneEntry } from "./phone-store";
import { tellTabs } from "./send-journal";
import type { Phone } from "./use-phone";

/** Beyond this the driver is asked to do something about it. */
const LONG_MS = 30 * 60_000;

/** "1 step", "3 steps". */
export const stepsWords = (count: number) => `${count} ${count === 1 ? "step" : "steps"}`;

/** What stands on this phone alone, since when, and what to do about it. Always there, so that it is read aloud when it changes. */
export function PhoneLine({ phone, now = Date.now() }: { phone: Phone | null; now?: number }) {
  const unsent = phone?.entries.filter(({ state }) => state === "unsent") ?? [];
  const photos = phone?.photos.filter(({ refused }) => refused === undefined) ?? [];
  const refused = phone?.photos.filter((photo) => photo.refused !== undefined) ?? [];
  const unread = phone?.entries.filter(({ state }) => state === "refused") ?? [];
  const since = Math.min(...unsent.map(({ at }) => at), ...photos.map(({ takenAt }) => takenAt));
  const what = [
    ...(unsent.length > 0 ? [stepsWords(unsent.length)] : []),
    ...(photos.length > 0 ? [`${photos.length} ${photos.length === 1 ? "photo" : "photos"}`] : []),
  ].join(" and ");
  return (
    <div className="phone-line" role="status">
      {phone?.isBroken && (
        <p className="wrong">
          This browser cannot keep steps on the phone: it is in private mode, or the phone is full. Without signal
          nothing would be saved.
        </p>
      )}
      {phone?.isFull && !phone.isBroken && (
        <p className="wrong">
          This phone is full. While there is signal your steps go to the office at once; without signal nothing more can
          be saved. Make room: delete films or apps.
        </p>
      )}
      {refused.map((photo) => (
        <p key={photo.id} className="wrong">
          A photo of {formatTime(photo.takenAt)} did not reach the office. {photo.refused}
        </p>
      ))}
      {unread.length > 0 && (
        <p className="wrong">
          {stepsWords(unread.length)} on this phone cannot be read by the office, since{" "}
          {formatTime(Math.min(...unread.map(({ at }) => at)))}. Call the office and say what you did.{" "}
          <button
            type="button"
            className="plain-button"
            onClick={() =>
              void markSteps(
                unread.map(({ id }) => id),
                null,
              ).then(tellTabs)
            }
          >
            The office knows
          </button>
        </p>
      )}
      {what !== "" && (
        <p className={now - since > LONG_MS ? "wrong" : undefined}>
          <strong>{what} saved on this phone, not sent yet</strong>, since {formatTime(since)}.{" "}
          {phone?.sent === "signed_out" ? (
            <a href={`${paths.driver.auth}?next=${paths.driver.dashboard}`}>Sign in to send.</a>
          ) : phone?.sent === "other" ? (
            "Another driver is signed in on this phone."
          ) : now - since > LONG_MS ? (
            "Go where there is signal, or call the office."
          ) : (
            "This phone sends by itself when there is signal."
          )}
        </p>
      )}
    </div>
  );
}

/** How a step stands: saved here, sent (and when, if that was later), or with the office. */
export function sentWords({ state, at: done, sentAt }: Pick<PhoneEntry, "state" | "at" | "sentAt">): string {
  if (state === "refused") return "the office cannot read it; call them";
  if (state === "unsent") return "saved on this phone, not sent yet";
  const at = sentAt === undefined || formatTime(sentAt) === formatTime(done) ? "" : ` ${formatTime(sentAt)}`;
  return state === "office" ? `sent${at}; the office looks at it` : `sent${at}`;
}
