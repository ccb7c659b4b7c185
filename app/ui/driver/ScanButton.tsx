import { useEffect, useState } from "react";
import { canScan, scanNumber } from "./scan";

/** Reads the number from the label into the field `into`; typing always works, and without a camera there is no button. */
export function ScanButton({ into }: { into: string }) {
  const [isThere, setThere] = useState(false);
  const [words, setWords] = useState("");
  useEffect(() => setThere(canScan()), []);
  if (!isThere) return null;
  const scan = async () => {
    setWords("");
    try {
      const number = await scanNumber();
      const field = document.getElementById(into);
      if (number && field instanceof HTMLInputElement) {
        field.value = number;
        setWords(`Read from the label: ${number}`);
      }
    } catch {
      setWords("The camera is not allowed here. Type the number.");
    }
  };
  return (
    <>
      <button type="button" className="button secondary full" onClick={() => void scan()}>
        Scan the label
      </button>
      <p role="status" className="hint">
        {words}
      </p>
    </>
  );
}
