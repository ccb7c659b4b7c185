import { useSubmit } from "@remix-run/react";
import type { DragEvent } from "react";

const over = (event: DragEvent): HTMLElement | null => (event.target as Element).closest<HTMLElement>("[data-column]");

/** The stop's own facts, from the element that is dragged: its id, its window, and where it stood on this page. */
interface Dragged {
  jobId: string;
  seen: string;
  column: string;
  window: string;
}
const TYPE = "application/x-stop";

/**
 * Stops that are dragged to a driver, to another place of the same list, or back to nobody: the same forms as the page's
 * own, sent without leaving it. What is refused stands in the page's summary, and the board as it is.
 */
export function useDragging() {
  const submit = useSubmit();
  return {
    onDragStart(event: DragEvent) {
      const stop = (event.target as Element).closest<HTMLElement>(".stop[draggable=true]");
      if (!stop) return;
      const seen = stop.dataset.seen ?? "";
      const dragged: Dragged = {
        jobId: stop.id,
        seen,
        // Whose it is: the column of one who does not drive takes no stop, but gives its own away.
        column: seen.startsWith("- ") ? "" : (seen.split(" ")[0] ?? ""),
        window: stop.dataset.window ?? "",
      };
      event.dataTransfer.setData(TYPE, JSON.stringify(dragged));
      event.dataTransfer.effectAllowed = "move";
    },
    onDragOver(event: DragEvent) {
      if (!event.dataTransfer.types.includes(TYPE) || !over(event)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = "move";
    },
    onDrop(event: DragEvent) {
      const column = over(event)?.dataset.column;
      const said = event.dataTransfer.getData(TYPE);
      if (column === undefined || !said) return;
      event.preventDefault();
      const { jobId, seen, column: from } = JSON.parse(said) as Dragged;
      const position = String(placeUnder(event, jobId));
      const fields: Record<string, string> =
        column === ""
          ? { intent: "unassign" }
          : column === from
            ? { intent: "order", position }
            : { intent: "assign", driverId: column, position };
      if (column === "" && from === "") return;
      submit({ jobId, seen, ...fields }, { method: "post", preventScrollReset: true });
    },
  };
}

const dayUnder = (event: DragEvent) => (event.target as Element).closest<HTMLElement>("[data-day]")?.dataset.day;

/** The week as a place to drop a stop: on an open day it moves there and keeps its window, as by the panel's own form. */
export function useDropOnDay() {
  const submit = useSubmit();
  return {
    onDragOver(event: DragEvent) {
      if (!event.dataTransfer.types.includes(TYPE) || !dayUnder(event)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = "move";
    },
    onDrop(event: DragEvent) {
      const day = dayUnder(event);
      const said = event.dataTransfer.getData(TYPE);
      if (!day || !said) return;
      event.preventDefault();
      const { jobId, seen, window } = JSON.parse(said) as Dragged;
      submit({ intent: "move", jobId, seen, day, window }, { method: "post", preventScrollReset: true });
    },
  };
}

/** The place, from 1, of the stop on whose upper half it was dropped, or the one after; behind all others where on none. */
function placeUnder(event: DragEvent, dragged: string): number {
  const stops = [...(over(event)?.querySelectorAll<HTMLElement>(".stop") ?? [])].filter(({ id }) => id !== dragged);
  const at = stops.findIndex((stop) => {
    const { top, height } = stop.getBoundingClientRect();
    return event.clientY < top + height / 2;
  });
  return (at < 0 ? stops.length : at) + 1;
}
