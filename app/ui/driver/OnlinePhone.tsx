import { useRevalidator } from "@remix-run/react";
import { createContext, useContext, useEffect, useRef, useState, type ReactNode } from "react";
import type { DriverNotice } from "~/domain/driver/notices.server";
import { driverPaths } from "~/driver-paths";
import { paths } from "~/paths";
import { PhoneLine, unsentPhotos, unsentWords } from "./PhoneLine";
import { isServerThere } from "./press";
import { usePhone, type Phone } from "./use-phone";

interface Online {
  driver: string | null;
  phone: Phone | null;
  send: () => Promise<unknown>;
}
const OnlineContext = createContext<Online>({ driver: null, phone: null, send: () => Promise.resolve() });

/** What this phone has, for the pages that come from the server. */
export const useOnlinePhone = (): Online => useContext(OnlineContext);

/** Around the driver's pages: keeps this phone able to work without signal, says what is unsent, and warns before it is left. */
export function OnlinePhone({ driver, ...kept }: Omit<KeptProps, "driver"> & { driver: string | null }) {
  return driver ? <Kept {...kept} driver={driver} /> : kept.children;
}

interface KeptProps {
  driver: string;
  name: string;
  notices: readonly DriverNotice[];
  children: ReactNode;
}

function Kept({ driver, name, notices, children }: KeptProps) {
  const { phone, send } = usePhone({ driver, name });
  const unsent = phone?.entries.filter(({ state }) => state === "unsent").length ?? 0;
  const what = unsentWords(unsent, unsentPhotos(phone?.photos ?? []).length);
  // The page was made before what is sent now: it is read again.
  const { revalidate } = useRevalidator();
  const [before, readAgain] = [useRef(unsent), useRef(revalidate)];
  readAgain.current = revalidate;
  useEffect(() => {
    if (unsent < before.current) readAgain.current();
    before.current = unsent;
  }, [unsent, before, readAgain]);
  // What the office has decided meanwhile, the phone hears with the jobs.
  const undecided = notices.map(({ words }) => words).join("\n");
  const waits = phone?.entries.some(({ state }) => state === "office") === true;
  useEffect(() => {
    if (waits) void send();
  }, [undecided, waits, send]);
  useEffect(() => {
    // A browser may throw away what a site keeps unless it was asked not to.
    void (navigator.storage as StorageManager | undefined)?.persist?.().catch(() => false);
    void keepShell();
  }, []);
  const [stays, setStays] = useState(false);
  const isSure = useRef(false);
  useEffect(() => {
    const leave = async (form: HTMLFormElement, button: HTMLElement | null) => {
      // Without signal the browser would show its own page, and they would still be signed in.
      const isThere = await isServerThere();
      setStays(!isThere);
      if (!isThere) return scrollTo(0, 0);
      isSure.current = true;
      form.requestSubmit(button);
    };
    const warn = (event: SubmitEvent) => {
      const form = event.target as HTMLFormElement;
      if (new URL(form.action).pathname !== paths.signOut) return;
      if (isSure.current) return void (isSure.current = false);
      event.preventDefault();
      const words = `Not sent yet: ${what} on this phone. What is not sent stays here until you sign in again. Sign out all the same?`;
      if (what === "" || confirm(words)) void leave(form, event.submitter);
    };
    document.addEventListener("submit", warn, true);
    return () => document.removeEventListener("submit", warn, true);
  }, [what]);
  return (
    <OnlineContext.Provider value={{ driver, phone, send }}>
      <PhoneLine phone={phone} notices={notices} />
      <div className="phone-line" aria-live="assertive">
        {stays && <p className="wrong">No signal: you are still signed in.</p>}
      </div>
      {children}
    </OnlineContext.Provider>
  );
}

/** Asks the service worker to keep the pages without signal, as they are now: only on phones that open a driver's page. */
async function keepShell(): Promise<void> {
  const worker = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (!worker) return;
  await worker.register("/sw.js").catch(() => undefined);
  const { active } = await worker.ready;
  active?.postMessage({
    keep: "BarcodeDetector" in window ? [driverPaths.offline] : [driverPaths.offline, driverPaths.decoder],
  });
}
