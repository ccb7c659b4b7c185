import { timingSafeEqual } from "node:crypto";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { readMetrics } from "~/domain/log/metrics.server";
import { enter } from "~/http/context.server";

/** /metrics in Prometheus' text form: for this machine, or with `Authorization: Bearer <METRICS_TOKEN>`; else 404. */
export async function loader(args: LoaderFunctionArgs) {
  const { services, local } = await enter(args);
  // Flag "monitoring": off, nothing is collected and the address is not there.
  if (!services.flags().monitoring) throw new Response("Not found", { status: 404 });
  if (!local && !hasToken(args.request, services.config.METRICS_TOKEN))
    throw new Response("Not found", { status: 404 });
  const { rss, heapUsed } = process.memoryUsage();
  const lines = [
    ...readMetrics(services.db.orm).flatMap(({ name, help, values }) => [
      `# HELP roll_off_${name} ${help}`,
      `# TYPE roll_off_${name} gauge`,
      ...values.map(({ label, value }) => `roll_off_${name}{state="${label}"} ${value}`),
    ]),
    "# HELP process_resident_memory_bytes Memory of this process",
    "# TYPE process_resident_memory_bytes gauge",
    `process_resident_memory_bytes ${rss}`,
    "# HELP nodejs_heap_used_bytes Heap of this process",
    "# TYPE nodejs_heap_used_bytes gauge",
    `nodejs_heap_used_bytes ${heapUsed}`,
    "# HELP process_uptime_seconds Since the start",
    "# TYPE process_uptime_seconds gauge",
    `process_uptime_seconds ${process.uptime().toFixed(1)}`,
  ];
  return new Response(`${lines.join("\n")}\n`, {
    headers: { "Content-Type": "text/plain; version=0.0.4; charset=utf-8", "Cache-Control": "no-store" },
  });
}

function hasToken(request: Request, token: string | undefined): boolean {
  if (!token) return false;
  const given = Buffer.from(request.headers.get("Authorization") ?? "");
  const wanted = Buffer.from(`Bearer ${token}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
