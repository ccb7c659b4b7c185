import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { findDraft } from "~/domain/booking/draft/drafts.server";
import { partsOf } from "~/domain/booking/draft/office-contact";
import { prepareQuote } from "~/domain/booking/order/place.server";
import { DAY, plus } from "~/domain/kernel/time.server";
import { draftData, openWorld, STAFF, startedDraft } from "../tests/support/domain";

it("an order that was prepared before has whom its booking is for as the office's word, one from the website nobody", async () => {
  const world = await openWorld({ fleet: { 20: 5 } });
  const contactInfo = { firstName: " Big", lastName: "Co ", email: "AP@BigCo.com", phone: "(407) 555-0199" };
  const { draft } = await world.db.write((tx) =>
    prepareQuote(tx, world.deed(STAFF), world.settings(), draftData({ contactInfo }), plus(world.clock.at, DAY)),
  );
  const web = await startedDraft(world);
  world.db.sqlite.exec("update booking_drafts set office_contact = null");
  const sql = readFileSync(new URL("./migrations/0108_office_contact.sql", import.meta.url), "utf8");
  world.db.sqlite.exec(sql.split("--> statement-breakpoint")[1] ?? "");
  expect([draft.id, web.id].map((id) => findDraft(world.db.orm, id)?.officeContact)).toEqual([
    partsOf(contactInfo),
    null,
  ]);
  world.close();
});
