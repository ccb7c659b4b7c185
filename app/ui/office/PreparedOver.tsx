import { Link, useNavigate } from "@remix-run/react";
import { useEffect, useState } from "react";
import { crmPaths } from "~/crm-paths";
import { Notice } from "~/ui/form";
import type { PreparedView } from "./PreparedOrder";
import { isHalfTyped } from "./tabs";

/** An order that is none to put right any more, as the page that was open on it reads it. */
export interface PreparedOver {
  number: string;
  status: string;
  /** "9:42 am"; null where it ended in another way. */
  paidAt: string | null;
  /** "It was paid meanwhile." */
  words: string;
  /** Where what was typed can still be written down. */
  wayOn: { label: string; to: string };
}

type Page = { view: PreparedView };

/**
 * What the page of a prepared order shows. Once it is paid or over, it goes on to the record by itself, but never away
 * from what is half typed: then it stays as it was, and says so. Null while it goes on.
 */
export function useUntilOver<P extends Page>(read: P | { over: PreparedOver }) {
  const over = "over" in read ? read.over : null;
  const [last, setLast] = useState("over" in read ? null : read);
  if (!("over" in read) && read !== last) setLast(read);
  const page = "over" in read ? (last?.view.number === read.over.number ? last : null) : read;
  const navigate = useNavigate();
  const isShown = page !== null;
  useEffect(() => {
    if (over && !(isShown && isHalfTyped())) void navigate(crmPaths.booking(over.number), { replace: true });
  }, [over, isShown, navigate]);
  return page && { page: over ? { ...page, view: viewOf(page.view, over) } : page, over };
}

/** What is not true any more is not said beside what is typed. */
const viewOf = (view: PreparedView, { status, paidAt }: PreparedOver): PreparedView => ({
  ...view,
  status,
  undeliverable: null,
  declined: null,
  isOver: true,
  held: null,
  unheld: "",
  steps: view.steps.map((step) => (step.name === "Paid" ? { ...step, at: paidAt } : step)),
});

/** Paid, while something is typed that was not saved before. */
export function PreparedOverNotice({ over: { number, paidAt, words, wayOn } }: { over: PreparedOver }) {
  return (
    <Notice kind="warn" live>
      <p>
        <b>{paidAt ? `Paid at ${paidAt}.` : words}</b> What you typed below is not saved, and this form saves nothing
        any more: copy it, then <Link to={wayOn.to}>{wayOn.label.toLowerCase()}</Link>
        {wayOn.to !== crmPaths.booking(number) && (
          <>
            {" "}
            or look at <Link to={crmPaths.booking(number)}>the record</Link>
          </>
        )}
        .
      </p>
    </Notice>
  );
}
