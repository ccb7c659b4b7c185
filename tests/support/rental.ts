import { expect } from "vitest";
import { bookAndPay, bookingNumberOn, openDay } from "./booking";
import { TextBrowser } from "./form";
import { onToday, signIn } from "./meanwhile";
import type { TestServer } from "./server";

export interface Rental {
  customer: TextBrowser;
  number: string;
  email: string;
  /** Its delivery, which Dana has. */
  job: string;
}
interface Sent {
  subject: string;
  text: string;
}

/** Customers, the office and Dana on one server, by plain forms. `from`: days ahead, so that no two files meet. */
export async function rentals(server: TestServer, from: number) {
  const staff = await signIn(server, "staff@example.com");
  const driver = await signIn(server, "driver@example.com", "/driver/auth");
  let ahead = from;
  /** Gives the booking's first job of that kind to Dana. Returns its id. */
  async function give(number: string, kind: string): Promise<string> {
    const record = await staff.open(`/crm/bookings/${number}`);
    const link = record.root
      .querySelectorAll("a[href*='/crm/dispatch?']")
      .find((one) => one.parentNode?.textContent.trim().toLowerCase().startsWith(kind));
    const board = await staff.open((link?.getAttribute("href") ?? "").split("#")[0] ?? "");
    const dana = board.root.querySelectorAll("#driverId option").find((one) => one.text.startsWith("Dana"));
    const form = board.form("driverId").fill({ driverId: dana?.getAttribute("value") ?? "" });
    await form.submit("assign");
    return form.values().get("jobId") ?? "";
  }
  return {
    staff,
    driver,
    give,
    /** A paid rental whose delivery Dana has. */
    async rented(): Promise<Rental> {
      const email = `rental${(ahead += 2)}@example.com`;
      const customer = new TextBrowser(server.url);
      const number = bookingNumberOn(await bookAndPay(customer, { email, deliveryDate: openDay(ahead) }));
      return { customer, number, email, job: await give(number, "delivery") };
    },
    async setDown({ job }: Rental): Promise<void> {
      onToday(server, job);
      for (const intent of ["en_route", "arrived"]) await driver.post(`/driver/jobs/${job}`, { intent });
      const ours = /We have (\d+-\d+)/.exec((await driver.open(`/driver/jobs/${job}`)).text)?.[1] ?? "";
      await driver.post(`/driver/jobs/${job}`, { intent: "serviced", dumpsterNumber: ours });
    },
    /** A page of the customer's own booking. */
    own: ({ customer, number }: Rental, page = "") =>
      customer.open(`/manage-booking${page && `/${page}`}?booking=${number}`),
    /** The words of the mail with such a subject, as soon as it is there. */
    mailed: ({ email }: Rental, subject: RegExp) =>
      expect.poll(
        async () => {
          const all = (await (await fetch(`${server.url}/sandbox/inbox.json?to=${email}`)).json()) as Sent[];
          return all.find((one) => subject.test(one.subject))?.text;
        },
        { timeout: 20_000 },
      ),
  };
}
