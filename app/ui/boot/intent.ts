import { holdStream } from "../../remix/stream";
import { effectiveType, saveData } from "./connection";
import { DATA_TYPE } from "../../remix/single-fetch";
import { RELEASE } from "./release";

/**
 * Remix's own scripts wait in an inert <template>; focus or touch of a form control or of something marked data-hydrate
 * releases them. Never a link, a submit button or Enter: scripts would compete with the navigation. Never a control
 * marked data-plain, whose form gains nothing by them. Never with Save-Data or on 2g. Until then a stub queues the
 * single-fetch stream that the page's last script hands over; a page without one asks for its data with its scripts. An
 * answer that is none (the line broke, the booking was paid meanwhile) leaves the page the plain form that it is, and so
 * does another agreement or price than the form was made from (its hidden `seen`): nothing changes under the eyes of who reads it.
 */
export function waitForIntent(): void {
  const release = holdStream();
  loadAnew();
  addEventListener(RELEASE, hydrate);
  if (saveData || /2g/.test(effectiveType ?? "")) return;

  function hydrate(): void {
    const template = document.getElementById("app-scripts") as HTMLTemplateElement | null;
    if (!template) return;
    template.replaceWith(template.content);
    const empty = release();
    if (empty)
      fetch(location.href, { headers: { Accept: DATA_TYPE }, cache: "no-store" }).then(
        async (answer) => {
          const data = await answer.text();
          // Another page (a redirect's) is no data, which begin with "[".
          const [seen] = document.getElementsByName("seen") as NodeListOf<HTMLInputElement>;
          if (!answer.ok || data[0] !== "[" || !data.includes(seen?.value ?? "")) return;
          empty.enqueue(data);
          empty.close();
        },
        () => undefined,
      );
  }
  function notice({ target }: Event): void {
    if (
      !(target as Element).closest?.(
        "select,textarea,input:not([type=submit],[type=hidden],[data-plain]),[data-hydrate]",
      )
    )
      return;
    if (document.readyState === "loading") addEventListener("DOMContentLoaded", hydrate);
    else hydrate();
  }
  addEventListener("focusin", notice);
  // On the window it is passive by itself.
  addEventListener("touchstart", notice);
}

/**
 * Back and forward among steps that Remix had navigated to change only the address of a page that it has not taken over
 * (after a reload, or back from the card company): such a page is loaded anew.
 */
function loadAnew(): void {
  const address = () => location.href.split("#")[0];
  const here = address();
  addEventListener("popstate", () => {
    if (!document.documentElement.dataset.hydrated && address() !== here) location.reload();
  });
}
