import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { livePaths } from "~/live-paths";
import { paths } from "~/paths";
import { hearTabs, isHalfTyped, tellTabs, type AuthEvent } from "./tabs";

/** Shows the page from the server again: where nobody is signed in any more, that is the sign-in page. */
const openAgain = () => location.assign(location.pathname + location.search);

/**
 * A signed-in page: signing out in another tab shows here too. It asks the server, which alone knows; what is half typed
 * stays, with a line that says so. Without scripts a page notices with its next request.
 */
export function SignedInTab({ me, says }: { me: string; says?: AuthEvent | undefined }) {
  const [isOut, setOut] = useState(false);
  const { revalidate } = useRevalidator();
  const readAgain = useRef(revalidate);
  readAgain.current = revalidate;
  const wasOut = useRef(isOut);
  wasOut.current = isOut;
  useEffect(() => {
    let asking: ReturnType<typeof setTimeout> | undefined;
    const ask = async () => {
      const answer = await fetch(livePaths.topics([`agent:${me}`], null), { method: "HEAD" }).catch(() => null);
      if (answer?.ok) setOut(false);
      if (answer?.status !== 401 && answer?.status !== 403) return;
      if (isHalfTyped()) setOut(true);
      else openAgain();
    };
    const stop = hearTabs((event) => {
      if ((event === "USER_UPDATED" || event === "TOKEN_REFRESHED") && !isHalfTyped()) readAgain.current();
      if (event !== "SIGNED_OUT" && event !== "PASSWORD_RECOVERY" && !wasOut.current) return;
      // Several tabs may say the same.
      clearTimeout(asking);
      asking = setTimeout(() => void ask(), 200);
    });
    tellTabs(says ?? "INITIAL_SESSION");
    return () => {
      clearTimeout(asking);
      stop();
    };
  }, [me, says]);
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
