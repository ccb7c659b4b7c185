import { expect, it } from "vitest";
import type { JobState } from "~/domain/states/transitions";
import type { PhoneEntry } from "./phone-store";
import { stateOnPhone } from "./use-phone";

const READ = 1_000;
const job = (state: JobState) => ({ id: "job", kind: "pickup" as const, state });
const pressed = (step: string, state: PhoneEntry["state"], sentAt?: number, jobId = "job") => ({
  jobId,
  step,
  state,
  ...(sentAt !== undefined && { sentAt }),
});

it("a job stands where what was pressed here since it was read leads, be it sent or not", () => {
  const both = [
    pressed("en_route", "sent", READ + 1),
    pressed("arrived", "unsent"),
    pressed("serviced", "unsent", 0, "x"),
  ];
  expect(stateOnPhone(job("assigned"), both, READ)).toBe("arrived");
  // Not by what nobody at the office can read, nor where a full phone could not write down when it was sent.
  expect(stateOnPhone(job("assigned"), [pressed("en_route", "refused")], READ)).toBe("assigned");
  expect(stateOnPhone(job("assigned"), [pressed("en_route", "sent")], READ)).toBe("en_route");
});

it("what the office had before is in what was read: called back since, the job is to be begun again", () => {
  const before = [pressed("en_route", "sent", READ - 1), pressed("arrived", "sent", READ - 1)];
  expect(stateOnPhone(job("assigned"), before, READ)).toBe("assigned");
  expect(stateOnPhone(job("assigned"), [...before, pressed("en_route", "unsent")], READ)).toBe("en_route");
  // While the office decides the driver goes on by their own account.
  expect(stateOnPhone(job("assigned"), [pressed("en_route", "office", READ - 1)], READ)).toBe("en_route");
});

it("a second facility is as good as the first", () => {
  const there = [pressed("to_disposal", "sent", READ - 1), pressed("at_disposal", "sent", READ - 1)];
  const on = [...there, pressed("to_disposal", "unsent")];
  expect(stateOnPhone(job("at_disposal"), on, READ)).toBe("to_disposal");
  expect(stateOnPhone(job("at_disposal"), [...on, pressed("at_disposal", "unsent")], READ)).toBe("at_disposal");
});

it("straight on from the scale the job is done, without signal too", () => {
  expect(stateOnPhone(job("ticketed"), [pressed("next_site", "unsent")], READ)).toBe("completed");
  expect(stateOnPhone(job("returned"), [pressed("next_site", "unsent")], READ)).toBe("returned");
});
