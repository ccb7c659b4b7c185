import { beforeEach, expect, it, vi } from "vitest";
import { drivers } from "#db/schema/index";
import { findPickup } from "~/domain/changes/pickup-request.server";
import { advanceJob } from "~/domain/dispatch/advance.server";
import { getJob } from "~/domain/dispatch/jobs.server";
import { placeJob } from "~/domain/dispatch/plan.server";
import { applyEntries } from "~/domain/driver/journal.server";
import type { Id } from "~/domain/kernel/ids.server";
import { STAFF } from "../../../tests/support/domain";
import { errandOn, planByOffice, standing } from "../../../tests/support/errands";
import { officeRoles } from "../../../tests/support/office-roles";
import { setSoundWorld } from "../../../tests/support/sound";
import { action as door } from "../crm/auth";
import * as dispatch from "../crm/dispatch";
import * as job from "./job";
import { readStep } from "./step-forms.server";

vi.setConfig({ testTimeout: 30_000 });

/** One driver's phone has said that it is on the way to a dumpster that another one empties. */
const world = setSoundWorld({ fleet: { 20: 2 } });
let roles: Awaited<ReturnType<typeof officeRoles>>;
let [emptying, pickup] = ["" as Id<"job">, "" as Id<"job">];
beforeEach(async () => {
  const { id, driver: collector } = await standing(world);
  roles = await officeRoles(world, door);
  // The one who signs in, and not the one who brought it.
  const dana = world.db.orm
    .select()
    .from(drivers)
    .all()
    .find((one) => one.id !== collector);
  if (!dana) throw new Error("no driver");
  emptying = (await planByOffice(world, id, errandOn("dump_and_return", "2026-12-03"))).id;
  pickup = findPickup(world.db.orm, id)!.id;
  await world.db.write((tx) => {
    placeJob(tx, world.deed(STAFF), emptying, dana.id);
    placeJob(tx, world.deed(STAFF), pickup, collector);
    for (const to of ["en_route", "arrived", "serviced", "to_disposal", "at_disposal", "ticketed"] as const)
      expect(advanceJob(tx, world.deed(STAFF), emptying, to)).toMatchObject({ ok: true });
    const entry = { id: "entry-1", jobId: pickup, seq: 1, attempt: 1, step: "en_route", at: 0, device: "phone" };
    const sending = {
      driverId: collector,
      entries: [{ ...entry, said: { data: {} } }],
      clocks: { sentAt: 0, wall: 0 },
    };
    expect(applyEntries(tx, world.deed(), sending, readStep)).toMatchObject({ waiting: ["entry-1"] });
  });
});
const states = () => [emptying, pickup].map((id) => getJob(world.db.orm, id).state);

it.each(["driver", "staff"] as const)("brought back by the %s's form, what waited for it is taken", async (who) => {
  expect(states()).toEqual(["ticketed", "assigned"]);
  const { status } =
    who === "driver"
      ? await roles.driver.post(job.action, `/driver/jobs/${emptying}`, { intent: "returned" }, { id: emptying })
      : await roles.staff.post(dispatch.action, "/crm/dispatch?date=2026-12-03", {
          intent: "returned",
          jobId: emptying,
        });
  expect([status < 400, states()]).toEqual([true, ["returned", "en_route"]]);
});
