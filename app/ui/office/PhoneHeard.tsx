import { formatTime } from "~/domain/kernel/moments";
import type { HeardPhone } from "~/domain/driver/journal-read.server";

/** When a driver's phone was heard last: what it has pressed since then nobody but the phone can know. */
export function PhoneHeard({ phone }: { phone: HeardPhone | undefined }) {
  if (!phone) return null;
  return (
    <p className="hint">
      Phone last heard {formatTime(phone.heardAt)}
      {phone.unsent > 0 && `, ${phone.unsent} ${phone.unsent === 1 ? "thing" : "things"} still to send`}
    </p>
  );
}
