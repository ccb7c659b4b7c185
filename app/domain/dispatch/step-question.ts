import { formatDay, type Day } from "../kernel/days";
import { ticketQuestion, type Weighed } from "./ticket-question";

/** What is asked about a step before it is taken: beside which field ("" for all of it), and what the answer is. */
export interface StepQuestion {
  field: string;
  words: string;
  /** What the form sends as `sure` when the button is pressed again. */
  answer: string;
}

/**
 * What is asked once before a step is taken, or null: a weight that is odd, and a truck that leaves for a job of a later
 * day, whose customer would be told at once. `net`: the ticket's pounds as typed. It is never refused for it.
 */
export function stepQuestion(
  step: string,
  net: number | null,
  job: Weighed & { day: Day },
  today: Day,
): StepQuestion | null {
  if (step === "en_route" && job.day > today)
    return {
      field: "",
      words: `This job is for ${formatDay(job.day)}, and the customer is told at once that you are on the way. If you go today, press the button again.`,
      answer: job.day,
    };
  const odd = step === "ticketed" && net !== null ? ticketQuestion(net, job) : null;
  return odd === null ? null : { field: "netPounds", words: odd, answer: String(net) };
}
