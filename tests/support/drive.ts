import { bookAndPay, bookingNumberOn, openDay } from "./booking";
import { type Page, TextBrowser } from "./form";
import { arrange, onToday, signIn } from "./meanwhile";
import type { TestServer } from "./server";

export interface Drive {
  driver: TextBrowser;
  staff: TextBrowser;
  /** A paid rental whose job of that kind this driver has; the page of the job. */
  mine(kind: "delivery" | "pickup"): Promise<{ page: Page; number: string; customer: TextBrowser }>;
  /** Presses a step's button, with its fields and photographs. */
  press(page: Page, intent: string, fields?: Record<string, string>, photos?: Photos): Promise<Page>;
}

/** Field → the files that were chosen for it. */
export type Photos = Record<string, { bytes: Uint8Array; name: string }[]>;

/** Dana Driver and somebody of the office on a server of the test's own: bookings take dumpsters. */
export async function startDrive(server: TestServer): Promise<Drive> {
  const driver = await signIn(server, "driver@example.com", "/driver/auth");
  const staff = await signIn(server, "staff@example.com");
  let ahead = 40;
  return {
    driver,
    staff,
    async mine(kind) {
      const customer = new TextBrowser(server.url);
      const email = `drive${ahead}@example.com`;
      const number = bookingNumberOn(await bookAndPay(customer, { email, deliveryDate: openDay((ahead += 2)) }));
      const record = await staff.open(`/crm/bookings/${number}`);
      const link = record.root
        .querySelectorAll("a[href*='/crm/dispatch?']")
        .find((one) => one.parentNode?.textContent.trim().toLowerCase().startsWith(kind));
      const board = await staff.open((link?.getAttribute("href") ?? "").split("#")[0] ?? "");
      const dana = board.root.querySelectorAll("#driverId option").find((one) => one.text.startsWith("Dana"));
      const form = board.form("driverId").fill({ driverId: dana?.getAttribute("value") ?? "" });
      const job = form.values().get("jobId") ?? "";
      await form.submit("assign");
      onToday(server, job);
      if (kind === "pickup")
        arrange(
          server,
          "update units set state = 'on_site', dumpster_id = (select min(id) from dumpsters where size_yards = 20) where booking_id = (select id from bookings where booking_number = ?)",
          number,
        );
      return { page: await driver.open(`/driver/jobs/${job}`), number, customer };
    },
    press: (page, intent, fields = {}, photos) =>
      photos
        ? driver.request(page.url, photoForm({ intent, ...fields }, photos))
        : driver.post(page.url, { intent, ...fields }),
  };
}

/** A multipart form as a browser sends it. */
export function photoForm(fields: Record<string, string>, photos: Photos): RequestInit {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  for (const [name, files] of Object.entries(photos))
    for (const file of files) body.append(name, new Blob([new Uint8Array(file.bytes)]), file.name);
  return { method: "POST", body, headers: { "Sec-Fetch-Site": "same-origin" } };
}
