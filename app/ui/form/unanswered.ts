import type { Problem } from "~/http/answers/forms.server";
import { paths } from "~/paths";
import { isDataAddress } from "~/remix/addresses";
import { DATA_TYPE, encode, THREW } from "~/remix/single-fetch";

/** The status of what stands here for an answer; none that our actions give. */
export const UNANSWERED = 504;

const KEPT = " Everything you typed is still here.";
const AGAIN = "Please wait a few seconds, then send it again.";
const LOOK_FIRST = "Look first whether it was done; if not, send it again.";

/**
 * Remix asks for the answer to a hydrated form by fetch. Where the connection is lost, or somebody in front of us
 * answers (a proxy's 413 or 502), or our server is too busy, it would put its error page in the place of the form, and
 * what was typed would be gone. Such an answer becomes a refusal like those of the server (contract.md, "Errors"): the
 * page stays and says it in its summary. In one place for every form, because a route's clientAction is not told the
 * status.
 */
export function refuseUnanswered(): void {
  const ask = window.fetch.bind(window);
  window.fetch = async (to, init) => {
    if (!(to instanceof URL && isDataAddress(to.pathname) && init?.method === "POST")) return ask(to, init);
    const wasOffline = !navigator.onLine;
    const answer = await ask(to, init).catch(() => null);
    if (answer && (await isAction(answer))) return answer;
    // Another form or page was asked for meanwhile.
    if (init.signal?.aborted) throw new DOMException("", "AbortError");
    const values = typed(init.body);
    const message = wordsFor(answer?.status, {
      wasOffline,
      inOffice: location.pathname.startsWith(paths.office),
      hasTyped: Object.keys(values).some(isTypedIn),
    });
    const problem: Problem = { ok: false, fields: { "": message }, values };
    return new Response(encode({ data: problem }), {
      status: UNANSWERED,
      headers: { "Content-Type": DATA_TYPE },
    });
  };
}

/**
 * Whether this came whole from an action, also when that refused something; not what ends on the error page for a while
 * only. Each of single fetch's lines ends, so that what was cut off on the way is known.
 */
async function isAction(answer: Response): Promise<boolean> {
  if (!answer.headers.get("Content-Type")?.startsWith(DATA_TYPE)) return false;
  const text = await answer
    .clone()
    .text()
    .catch(() => "");
  return text.endsWith("\n") && ((answer.status !== 429 && answer.status < 500) || !text.startsWith(THREW));
}

/**
 * Only what is certain: without an answer nobody knows whether the form arrived. Booking, signing, cancelling and
 * asking for a call may be sent twice; an order typed in the office would be a second one.
 */
export function wordsFor(
  status: number | undefined,
  { wasOffline, inOffice, hasTyped }: { wasOffline: boolean; inOffice: boolean; hasTyped: boolean },
): string {
  const kept = hasTyped ? KEPT : "";
  if (status === 413) return "What you sent is too large, so nothing was saved. Please shorten it and send it again.";
  if (status === 429) return `Too many tries.${kept} Please wait a few minutes, then send it again.`;
  if (status === 503) return `We are very busy right now.${kept} ${AGAIN}`;
  if (status !== undefined && status >= 400)
    return `Something went wrong on the way to us (error ${status}).${kept} ${inOffice ? LOOK_FIRST : AGAIN}`;
  if (wasOffline) return `You are offline, so nothing was sent.${kept} Send it again once you are connected.`;
  const next = inOffice ? LOOK_FIRST : "Check your connection and send it again: sending it twice does no harm.";
  return `We could not reach the server, and cannot tell whether this arrived.${kept} ${next}`;
}

/** Not a button's value, nor what a page hands on unseen. */
function isTypedIn(name: string): boolean {
  return document.querySelector(`[name="${CSS.escape(name)}"]:not(button,[type=hidden])`) !== null;
}

function typed(body: RequestInit["body"]): Problem["values"] {
  const form =
    body instanceof URLSearchParams || body instanceof FormData
      ? [...body].filter((pair): pair is [string, string] => typeof pair[1] === "string")
      : [];
  const values: Problem["values"] = {};
  for (const [name, value] of form) values[name] = name in values ? [values[name] ?? [], value].flat() : value;
  return values;
}
