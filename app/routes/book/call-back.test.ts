import { expect, it, onTestFinished } from "vitest";
import { leads } from "#db/schema/index";
import type { Problem } from "~/http/answers/forms.server";
import { openWorld } from "../../../tests/support/domain";
import { fakeServices, Visitor } from "../../../tests/support/visit";
import { readDraftData } from "~/domain/booking/draft/data";
import type { OpenDraft } from "~/http/access/draft.server";
import * as callBack from "./call-back";
import { callbackView } from "./call-back.server";

it("a call-back takes a name without web addresses only", async () => {
  const world = await openWorld();
  onTestFinished(() => world.close());
  const me = new Visitor(fakeServices(world));
  const ask = (name: string) =>
    me.post(callBack.action, "/book/call-back", { name, phone: "4075550133", email: "", zip: "", message: "" });
  const answer = await ask("See evil.example");
  expect([answer.status, (answer.data as Problem).fields["name"]]).toEqual([
    400,
    "Write the name without web addresses.",
  ]);
  await ask("Dr. A. Lee");
  expect(world.db.orm.select().from(leads).get()?.name).toBe("Dr. A. Lee");
});

it("tells what is known in words, the day as people say it", () => {
  const known = (deliveryDate: string) =>
    callbackView(
      {
        draft: { data: readDraftData({ zip: "32801", deliveryDate }) },
        order: { lines: [] },
      } as unknown as OpenDraft,
      new URLSearchParams(),
    ).summary;
  expect(known("2027-01-02")).toEqual(["ZIP 32801", "Wanted on Saturday, January 2"]);
  expect(known("soon")).toEqual(["ZIP 32801"]);
});
