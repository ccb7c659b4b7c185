import { useLocation } from "@remix-run/react";
import { useState } from "react";

/** What somebody opened, by the entry of the history; in this tab's memory only. */
const opened = new Map<string, Set<string>>();
const MOST_PAGES = 20;

/**
 * A part of a list that is made when somebody opens it, where fifty of them would be most of the page. Going back finds it
 * open, and what was half typed in it (use-typed-again.ts). `from`: it is sent open.
 */
export function useOpened(id: string, from: boolean): { isOpen: boolean; open: () => void } {
  const { key } = useLocation();
  const [isOpen, setOpen] = useState(() => from || opened.get(key)?.has(id) === true);
  const open = () => {
    setOpen(true);
    const page = opened.get(key) ?? new Set();
    opened.delete(key);
    opened.set(key, page.add(id));
    const [oldest] = opened.keys();
    if (opened.size > MOST_PAGES && oldest !== undefined) opened.delete(oldest);
  };
  return { isOpen: isOpen || from, open };
}
