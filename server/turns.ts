/** A page takes a few milliseconds, so that this many are some seconds of work. */
const MOST_WAITING = 1_000;
/** From here on what is done is dropped from a line's front. */
const LONG_FRONT = 64;

/** The requests of one sender, in the order in which they came; before `at` they are done. */
interface Line {
  waiting: (() => void)[];
  at: number;
}

/**
 * Makes requests wait for their turn: one is worked on in each turn of the event loop, so that in between the loop
 * looks at its sockets: a new connection, a kept page and the health check wait for one page and not for all that came
 * with it (p99 at 32 connections 1.2 s before, 0.25 s with it). Senders take turns too: whoever asks for a hundred
 * pages at once makes themselves wait, and somebody else for one page of theirs.
 *
 * `take` resolves to true when it is the request's turn, at once to false when too many of this sender's wait already:
 * of the `most` places each sender may have as many as would be left for them if one more came.
 */
export function turns(most = MOST_WAITING): { take: (sender: string) => Promise<boolean>; readonly waiting: number } {
  const lines = new Map<string, Line>();
  let waiting = 0;
  let running = false;

  function next(): void {
    const [first] = lines;
    if (!first) return;
    const [sender, line] = first;
    const go = line.waiting[line.at++];
    waiting--;
    // To the end of the senders, whose order is that of the map.
    lines.delete(sender);
    if (line.at < line.waiting.length) lines.set(sender, shortened(line));
    if (lines.size > 0) setImmediate(next);
    else running = false;
    go?.();
  }

  return {
    take(sender) {
      const line = lines.get(sender) ?? { waiting: [], at: 0 };
      const others = lines.size - (lines.has(sender) ? 1 : 0);
      if (line.waiting.length - line.at >= most / (others + 2)) return Promise.resolve(false);
      lines.set(sender, line);
      waiting++;
      return new Promise((resolve) => {
        line.waiting.push(() => resolve(true));
        if (running) return;
        running = true;
        setImmediate(next);
      });
    },
    get waiting() {
      return waiting;
    },
  };
}

function shortened(line: Line): Line {
  return line.at < LONG_FRONT ? line : { waiting: line.waiting.slice(line.at), at: 0 };
}
