/** What a browser that plays asks for; null for all of it, "none" for what is not there. One stretch at a time. */
export function readRange(header: string | null, size: number): { from: number; to: number } | "none" | null {
  const [, first = "", last = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? "") ?? [];
  if (first === "" && last === "") return null;
  // "-500": the last so many.
  const from = first === "" ? Math.max(0, size - Number(last)) : Number(first);
  const to = first === "" || last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== "" && last !== "" && Number(last) < from) return null;
  return from > to ? "none" : { from, to };
}

/** A sound as players want it: Safari plays nothing that it cannot ask for in parts. */
export function soundAnswer(request: Request, { type, body }: { type: string; body: Buffer }): Response {
  const headers = {
    "Content-Type": type.startsWith("audio/") ? type : "audio/wav",
    "Accept-Ranges": "bytes",
    "Cache-Control": "private, no-store",
    "X-Content-Type-Options": "nosniff",
  };
  const range = readRange(request.headers.get("Range"), body.byteLength);
  if (range === "none")
    return new Response(null, { status: 416, headers: { ...headers, "Content-Range": `bytes */${body.byteLength}` } });
  const { from, to } = range ?? { from: 0, to: body.byteLength - 1 };
  const part = new Uint8Array(body.subarray(from, to + 1));
  return new Response(part, {
    status: range ? 206 : 200,
    headers: {
      ...headers,
      "Content-Length": String(part.byteLength),
      ...(range && { "Content-Range": `bytes ${from}-${to}/${body.byteLength}` }),
    },
  });
}
