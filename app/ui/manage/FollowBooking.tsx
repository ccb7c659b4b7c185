import { useRevalidator } from "@remix-run/react";
import { useContext, useEffect } from "react";
import { CONCERNS_CUSTOMER } from "~/domain/live/topics";
import { PageContext } from "../page-context";

/**
 * The page reads itself again when the truck takes a step. It is sent without scripts (decision: hydrate on intent), so a
 * few lines of its own listen, and load it anew; where React has it already, only its data. `address`: of the stream, from
 * what the page knows.
 */
export function FollowBooking({ bookingId, address }: { bookingId: string; address: string }) {
  const { nonce } = useContext(PageContext);
  const { revalidate } = useRevalidator();
  useEffect(() => {
    // The lines below run on a page that was sent, not on one that React made.
    if (document.documentElement.dataset.follows) return;
    const source = new EventSource(address);
    source.addEventListener("change", (event: MessageEvent<string>) => {
      if (CONCERNS_CUSTOMER.test((JSON.parse(event.data) as { kind: string }).kind)) revalidate();
    });
    return () => source.close();
    // why: the address changes with every reading, and one stream goes on through all of them.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [bookingId]);
  return (
    <script
      nonce={nonce}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{
        __html: `(function(){if(!window.EventSource)return;document.documentElement.dataset.follows=1;var s=new EventSource(${JSON.stringify(address).replaceAll("<", "\\u003c")});s.addEventListener("change",function(e){if(${CONCERNS_CUSTOMER}.test(JSON.parse(e.data).kind)){s.close();setTimeout(function(){location.reload()},300)}});addEventListener("pagehide",function(){s.close()});addEventListener("pageshow",function(e){e.persisted&&location.reload()})})()`,
      }}
    />
  );
}
