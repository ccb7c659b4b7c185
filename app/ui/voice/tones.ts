import { digitRuns } from "./checks";
import { VOICE_LIMITS } from "./limits";

interface TakesDigits {
  sendDigits(digits: string): void;
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * Returns what sends keys to the call that runs, in order and none too early: the browser forgets the tones that it has
 * not played yet when new ones come. Each run waits for the one before, from when that was really given: of two clocks set
 * apart, both can ring in one moment of a busy machine. Keys of a call that is over by then go nowhere.
 */
export function oneAfterTheOther<Call extends TakesDigits>(running: () => Call | null): (digits: string) => void {
  let of: Call | null = null;
  let played = Promise.resolve();
  const give = (call: Call | null, digits: string): void => {
    if (running() !== call) return;
    try {
      call?.sendDigits(digits);
    } catch {
      // A call that ends in this moment takes no more of them; the next one's go their way.
    }
  };
  return (digits) => {
    const call = running();
    // A long pause of the call before holds up nothing.
    if (of !== call) [of, played] = [call, Promise.resolve()];
    let length = 0;
    for (const { digits: run, after } of digitRuns(digits)) {
      played = played.then(() => pause(after)).then(() => give(call, run));
      length = run.length * VOICE_LIMITS.digit;
    }
    played = played.then(() => pause(length));
  };
}
