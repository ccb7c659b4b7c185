import { loadPage } from "./load.mjs";
import { megabytes } from "./machine.mjs";
import { visitorAt } from "./people.mjs";
import { show } from "./table.mjs";

const REQUESTS = 100_000;
const AT_LEAST_S = 60;
/**
 * Kept pages are many in a short time; the time goes into rendered ones, which are what could leave something behind.
 */
const SECONDS = { kept: 1, rendered: 6 };
/** What a garbage collector may leave lying about. */
const GROWTH_MB = 30;

/**
 * Memory after the first round of requests and after very many, kept pages and rendered ones in turn.
 * @param {import("./processes.mjs").Running} ours
 */
export async function memory(ours) {
  const pages = [
    { page: { path: "/" }, seconds: SECONDS.kept },
    { page: { path: "/about" }, seconds: SECONDS.kept },
    { page: await visitorAt(ours.url, "schedule"), seconds: SECONDS.rendered },
  ];
  const round = async () => {
    let sent = 0;
    for (const { page, seconds } of pages) sent += (await loadPage(ours, page, { seconds })).count;
    return sent;
  };
  const begun = Date.now();
  let sent = await round();
  const early = megabytes(ours.pid);
  do sent += await round();
  while (sent < REQUESTS || Date.now() - begun < AT_LEAST_S * 1000);
  const late = megabytes(ours.pid);
  show(`Memory over ${sent.toLocaleString("en-US")} requests in ${Math.round((Date.now() - begun) / 1000)} s`, {
    resident: {
      "after the first round MB": early,
      "at the end MB": late,
      "growth MB": { value: late - early, most: GROWTH_MB },
    },
  });
}
