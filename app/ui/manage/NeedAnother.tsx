import { useRef, useState, type ComponentType, type MouseEvent } from "react";
import type { AdditionalDialogProps } from "./AdditionalDialog";

/** A link to the page; with scripts it opens the dialog instead, whose code is fetched on the click. */
export function NeedAnother(props: Omit<AdditionalDialogProps, "onClose">) {
  const link = useRef<HTMLAnchorElement>(null);
  const [Dialog, setDialog] = useState<ComponentType<AdditionalDialogProps> | null>(null);
  const open = (event: MouseEvent) => {
    // A new tab or window was asked for.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    import("./AdditionalDialog").then((loaded) => setDialog(() => loaded.AdditionalDialog), () => location.assign(props.page));
  };
  const close = () => {
    setDialog(null);
    link.current?.focus();
  };
  return (
    <>
      <a ref={link} className="button secondary" href={props.page} onClick={open}>Need another dumpster?</a>
      {Dialog && <Dialog {...props} onClose={close} />}
    </>
  );
}
