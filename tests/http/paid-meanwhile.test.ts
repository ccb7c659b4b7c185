import { afterAll, beforeAll, expect, it } from "vitest";
import { openDay, payWith, scheduleFields } from "../support/booking";
import { TextBrowser } from "../support/form";
import { count, localPath, pathOf, signIn } from "../support/meanwhile";
import type { TestServer } from "../support/server";
import { sharedServer } from "../support/shared";

let server: TestServer;
let staff: TextBrowser;
beforeAll(async () => {
  server = await sharedServer();
  staff = await signIn(server, "staff@example.com");
});
afterAll(() => server.stop());

it("what the office saves after the caller has paid is refused aloud, with all of it to copy and the way to the record", async () => {
  const fields = {
    ...scheduleFields({ email: "too-late@example.com", deliveryDate: openDay(43) }),
    dumpsterSize: "20",
  };
  const saved = await (await staff.open("/crm/bookings/new")).form("deliveryDate").fill(fields).submit("save");
  const record = pathOf(saved).replace(/\/order$/, "");
  const link = localPath(saved.root.querySelector("#prepared-link")?.getAttribute("value") ?? "");
  const half = saved.form("deliveryDate").fill({ specialInstructions: "Mind the dog.\nRing twice.", gateCode: "4711" });

  const caller = new TextBrowser(server.url);
  const signed = (await caller.open(link)).form("signatureName").fill({ signatureName: "Ada Tester", agree: "on" });
  const checkout = await (
    await signed.submit("continue")
  )
    .form("cardConsent")
    .fill({ cardConsent: "on" })
    .submit("continue");
  await payWith(checkout);

  const refused = await half.submit("save");
  expect([refused.status, pathOf(refused)]).toEqual([409, `${record}/order`]);
  expect(refused.text).toContain("It was paid meanwhile. What you sent came after that. Nothing was saved.");
  expect(refused.root.querySelector("#typed")?.text).toBe(
    "gate code: 4711\nnotes for the driver: Mind the dog.\nRing twice.",
  );
  expect(refused.root.querySelector(`main a[href="${record}/edit"]`)?.text).toBe("Edit the record");
  expect(count(server, "select count(*) from bookings where gate_code = '4711'")).toBe(0);
  // Who only opens the page comes to the record, as before.
  expect(pathOf(await staff.open(`${record}/order`))).toBe(record);
});
