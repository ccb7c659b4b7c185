import { useEffect, useRef } from "react";
import { crmPaths } from "~/crm-paths";
import type { Values } from "../form";
import { sayToServer } from "./say-to-server";
import { onTheLine } from "./wish";

const SETTLED_MS = 400;

/** An order that is typed during a call is kept with it: should the line drop, whoever calls back goes on right there. */
export function useKeepForCall(typed: Values): void {
  const first = useRef(typed);
  useEffect(() => {
    if (onTheLine.call === null || typed === first.current) return undefined;
    const keeping = setTimeout(() => void sayToServer(crmPaths.voice("typed"), { values: typed }), SETTLED_MS);
    return () => clearTimeout(keeping);
  }, [typed]);
}
