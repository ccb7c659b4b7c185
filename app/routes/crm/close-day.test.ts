import { expect, it } from "vitest";
import type { Problem } from "~/http/answers/forms.server";
import { officeRoles } from "../../../tests/support/office-roles";
import { setSoundWorld } from "../../../tests/support/sound";
import { action as door } from "./auth";
import { loader } from "./close-day";

const world = setSoundWorld({ fleet: { 20: 1 } });

it("a day that cannot be closed says why where it is looked at, and one that can shows what it moves", async () => {
  const { staff } = await officeRoles(world, door);
  const look = async (day: string) => {
    const { data } = await staff.get(loader, `/crm/dispatch/close?day=${day}&part=day&reason=Storm`);
    const { wrong, plan } = data as { wrong: Problem | null; plan: unknown };
    return [wrong?.fields ?? null, plan !== null];
  };
  expect(await look("2026-11-02")).toEqual([{ day: "That day has passed." }, false]);
  expect(await look("2026-12-25")).toEqual([{ day: "No truck goes out on that day anyway." }, false]);
  expect(await look("2026-12-03")).toEqual([null, true]);
});
