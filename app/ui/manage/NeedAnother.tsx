import { useRef, useState, type MouseEvent, type ReactElement } from "react";
import { paths } from "~/paths";
import type { AdditionalOffer } from "~/domain/changes/additional-rules";
import { Bar } from "../frame/LoadingState";
import { useSlow } from "../frame/use-slow";
import type { AdditionalDialogProps } from "./AdditionalDialog";

/** A link to the page; with scripts it opens the dialog instead, whose code and prices are fetched on the click. */
export function NeedAnother(props: Omit<AdditionalDialogProps, "offer" | "onClose">) {
  const link = useRef<HTMLAnchorElement>(null);
  const opening = useRef(false);
  const [fetching, setFetching] = useState(false);
  const slow = useSlow(fetching ? "dialog" : null);
  const [dialog, setDialog] = useState<ReactElement | null>(null);
  const open = (event: MouseEvent) => {
    // A new tab or window was asked for.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    // A second click's answer must not open again what was closed meanwhile.
    if (opening.current) return;
    wait(true);
    show()
      .catch(() => location.assign(props.page))
      .finally(() => wait(false));
  };
  const wait = (begun: boolean) => {
    opening.current = begun;
    setFetching(begun);
  };
  const show = async () => {
    const [{ AdditionalDialog }, answer] = await Promise.all([
      import("./AdditionalDialog"),
      fetch(paths.manage.anotherOffer(props.booking.number)),
    ]);
    if (!answer.ok) throw new Error();
    setDialog(<AdditionalDialog {...props} offer={(await answer.json()) as AdditionalOffer} onClose={close} />);
  };
  const close = () => {
    setDialog(null);
    link.current?.focus();
  };
  return (
    <>
      <a ref={link} className="button secondary" href={props.page} onClick={open}>
        Need another dumpster?
      </a>
      <span role="status">
        {slow && (
          <>
            <span className="unseen">Loading</span>
            <Bar />
          </>
        )}
      </span>
      {dialog}
    </>
  );
}
