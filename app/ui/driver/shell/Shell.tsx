import { useEffect, useState, type MouseEvent } from "react";
import { driverPaths } from "~/driver-paths";
import { paths } from "~/paths";
import { LogoMark } from "../../art/Logo";
import { PhoneLine } from "../PhoneLine";
import type { Sent } from "../send-journal";
import { usePhone } from "../use-phone";
import { DayView } from "./DayView";
import { JobView } from "./JobView";
import { stillHere } from "./still-here";

const JOB = driverPaths.job("");
const jobIn = (path: string): string | null => (path.startsWith(JOB) ? path.slice(JOB.length) : null);

/** The day and each job as this phone has them, at the addresses of the pages that they stand for. */
export function Shell() {
  const { phone, send } = usePhone();
  const [path, setPath] = useState(location.pathname);
  useEffect(() => {
    const follow = () => setPath(location.pathname);
    addEventListener("popstate", follow);
    return () => removeEventListener("popstate", follow);
  }, []);
  // From one to the other without asking the line, which is gone or worse.
  const stay = (event: MouseEvent) => {
    const link = (event.target as Element).closest("a");
    if (link?.origin !== location.origin || !/^\/driver\/(dashboard$|jobs\/)/.test(link.pathname)) return;
    if (!link.getAttribute("href")) return;
    event.preventDefault();
    history.pushState(null, "", link.pathname);
    setPath(link.pathname);
    scrollTo(0, 0);
  };
  const notices = phone?.jobs?.notices ?? [];
  const job = phone?.jobs?.jobs.find(({ id }) => id === jobIn(path));
  const still = job && phone?.jobs ? stillHere(job.id, phone.jobs.jobs, phone.entries, phone.jobs.readAt) : null;
  return (
    <div className="office driver" onClick={stay}>
      <header className="bar">
        <nav aria-label="Driver">
          <a className="logo" href={paths.driver.dashboard}>
            <LogoMark />
            <span>My jobs</span>
          </a>
        </nav>
        {phone?.jobs && <p>{phone.jobs.name}</p>}
      </header>
      <Line
        sent={phone?.sent ?? null}
        isAll={notices.length === 0 && phone?.entries.every(({ state }) => state === "sent") === true}
        onTry={() => void send()}
      />
      <PhoneLine
        phone={phone}
        notices={[...notices.filter(({ jobId }) => !job || jobId === job.id), ...(still ? [still] : [])]}
      />
      <main id="main" tabIndex={-1}>
        {phone === null ? (
          <p>Looking at what this phone has…</p>
        ) : !phone.jobs ? (
          <Nobody />
        ) : job ? (
          <JobView
            key={job.id}
            job={job}
            driver={phone.jobs.driver}
            entries={phone.entries}
            readAt={phone.jobs.readAt}
            facilities={phone.jobs.facilities ?? []}
            officePhone={phone.jobs.officePhone}
          />
        ) : (
          <DayView jobs={phone.jobs} entries={phone.entries} />
        )}
      </main>
    </div>
  );
}

/** Why this is not the usual page, and the way back to it. */
function Line({ sent, isAll, onTry }: { sent: Sent | null; isAll: boolean; onTry: () => void }) {
  return (
    <div className="phone-line" role="status">
      {sent === "done" ? (
        <p>
          The signal is back{isAll && ", and everything is sent"}. <a href="">Open the full page</a>
        </p>
      ) : sent === "signed_out" ? (
        <p>
          You are signed out; what is saved here stays.{" "}
          <a href={`${paths.driver.auth}?next=${paths.driver.dashboard}`}>Sign in</a>
        </p>
      ) : (
        <p>
          No signal: these are your jobs as this phone has them.{" "}
          <button type="button" className="plain-button" onClick={onTry}>
            Try now
          </button>
        </p>
      )}
    </div>
  );
}

function Nobody() {
  return (
    <>
      <h1>No jobs on this phone</h1>
      <p>
        Nobody is signed in here, or the jobs were not read yet. Go where there is signal, then{" "}
        <a href={paths.driver.auth}>sign in</a>.
      </p>
    </>
  );
}
