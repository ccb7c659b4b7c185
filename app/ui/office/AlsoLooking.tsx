import { useEffect, useState } from "react";
import { livePaths } from "~/live-paths";
import { untilReleased } from "../live/finger";
import { useChanges } from "./LiveOffice";

/** As often as a stream's heartbeat. */
const SAY_MS = 25_000;

/** "Sam also looks at this.": who else of the team has this record open. Nothing without scripts. */
export function AlsoLooking({ bookingId }: { bookingId: string }) {
  const [others, setOthers] = useState<string[]>([]);
  const listen = useChanges();
  useEffect(() => {
    let here = true;
    let asked = 0;
    const say = (leaving = false) =>
      fetch(livePaths.presence, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ booking: bookingId, leaving }),
        keepalive: leaving,
      });
    const look = () => {
      if (document.hidden) return;
      const mine = ++asked;
      say()
        .then((answer) => (answer.ok ? (answer.json() as Promise<{ others: string[] }>) : { others: [] }))
        // Its line moves the page: not from under a press. An answer that a later one overtook is old news.
        .then(({ others }) => untilReleased().then(() => here && mine === asked && setOthers(others)))
        // Offline: who looks is not known, and the page says elsewhere that the connection is gone.
        .catch(() => undefined);
    };
    const leave = () => void say(true).catch(() => undefined);
    look();
    const looking = setInterval(look, SAY_MS);
    const stop = listen((change) => {
      if (change.kind === "presence" && change.booking === bookingId) look();
    });
    document.addEventListener("visibilitychange", look);
    addEventListener("pagehide", leave);
    return () => {
      here = false;
      clearInterval(looking);
      stop();
      document.removeEventListener("visibilitychange", look);
      removeEventListener("pagehide", leave);
      leave();
    };
  }, [bookingId, listen]);
  return (
    <p className="hint also-looking" role="status">
      {others.length > 0 && `${listed(others)} also ${others.length === 1 ? "looks" : "look"} at this.`}
    </p>
  );
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
