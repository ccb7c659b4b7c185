import { expect, it } from "vitest";
import type { DriverJob } from "~/domain/dispatch/driver-read.server";
import type { JobKind, JobState } from "~/domain/states/transitions";
import { stillHere } from "./still-here";

const job = (id: string, state: JobState, kind: JobKind = "delivery") =>
  ({ id, kind, state, address: `${id} Main Street`, city: "Orlando" }) as DriverJob;
const pressed = (jobId: string, step: string) => ({ jobId, step, state: "unsent" as const });
const jobs = [job("1", "assigned"), job("2", "assigned"), job("3", "assigned", "disposal")];
const at = (id: string, entries: ReturnType<typeof pressed>[]) => stillHere(id, jobs, entries, 0)?.words ?? null;

it("without signal a driver is told, before they leave for a job, where they still are by what was pressed here", () => {
  expect(at("2", [])).toBe(null);
  const left = [pressed("1", "en_route")];
  const words = "By what you pressed you are still on the way to the delivery at 1 Main Street, Orlando.";
  expect([at("1", left), at("2", left)]).toEqual([null, words]);
  expect(stillHere("2", jobs, left, 0)?.link).toEqual({ href: "/driver/jobs/1", text: "Open that job" });
  const there = [...left, pressed("1", "arrived")];
  expect(at("2", there)).toContain("you are still at the site of the delivery at 1 Main Street");
  // Set down there, it is left; and who has left for both is told no more.
  expect(at("2", [...there, pressed("1", "serviced")])).toBe(null);
  expect(at("2", [...there, pressed("2", "en_route")])).toBe(null);
  expect(at("1", [pressed("3", "en_route")])).toContain("on the way to the parked load at 3 Main Street");
  expect(at("none", left)).toBe(null);
});
