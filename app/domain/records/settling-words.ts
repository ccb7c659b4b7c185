/** What a rental that we have back, and whose loads are all weighed, waits for. Pure. */
import { formatWhen, yearOf } from "../kernel/moments";
import { formatCents, type Cents } from "../kernel/money";
import type { FallsDue } from "../states/money";

/** The charges that its customer was told of and that wait for their day: their sum, and when the first of them falls due. */
export interface Falling {
  cents: Cents;
  first: number;
  /** Not all of them fall due then. */
  isFirstOfMore: boolean;
  how: FallsDue;
}

/** `falling` is null where no charge waits for its day; `now` is a moment. */
export function settlingWords(falling: Falling | null, now: number): string {
  if (falling === null) return "The load is weighed. The final statement comes when everything is settled.";
  const sum = formatCents(falling.cents);
  const does: Readonly<Record<FallsDue, string>> = {
    account: `${sum} is put on your account`,
    card: `${sum} is charged`,
    page: `We ask you to pay ${sum}`,
  };
  const when = formatWhen(falling.first, { thisYear: yearOf(now) });
  return `The load is weighed. ${does[falling.how]} ${falling.isFirstOfMore ? `from ${when} on` : `on ${when}`}, unless you question it.`;
}
