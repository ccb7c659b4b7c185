import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { VOICE_LIMITS } from "./limits";
import { oneAfterTheOther } from "./tones";

/** A browser as its standard says: new tones take the place of those that it has not begun yet, and one takes its time. */
function browser() {
  let [waiting, free] = ["", 0];
  let heard = "";
  const play = () => {
    for (; waiting && free <= Date.now(); free += VOICE_LIMITS.digit) {
      heard += waiting.slice(0, 1);
      waiting = waiting.slice(1);
    }
  };
  return {
    sendDigits(digits: string) {
      play();
      waiting = digits;
      free = Math.max(free, Date.now());
      play();
    },
    heard: () => {
      play();
      return heard;
    },
  };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it("keys pressed at once are heard one after the other, also where a busy machine lets several clocks ring in one moment", async () => {
  const clocks: { due: number; ring: () => void }[] = [];
  vi.stubGlobal("setTimeout", (ring: () => void, ms = 0) => clocks.push({ due: Date.now() + ms, ring }));
  /** Nothing ran for so long: then all that is due, at once, and what it begins. */
  const wakeAfter = async (ms: number) => {
    vi.setSystemTime(Date.now() + ms);
    for (const clock of clocks.filter(({ due }) => due <= Date.now())) {
      clocks.splice(clocks.indexOf(clock), 1);
      clock.ring();
    }
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  };
  const call = browser();
  const send = oneAfterTheOther(() => call);
  for (const key of "4#7") send(key);
  for (let turn = 0; turn < 10; turn++) await wakeAfter(3 * VOICE_LIMITS.digit);
  expect(call.heard()).toBe("4#7");
  vi.unstubAllGlobals();
});

it("runs keep their pauses, and a run waits until the one before has been played whole", async () => {
  const call = browser();
  const send = oneAfterTheOther(() => call);
  send("12w3");
  send("4");
  await vi.advanceTimersByTimeAsync(2 * VOICE_LIMITS.digit + VOICE_LIMITS.pause - 1);
  expect(call.heard()).toBe("12");
  await vi.advanceTimersByTimeAsync(2);
  expect(call.heard()).toBe("123");
  await vi.advanceTimersByTimeAsync(VOICE_LIMITS.digit);
  expect(call.heard()).toBe("1234");
});

it("a call that is over takes none of another's keys, and one that throws loses only its own", async () => {
  const [first, second] = [browser(), browser()];
  let running: { sendDigits: (digits: string) => void } | null = first;
  const send = oneAfterTheOther(() => running);
  send("1wwww2");
  await vi.advanceTimersByTimeAsync(1);
  running = second;
  send("5");
  await vi.advanceTimersByTimeAsync(1);
  expect(second.heard()).toBe("5");
  await vi.advanceTimersByTimeAsync(10_000);
  expect([first.heard(), second.heard()]).toEqual(["1", "5"]);

  let isBroken = true;
  const broken = {
    ...browser(),
    sendDigits(digits: string) {
      if (isBroken) throw new Error("no call");
      second.sendDigits(digits);
    },
  };
  running = broken;
  send("6");
  await vi.advanceTimersByTimeAsync(1);
  isBroken = false;
  send("7");
  await vi.advanceTimersByTimeAsync(2 * VOICE_LIMITS.digit);
  expect(second.heard()).toBe("57");
});
