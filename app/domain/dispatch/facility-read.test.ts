import { renderToStaticMarkup } from "react-dom/server";
import { createElement } from "react";
import { expect, it } from "vitest";
import { facilities } from "#db/schema/index";
import { JobNotes, JobReach } from "~/ui/office/DriverJob";
import { drive, OUT, rented } from "../../../tests/support/charges";
import { setSoundWorld } from "../../../tests/support/sound";
import { newId } from "../kernel/ids.server";
import { findDriverJob } from "./driver-read.server";
import { getJob } from "./jobs.server";
import type { Step } from "./steps.server";

const world = setSoundWorld({ fleet: { 20: 1 } });
const TO_THE_SCALE: Step[] = [
  { to: "en_route" },
  { to: "arrived" },
  { to: "serviced", dumpsterNumber: "" },
  { to: "to_disposal" },
];
const EAST = "East Landfill, 5901 Landfill Road, FL 32829";
const NORTH = "North Station, FL 32750";

it.each([
  ["not loaded yet", TO_THE_SCALE.slice(0, 2), []],
  ["on the way", TO_THE_SCALE, [EAST, NORTH]],
  ["at the one that was said", [...TO_THE_SCALE, { to: "at_disposal", facility: "North Station" }], [NORTH]],
  [
    "at one that is on no list: by its name alone",
    [...TO_THE_SCALE, { to: "at_disposal", facility: "Joe’s" }],
    ["Joe’s"],
  ],
] as [string, Step[], string[]][])(
  "a driver with a load, %s, has the way to the facility",
  async (_what, steps, places) => {
    const { orm } = world.db;
    orm.delete(facilities).run();
    for (const [name, address, zip, is_active, materials, hours] of [
      ["East Landfill", "5901 Landfill Road", "32829", true, "", ""],
      ["North Station", "", "32750", true, "No concrete, no soil.", "Mon to Fri 7 to 5"],
      ["Closed Pit", "", "32801", false, "Nothing", ""],
    ] as const)
      orm
        .insert(facilities)
        .values({ id: newId("facility"), name, address, zip, is_active, materials, hours, created_at: world.clock.at })
        .run();
    const booking = await rented(world);
    await drive(world, booking, "delivery", OUT);
    const id = await drive(world, booking, "pickup", steps);
    const { driver_id } = getJob(orm, id);
    const job = findDriverJob(orm, driver_id!, id)!;
    const html = renderToStaticMarkup(createElement(JobReach, { job }));
    const links = [...html.matchAll(/destination=([^"]+)"/g)].map((found) => decodeURIComponent(found[1] ?? ""));
    expect(links).toEqual([...places, `${job.address}, ${job.city}, FL ${job.zip}`]);
    // What a place takes is read before the truck stands there.
    const notes = renderToStaticMarkup(createElement(JobNotes, { job }));
    expect(/<p>(North .+?)<\/p>/.exec(notes)?.[1] ?? null).toBe(
      places.includes(NORTH) ? "North Station: No concrete, no soil; Mon to Fri 7 to 5." : null,
    );
    // A phone that has lost its signal at the site has them already.
    expect(job.dumps.length > 0).toBe(true);
  },
);
