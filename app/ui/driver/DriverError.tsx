import { paths } from "~/paths";
import { RefusedPart } from "../Refused";
import type { Refusal } from "../use-refusal";

/**
 * An error inside the driver's frame, so that the way back and the line about what is unsent stay. A job that the office
 * took back while its page was open is the usual one.
 */
export function DriverError({ refusal }: { refusal: Refusal }) {
  return (
    <div role="status">
      <RefusedPart
        {...refusal}
        {...(refusal.status === 404 && {
          heading: "This job is not on your list",
          detail:
            "The office called it back, gave it to somebody else or moved it. What you pressed before is kept. If you are at the site, call the office.",
        })}
        back={{ label: "Back to all jobs", to: paths.driver.dashboard }}
      />
    </div>
  );
}
