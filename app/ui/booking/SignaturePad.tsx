import { useEffect, useRef, useState, type PointerEvent } from "react";
import { FieldError } from "../form";
import { useHydrated } from "../form/use-hydrated";

/**
 * An optional drawn signature (typing the name is the signature that counts, and the keyboard's way). Puts a PNG data
 * URL into the hidden field `signatureImage`. Drawing needs React, which comes when somebody opens it: a pad that
 * appeared by itself would move the box below it away from under a finger.
 */
export function SignaturePad({ error }: { error?: string }) {
  const hydrated = useHydrated();
  const canvas = useRef<HTMLCanvasElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const ready = useRef(false);
  const [drawn, setDrawn] = useState(false);
  const pen = () => canvas.current?.getContext("2d");

  /** A closed pad has no size yet. */
  const prepare = () => {
    const pad = canvas.current;
    if (!pad || ready.current || pad.clientWidth === 0) return;
    ready.current = true;
    const ratio = Math.min(2, devicePixelRatio);
    pad.width = pad.clientWidth * ratio;
    pad.height = pad.clientHeight * ratio;
    const fresh = pen();
    if (!fresh) return;
    fresh.scale(ratio, ratio);
    fresh.lineWidth = 2.5;
    fresh.lineCap = fresh.lineJoin = "round";
    // Ink on paper in both colour schemes: the picture is printed on the agreement.
    fresh.strokeStyle = "#0e1f1e";
  };
  useEffect(prepare, [hydrated]);

  const start = (event: PointerEvent<HTMLCanvasElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    pen()?.beginPath();
    pen()?.moveTo(event.nativeEvent.offsetX, event.nativeEvent.offsetY);
  };
  const move = (event: PointerEvent<HTMLCanvasElement>) => {
    if (event.buttons === 0) return;
    pen()?.lineTo(event.nativeEvent.offsetX, event.nativeEvent.offsetY);
    pen()?.stroke();
  };
  const end = () => {
    if (!canvas.current || !field.current) return;
    field.current.value = canvas.current.toDataURL("image/png");
    setDrawn(true);
  };
  const clear = () => {
    const pad = canvas.current;
    if (!pad || !field.current) return;
    pen()?.clearRect(0, 0, pad.width, pad.height);
    field.current.value = "";
    setDrawn(false);
  };
  return (
    <details
      className={error ? "more drawn bad" : "more drawn"}
      open={error !== undefined || undefined}
      onToggle={prepare}
    >
      <summary data-hydrate id="signatureImage" aria-describedby={error ? "signatureImage-error" : undefined}>
        Draw your signature too (optional)
      </summary>
      <FieldError id="signatureImage" error={error} />
      <p className="hint">With a finger, pen or mouse. Your typed name is enough.</p>
      {hydrated && (
        <>
          <canvas
            ref={canvas}
            className="pad mt-2"
            role="img"
            aria-labelledby="signatureImage"
            onPointerDown={start}
            onPointerMove={move}
            onPointerUp={end}
          />
          <input ref={field} type="hidden" name="signatureImage" />
        </>
      )}
      {drawn && (
        <button type="button" className="text-button" onClick={clear}>
          Clear the drawing
        </button>
      )}
    </details>
  );
}
