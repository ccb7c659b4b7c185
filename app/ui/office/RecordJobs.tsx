import { reportWords } from "~/domain/dispatch/report-rules";
import { POUNDS_A_TON } from "~/domain/dispatch/ticket-question";
import type { ShownPhoto } from "~/domain/photos/photos.server";
import type { BookingRecord } from "~/domain/records/office.server";
import { JOB_KIND } from "~/domain/states/job-labels";
import { paths } from "~/paths";
import { Panel, ShortDay, When } from "./bits";
import { PHOTO_STEP } from "./timeline-parts";

/** So many are shown at once; the others are unfolded. */
const AT_FIRST = 8;

type Facts = Pick<BookingRecord, "jobs" | "photos" | "tickets" | "reports"> & {
  /** `words`: what its evidence is worth. */
  attempts: (BookingRecord["attempts"][number] & { words: string })[];
};

/** What the drivers brought back, job by job: photographs, the weight, what they found, why it was not possible. */
export function JobsPanel({ maxTons, ...facts }: Facts & { maxTons: number }) {
  const told = facts.jobs.filter(
    ({ job }) =>
      [facts.photos, facts.tickets].some((list) => list.some(({ jobId }) => jobId === job.id)) ||
      [facts.reports, facts.attempts].some((list) => list.some(({ job_id }) => job_id === job.id)),
  );
  if (told.length === 0) return null;
  return (
    <Panel title="Photos and reports" id="job-facts">
      {told.map(({ job }) => (
        <section key={job.id} className="job-facts">
          <h3>
            {JOB_KIND[job.kind]}
            {job.attempt > 1 && ` (try ${job.attempt})`}, <ShortDay day={job.day} />
          </h3>
          <ul className="lines">
            {facts.attempts
              .filter(({ job_id }) => job_id === job.id)
              .map(({ job_id, reason, note, missing, words, arrived_at, latitude, longitude }) => (
                <li key={job_id}>
                  Not possible: {[reason, note].filter(Boolean).join(": ")}.{" "}
                  <b className={missing.length > 0 ? "over" : undefined}>{words}.</b>
                  {arrived_at !== null && (
                    <>
                      {" "}
                      There at <When at={arrived_at} />.
                    </>
                  )}
                  {latitude !== null && longitude !== null && (
                    <>
                      {" "}
                      <a
                        href={`https://www.google.com/maps/search/?api=1&query=${latitude},${longitude}`}
                        target="_blank"
                        rel="noreferrer"
                      >
                        Where the driver stood
                      </a>
                    </>
                  )}
                </li>
              ))}
            {facts.tickets
              .filter(({ jobId }) => jobId === job.id)
              .map(({ facility, number, gross, tare, net }) => (
                <li key={number}>
                  Ticket <span className="num">{number}</span>, {facility}: {net.toLocaleString("en-US")} pounds net (
                  {gross.toLocaleString("en-US")} − {tare.toLocaleString("en-US")})
                  {net > maxTons * POUNDS_A_TON && <b className="over"> Over {maxTons} tons: billed and flagged</b>}
                </li>
              ))}
            {facts.reports
              .filter(({ job_id }) => job_id === job.id)
              .map((report) => (
                <li key={report.id}>
                  {report.withdrawn_at === null ? (
                    <>Found: {reportWords(report)}</>
                  ) : (
                    <>
                      <s>Found: {reportWords(report)}</s> (taken back by the driver)
                    </>
                  )}
                </li>
              ))}
          </ul>
          <Pictures photos={facts.photos.filter(({ jobId }) => jobId === job.id)} />
        </section>
      ))}
    </Panel>
  );
}

function Pictures({ photos }: { photos: ShownPhoto[] }) {
  if (photos.length === 0) return null;
  const more = photos.slice(AT_FIRST);
  return (
    <>
      <Row photos={photos.slice(0, AT_FIRST)} />
      {more.length > 0 && (
        <details>
          <summary>{more.length} more photos</summary>
          <Row photos={more} />
        </details>
      )}
    </>
  );
}

/** Each opens large. A file that is missing leaves its words. */
function Row({ photos }: { photos: ShownPhoto[] }) {
  return (
    <ul className="shots">
      {photos.map(({ capability, step, width, height, takenAt, createdAt }) => (
        <li key={capability}>
          <a href={paths.photo(capability)} target="_blank" rel="noreferrer">
            <img
              src={paths.photo(capability, "small")}
              alt={`Photo: ${PHOTO_STEP[step]}`}
              {...{ width, height }}
              loading="lazy"
            />
          </a>
          <span className="hint">
            <When at={takenAt ?? createdAt} />
          </span>
        </li>
      ))}
    </ul>
  );
}
