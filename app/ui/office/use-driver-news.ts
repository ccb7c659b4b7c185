import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { openLive } from "../live/shared";

/** A driver's page reads itself again when one of their jobs has changed, or a customer has answered. */
export function useDriverNews(topic: string, place: string): void {
  const { revalidate } = useRevalidator();
  const read = useRef(revalidate);
  read.current = revalidate;
  useEffect(() => {
    const live = openLive(place, {
      status: () => undefined,
      change: () => read.current(),
      reset: () => read.current(),
    });
    live.want([topic]);
    const leave = () => live.close();
    addEventListener("pagehide", leave);
    return () => {
      removeEventListener("pagehide", leave);
      live.close();
    };
    // why: one stream for the visit; the place it begins at is the first page's.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [topic]);
}
