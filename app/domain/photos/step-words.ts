/** What a photograph shows, by the step that it was taken with, in the office’s words. */
export const PHOTO_STEP: Readonly<Record<string, string>> = {
  serviced: "the dumpster at the site",
  ticketed: "the weight ticket",
  attempted: "why it was not possible",
  report: "what the driver reports",
};
