import decoder from "~/ui/driver/qr-decoder.ts?minified";

/** Reads QR labels where the browser cannot; fetched when the camera opens, kept by the browser. */
export function loader() {
  return new Response(decoder, {
    headers: { "Content-Type": "text/javascript; charset=utf-8", "Cache-Control": "public, max-age=86400" },
  });
}
