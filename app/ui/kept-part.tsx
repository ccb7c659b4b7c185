import { createContext, useContext, type ComponentType, type ReactNode } from "react";

/** Keeps the markup of parts that many pages have alike; on the server only (kept-parts.server.tsx). */
export interface PartKeeper {
  part: <Props extends object>(Part: ComponentType<Props>, props: Props) => ReactNode;
}

export const PartKeeperContext = createContext<PartKeeper | null>(null);

/**
 * A large part of a page, one element with all in it, that hangs on nothing but its props, and on few different ones: the
 * server makes its markup once for each. Not while `apart`: when they hold what somebody typed. In the browser it is the
 * part itself, which finds the same markup. Functions among the props do not count: they change no markup.
 */
export function KeptPart<Props extends object>({
  of: Part,
  props,
  apart = false,
}: {
  of: ComponentType<Props>;
  props: Props;
  apart?: boolean;
}) {
  const keeper = useContext(PartKeeperContext);
  return keeper && !apart ? keeper.part(Part, props) : <Part {...props} />;
}
