import { useEffect, useRef, useState, type ComponentType } from "react";
import { crmPaths } from "~/crm-paths";
import { linkPressed } from "../office/use-follow";
import { useHydrated } from "../form";
import { callOf, hearWishes, wishPhone, type PhoneFrameProps, type TelephoneProps, type Wish } from "./wish";

/**
 * The telephone's place in the office's frame. Nothing of it is fetched before it is used: by a press, by a number that is
 * called, or because this person takes calls.
 */
export function PhoneFrame(props: PhoneFrameProps) {
  const { takesCalls } = props;
  const [Telephone, setTelephone] = useState<ComponentType<TelephoneProps> | null>(null);
  const early = useRef<Wish[]>([]);
  const isAsked = useRef(false);
  useEffect(() => {
    const load = () => {
      if (isAsked.current) return;
      isAsked.current = true;
      import("./Telephone").then(
        (loaded) => setTelephone(() => loaded.Telephone),
        // Offline, or a newer version: the next press tries again.
        () => void (isAsked.current = false),
      );
    };
    if (takesCalls) load();
    if (Telephone) return undefined;
    return hearWishes((wish) => {
      early.current.push(wish);
      load();
    });
  }, [takesCalls, Telephone]);
  useEffect(() => {
    // Every number of the office, wherever it stands. Without scripts it is the desk's own telephone that dials.
    const press = (event: MouseEvent) => {
      const link = linkPressed(event);
      if (!link?.href.startsWith("tel:")) return;
      event.preventDefault();
      event.stopPropagation();
      wishPhone(callOf(link));
    };
    document.addEventListener("click", press, true);
    return () => document.removeEventListener("click", press, true);
  }, []);
  return Telephone && <Telephone {...props} early={early.current} />;
}

/** Opens the telephone. Without scripts there is none to open: the tab of calls has the log. */
export function PhoneKey() {
  return (
    useHydrated() && (
      <a
        className="phone-key"
        href={crmPaths.calls()}
        data-key="0"
        onClick={(event) => {
          event.preventDefault();
          wishPhone({ kind: "open" });
        }}
      >
        <span>Phone</span>
      </a>
    )
  );
}
