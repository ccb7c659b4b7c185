import type { DriverNotice } from "~/domain/driver/notices.server";
import { formatTime } from "~/domain/kernel/moments";
import { paths } from "~/paths";
import { markPhoto, markSteps, type PhoneEntry, type PhonePhoto } from "./phone-store";
import { tellTabs } from "./send-journal";
import type { Phone } from "./use-phone";

/** Beyond this the driver is asked to do something about it. */
const LONG_MS = 30 * 60_000;

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? "" : "s"}`;
/** "1 step", "3 steps". */
export const stepsWords = (count: number) => counted(count, "step");

/** "3 steps and 1 photo"; empty where there is nothing. */
export const unsentWords = (steps: number, photos: number): string =>
  [steps && stepsWords(steps), photos && counted(photos, "photo")].filter(Boolean).join(" and ");

/** The pictures that are still to be sent, without those that the office cannot use. */
export const unsentPhotos = (all: readonly PhonePhoto[]) => all.filter(({ refused }) => refused === undefined);

// On the day's list and on its job's page; one that an earlier version kept knows no job.
const isHere = ({ jobId = "" }: PhonePhoto) => ["/dashboard", jobId].some((end) => location.pathname.endsWith(end));

/**
 * What stands on this phone alone, since when, and what to do about it; and what the server has to say beside the page. Always
 * there, so that it is read aloud when it changes.
 */
export function PhoneLine({
  phone,
  notices = [],
  now = Date.now(),
}: {
  phone: Phone | null;
  notices?: readonly DriverNotice[] | undefined;
  now?: number;
}) {
  const { entries = [], photos: pictures = [] } = phone ?? {};
  const unsent = entries.filter(({ state }) => state === "unsent");
  const photos = unsentPhotos(pictures);
  const refused = pictures.filter((photo) => photo.refused !== undefined && isHere(photo));
  const unread = entries.filter(({ state }) => state === "refused");
  const since = Math.min(...unsent.map(({ at }) => at), ...photos.map(({ takenAt }) => takenAt));
  const isLong = now - since > LONG_MS;
  const what = unsentWords(unsent.length, photos.length);
  return (
    <div className="phone-line" role="status">
      {phone?.isBroken && (
        <p className="wrong">
          Nothing is kept here: the phone is full, or the browser is in private mode. Without signal nothing is saved.
        </p>
      )}
      {phone?.isFull && !phone.isBroken && (
        <p className="wrong">
          This phone is full. With signal your steps go to the office at once. Without signal nothing is saved.
        </p>
      )}
      {refused.map((photo) => (
        <p key={photo.id} className="wrong">
          {photo.refused}
          <button type="button" className="plain-button" onClick={() => void markPhoto(photo, null).then(tellTabs)}>
            Put away
          </button>
        </p>
      ))}
      {notices.map(({ words, link: { text, href } }) => (
        <p key={words} className="wrong">
          {words} <a href={href}>{text}</a>
        </p>
      ))}
      {unread.length > 0 && (
        <p className="wrong">
          {stepsWords(unread.length)} on this phone cannot be read by the office, since{" "}
          {formatTime(Math.min(...unread.map(({ at }) => at)))}. Call the office and say what you did. This takes them
          off the phone, with their photos:{" "}
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
        <p className={isLong ? "wrong" : undefined}>
          <strong>{what} saved on this phone, not sent yet</strong>, since {formatTime(since)}.{" "}
          {phone?.sent === "signed_out" ? (
            <a href={`${paths.driver.auth}?next=${paths.driver.dashboard}`}>Sign in to send.</a>
          ) : phone?.sent === "other" ? (
            "Another driver is signed in on this phone."
          ) : isLong ? (
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
