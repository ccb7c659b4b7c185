import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { livePaths } from "~/live-paths";
import { paths } from "~/paths";
import { hearTabs, isHalfTyped, tellTabs, type AuthEvent } from "./tabs";

/** Shows the page from the server again: where nobody is signed in any more, that is the sign-in page. */
const openAgain = () => location.assign(location.pathname + location.search);

const goTo = (door: string) =>
  location.assign(`${door}?${new URLSearchParams({ next: location.pathname + location.search, told: "ended" })}`);

/** A page that is left by itself, by a form or a link, has this long to arrive before it is taken elsewhere. */
const LEAVING_MS = 10_000;

/**
 * A signed-in page: signing out in another tab shows here too, and a session that is over. It asks the server, which alone knows; what is half typed
 * stays, with a line that says so. Without scripts a page notices with its next request.
 */
export function SignedInTab({
  me,
  says,
  door,
  lost = false,
}: {
  me: string;
  says?: AuthEvent | undefined;
  /** Where somebody signs in again, and is told why; else the page itself leads there. */
  door?: string;
  /** Its stream has ended: so does that of a session that is over, which no other tab tells. */
  lost?: boolean;
}) {
  const [isOut, setOut] = useState(false);
  const { revalidate } = useRevalidator();
  const readAgain = useRef(revalidate);
  readAgain.current = revalidate;
  const wasOut = useRef(isOut);
  wasOut.current = isOut;
  const askNow = useRef<() => void>(() => undefined);
  useEffect(() => {
    let asking: ReturnType<typeof setTimeout> | undefined;
    let leavingUntil = 0;
    const askIn = (ms: number) => {
      // Several tabs may say the same.
      clearTimeout(asking);
      asking = setTimeout(() => void ask(), ms);
    };
    // The tab in which "Sign out" was pressed hears of it from the others before its own answer has come: it goes where
    // that leads. A download also begins like this, and stays: so it is late, not never.
    const leave = () => {
      leavingUntil = Date.now() + LEAVING_MS;
      if (asking) askIn(LEAVING_MS);
    };
    const ask = async () => {
      const isLeft = () => Date.now() < leavingUntil;
      if (isLeft()) return askIn(LEAVING_MS);
      asking = undefined;
      const answer = await fetch(livePaths.topics([`agent:${me}`], null), { method: "HEAD" }).catch(() => null);
      if (answer?.ok) setOut(false);
      if (answer?.status !== 401 && answer?.status !== 403) return;
      if (isLeft()) return askIn(LEAVING_MS);
      if (isHalfTyped()) setOut(true);
      else if (door && answer.status === 401) goTo(door);
      else openAgain();
    };
    askNow.current = () => askIn(200);
    const stop = hearTabs((event) => {
      if ((event === "USER_UPDATED" || event === "TOKEN_REFRESHED") && !isHalfTyped()) readAgain.current();
      if (event !== "SIGNED_OUT" && event !== "PASSWORD_RECOVERY" && !wasOut.current) return;
      askIn(200);
    });
    window.addEventListener("beforeunload", leave);
    tellTabs(says ?? "INITIAL_SESSION");
    return () => {
      clearTimeout(asking);
      window.removeEventListener("beforeunload", leave);
      stop();
    };
  }, [me, says, door]);
  useEffect(() => {
    if (lost) askNow.current();
  }, [lost]);
  if (!isOut) return null;
  return (
    <div className="read-again" role="status">
      You are signed out. What you typed here stays:{" "}
      <a href={paths.auth} target="_blank" rel="noopener">
        log in in another tab
      </a>
      , then go on here.
    </div>
  );
}

/** A door: says what has just happened, and lets in whoever has signed in in another tab meanwhile. */
export function DoorTab({ says }: { says?: AuthEvent | undefined }) {
  useEffect(() => {
    if (says) tellTabs(says);
    return hearTabs((event) => {
      const isIn = event === "SIGNED_IN" || event === "INITIAL_SESSION";
      if (isIn && !isHalfTyped()) location.assign(`${location.pathname}${location.search.replace(/told=\w+&?/, "")}`);
    });
  }, [says]);
  return null;
}
