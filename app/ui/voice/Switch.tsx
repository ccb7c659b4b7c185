import { useRevalidator } from "@remix-run/react";
import { useState } from "react";
import { crmPaths } from "~/crm-paths";
import { sayToServer } from "./say-to-server";

/** Whether callers reach this person: their row, as the server keeps it. */
export function Switch({ takesCalls, onSwitched }: { takesCalls: boolean; onSwitched: () => Promise<void> }) {
  const { revalidate } = useRevalidator();
  const [isTrouble, setTrouble] = useState(false);
  async function change() {
    // Asked for here, because a browser asks only after a press.
    if (!takesCalls && "Notification" in window && Notification.permission === "default")
      void Notification.requestPermission();
    const wasTaken = await sayToServer(crmPaths.voice("available"), { is_available: !takesCalls });
    setTrouble(!wasTaken);
    if (!wasTaken) return;
    await onSwitched();
    revalidate();
  }
  return (
    <p className="switch">
      <label className="check">
        <input type="checkbox" role="switch" checked={takesCalls} onChange={() => void change()} />
        <span>Calls come to you</span>
      </label>
      {isTrouble && <span role="alert"> That was not saved. Try again.</span>}
    </p>
  );
}
