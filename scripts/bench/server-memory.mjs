import { loadPage } from "./load.mjs";
import { megabytes } from "./machine.mjs";
import { visitorAt } from "./people.mjs";
import { show } from "./table.mjs";

const REQUESTS = 100_000;
const LONGEST_S = 60;
/** What a garbage collector may leave lying about. */
const GROWTH_MB = 30;

/** Memory after the first requests and after very many, kept pages and rendered ones in turn. @param {import("./processes.mjs").Running} ours */
export async function memory(ours) {
  const pages = [{ path: "/" }, { path: "/about" }, await visitorAt(ours.url, "schedule")];
  const begun = Date.now();
  /** @type {number | null} */
  let early = null;
  let sent = 0;
  for (let i = 0; sent < REQUESTS && Date.now() - begun < LONGEST_S * 1000; i++) {
    const page = pages[i % pages.length];
    if (page) sent += (await loadPage(ours, page, { seconds: 3 })).count;
    if (i === pages.length - 1) early = megabytes(ours.pid);
  }
  const late = megabytes(ours.pid);
  show(`Memory over ${sent.toLocaleString("en-US")} requests${sent < REQUESTS ? ` (as many as came in ${LONGEST_S} s)` : ""}`, { resident: { "after the first round MB": early, "at the end MB": late, "growth MB": { value: late - (early ?? 0), most: GROWTH_MB } } });
}
