import { useState } from "react";
import type { VoiceText } from "./texts";

/** Specification, section 9: three at once, four seconds each. The library of the public pages would weigh as much as all of this. */
const MOST = 3;
const SHOWN_MS = 4_000;

/** What the telephone says, in the corner for four seconds; the last stands in its panel for longer. */
export function usePhoneToasts() {
  const [shown, setShown] = useState<readonly (VoiceText & { id: number })[]>([]);
  const [said, setSaid] = useState<VoiceText | null>(null);
  const say = (text: VoiceText) => {
    const id = Math.random();
    setSaid(text);
    setShown((before) => [...before, { ...text, id }].slice(-MOST));
    setTimeout(() => setShown((before) => before.filter((one) => one.id !== id)), SHOWN_MS);
  };
  const toasts = (
    <div className="phone-toasts" role="status">
      {shown.map(({ id, tone, title, text }) => (
        <p key={id} className={`said ${tone}`}>
          <b>{title}</b> {text}
        </p>
      ))}
    </div>
  );
  return { say, said, toasts };
}
