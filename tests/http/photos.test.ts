import { readdirSync } from "node:fs";
import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { photoForm, startDrive, type Drive } from "../support/drive";
import type { Page } from "../support/form";
import { arrange, count, pathOf, signIn } from "../support/meanwhile";
import { HEIC, photograph } from "../support/photograph";
import { startServer, type TestServer } from "../support/server";

let server: TestServer;
let drive: Drive;
let good: Buffer;
beforeAll(async () => {
  server = await startServer({ env: { RATE_LIMITS: "off" } });
  drive = await startDrive(server);
  good = await photograph();
});
afterAll(() => server.stop());

const jobOf = (page: Page) => pathOf(page).split("/").at(-1) ?? "";
const kept = (page: Page) => count(server, "select count(*) from photos where job_id = ?", jobOf(page));
const left = () => readdirSync(`${server.dataDir}/uploads`);
/** They go with the answer, a moment after it. */
const nothingLeft = () => expect.poll(left).toEqual([]);
const jpg = (bytes: Uint8Array = good) => ({ bytes, name: "IMG_1.JPG" });
const errorOf = (page: Page, field: string) => page.root.querySelector(`#${field}-error`)?.text ?? "";
const addressOf = (page: Page) => page.root.querySelector(".taken a")?.getAttribute("href") ?? "";
/** A delivery whose driver stands at the site. */
async function arrived() {
  const job = await drive.mine("delivery");
  for (const step of ["en_route", "arrived"]) await drive.press(job.page, step);
  return { ...job, page: await drive.driver.open(job.page.url) };
}

describe("photographs of a step", () => {
  it("are kept upright and without what else was in them, and go with the step", async () => {
    const { page } = await arrived();
    const now = await drive.press(page, "serviced", { dumpsterNumber: "20-01" }, { photo: [jpg(), jpg()] });
    // The same one twice is one.
    expect([now.status, kept(page)]).toEqual([200, 1]);
    // The driver sees that it has arrived, though its step is done.
    expect(now.root.querySelectorAll("#kept-photos ~ .taken img").map((one) => one.getAttribute("alt"))).toEqual([
      "The dumpster in its place",
    ]);
    await nothingLeft();
    const [small, large] = await Promise.all(
      ["?size=small", ""].map(async (size) => {
        const answer = await fetch(
          `${server.url}${count(server, "select '/photos/' || capability from photos where job_id = ?", jobOf(page))}${size}`,
          {
            headers: { Cookie: drive.driver.cookieHeader },
          },
        );
        return { answer, bytes: Buffer.from(await answer.arrayBuffer()) };
      }),
    );
    const meta = await sharp(large?.bytes).metadata();
    expect([meta.format, meta.width, meta.height, meta.exif, meta.orientation]).toEqual([
      "jpeg",
      800,
      1200,
      undefined,
      undefined,
    ]);
    expect((await sharp(small?.bytes).metadata()).height).toBe(480);
    expect(Object.fromEntries(large?.answer.headers ?? [])).toMatchObject({
      "content-type": "image/jpeg",
      "cache-control": "no-store",
      "x-robots-tag": "noindex, nofollow",
      "x-content-type-options": "nosniff",
    });
  });

  it("of the place are shown to the driver who goes there next, for as long as they do; the others to nobody", async () => {
    const { page } = await arrived();
    await drive.press(page, "serviced", { dumpsterNumber: "20-01" }, { photo: [jpg()] });
    await drive.press(page, "report", { cleaning: "on" }, { photo: [jpg(await photograph(300, 200, "#a1b2c3"))] });
    await drive.press(page, "completed");
    const [of, found] = ["serviced", "report"].map((step) =>
      String(
        count(server, "select '/photos/' || capability from photos where job_id = ? and step = ?", jobOf(page), step),
      ),
    ) as [string, string];
    const other = await signIn(server, "driver2@example.com", "/driver/auth");
    const look = async (address: string) => (await other.open(address)).status;
    expect([await look(of), await look(found)]).toEqual([404, 404]);
    const pickup = String(
      count(
        server,
        "select id from jobs where kind = 'pickup' and unit_id = (select unit_id from jobs where id = ?)",
        jobOf(page),
      ),
    );
    const give = (state: string) =>
      arrange(
        server,
        "update jobs set state = ?, driver_id = (select d.id from drivers d join accounts a on a.id = d.user_id where a.email = 'driver2@example.com') where id = ?",
        state,
        pickup,
      );
    give("assigned");
    const theirs = await other.open(`/driver/jobs/${pickup}`);
    expect(theirs.root.querySelector(".taken a")?.getAttribute("href")).toBe(of);
    expect(theirs.root.querySelector(".taken img")?.getAttribute("alt")).toBe("Where it was set down");
    expect([await look(of), await look(found)]).toEqual([200, 404]);
    give("completed");
    expect(await look(of)).toBe(404);
    // And no page shows them a picture that they may not see.
    expect((await other.open(`/driver/jobs/${pickup}`)).root.querySelector(".taken")).toBeNull();
  });

  it("that cannot be read are said beside their field, and everything typed is kept", async () => {
    const { page } = await arrived();
    const typed = { dumpsterNumber: "20-02" };
    const refused = await drive.press(page, "serviced", typed, { photo: [{ bytes: HEIC, name: "IMG_2.HEIC" }, jpg()] });
    expect([refused.status, errorOf(refused, "photo")]).toEqual([400, expect.stringContaining("Most Compatible")]);
    expect(refused.root.querySelector("[role=alert] a[href='#photo']")).not.toBeNull();
    expect(refused.form("dumpsterNumber").values().get("dumpsterNumber")).toBe("20-02");
    // The good one is kept, and shown; the step is not taken.
    expect([kept(page), refused.root.querySelectorAll(".taken img").length]).toEqual([1, 1]);
    for (const [bytes, words] of [
      [Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"), "not a photo"],
      [good.subarray(0, 400), "broken"],
      [Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(15 * 1024 * 1024)]), "more than 15 MB"],
    ] as const)
      expect(errorOf(await drive.press(page, "serviced", typed, { photo: [jpg(bytes)] }), "photo")).toContain(words);
    await nothingLeft();
    expect(pathOf(await drive.press(page, "serviced", typed))).toBe(pathOf(page));
  });

  it("go with the question to the customer, as the evidence of the attempt", async () => {
    const { page } = await arrived();
    const typed = { reason: "Nobody lets us in", note: "" };
    const asked = await drive.press(page, "blocked", typed, { photo: [jpg()] });
    expect([asked.status, count(server, "select step from photos where job_id = ?", jobOf(page))]).toEqual([
      ...[200, "attempted"],
    ]);
    expect(count(server, "select count(*) from blocked_visits where job_id = ?", jobOf(page))).toBe(1);
    await nothingLeft();
  });

  it("are four at most, and none is lost where something else of the form is wrong", async () => {
    const { page } = await arrived();
    const five = await Promise.all(
      ["#111", "#222", "#333", "#444", "#555"].map((colour) => photograph(300, 200, colour)),
    );
    const refused = await drive.press(page, "serviced", { dumpsterNumber: "" }, { photo: five.map(jpg) });
    expect([errorOf(refused, "photo"), errorOf(refused, "dumpsterNumber")]).toEqual([
      expect.stringContaining("more than 4 photos"),
      expect.stringContaining("Enter the number"),
    ]);
    expect(kept(page)).toBe(4);
  });

  it("are sent by nobody but the driver of that job, and nothing of theirs is read", async () => {
    const { page } = await arrived();
    const other = await signIn(server, "driver2@example.com", "/driver/auth");
    const form = () =>
      photoForm({ intent: "serviced", dumpsterNumber: "20-01" }, { photo: [jpg(Buffer.alloc(300_000, 1))] });
    expect((await other.request(page.url, form())).status).toBe(404);
    const stranger = await fetch(page.url, { ...form(), redirect: "manual" });
    expect([stranger.status, stranger.headers.get("Location")]).toEqual([
      302,
      expect.stringContaining("/driver/auth?next="),
    ]);
    expect(kept(page)).toBe(0);
    await nothingLeft();
  });

  /** The beginning of a large form, over a connection that stays open. */
  function begin(page: Page, cookie: string) {
    const { hostname, port } = new URL(server.url);
    const socket = connect({ host: hostname, port: Number(port) });
    socket.on("error", () => undefined);
    socket.write(
      [
        `POST ${pathOf(page)} HTTP/1.1`,
        `Host: localhost:${port}`,
        `Cookie: ${cookie}`,
        "Sec-Fetch-Site: same-origin",
        "Content-Type: multipart/form-data; boundary=b",
        "Content-Length: 1000000",
        "",
        '--b\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\n',
      ].join("\r\n"),
    );
    socket.write(good.subarray(0, 2_000));
    return socket;
  }

  it("that break off in the middle leave nothing behind; another driver's are not even begun", async () => {
    const { page } = await arrived();
    const other = await signIn(server, "driver2@example.com", "/driver/auth");
    const theirs = begin(page, other.cookieHeader);
    await pause(400);
    expect(left()).toEqual([]);
    theirs.destroy();
    const mine = begin(page, drive.driver.cookieHeader);
    await expect.poll(left).toHaveLength(1);
    mine.destroy();
    await nothingLeft();
    expect(kept(page)).toBe(0);
  });
});

describe("a photograph's address", () => {
  it("opens for the office, its driver, and its customer, who was told of it; among theirs as the flag says; for nobody else", async () => {
    const { page, number, customer } = await arrived();
    const another = await arrived();
    const refused = await drive.press(page, "attempted", { reason: "" }, { photo: [jpg()] });
    const address = addressOf(refused);
    const other = await signIn(server, "driver2@example.com", "/driver/auth");
    for (const [who, theirs] of [
      [customer, number],
      [another.customer, another.number],
    ] as const)
      await who.open(
        `/manage-booking?key=${count(server, "select capability from bookings where booking_number = ?", theirs)}`,
      );
    const status = async (cookie: string, at = address) =>
      (await fetch(server.url + at, { headers: { Cookie: cookie } })).status;
    const all = (at = address) =>
      Promise.all(
        ["", ...[other, another.customer, customer, drive.driver, drive.staff].map((who) => who.cookieHeader)].map(
          (cookie) => status(cookie, at),
        ),
      );
    const mine = async () => (await customer.open(`/manage-booking?booking=${number}`)).text;
    expect([await all(), (await mine()).includes("Photo: What was in the way")]).toEqual([
      [404, 404, 404, 200, 200, 200],
      false,
    ]);
    const admin = await signIn(server, "admin@example.com");
    await admin.post("/crm/settings/flags", { intent: "switch", flag: "customer_downloads", was: "off", to: "on" });
    expect([await all(), (await mine()).includes("Photo: What was in the way")]).toEqual([
      [404, 404, 404, 200, 200, 200],
      true,
    ]);
    // A picture of the place that its customer sent: also for the driver who has a job there, and for no other.
    const place = "c".repeat(address.split("/").at(-1)?.length ?? 0);
    arrange(
      server,
      "insert into place_photos (id, booking_id, path, small_path, capability, sha256, width, height, bytes, created_at) select 'pho_place', booking_id, path, small_path, ?, sha256, width, height, bytes, created_at from photos where capability = ?",
      place,
      address.split("/").at(-1) ?? "",
    );
    const of = address.slice(0, address.lastIndexOf("/") + 1) + place;
    expect(await all(of)).toEqual([404, 404, 404, 200, 200, 200]);
    arrange(server, "update place_photos set removed_at = 1");
    expect(await all(of)).toEqual([404, 404, 404, 404, 404, 404]);
    arrange(server, "update photos set path = 'photos/none.jpg' where capability = ?", address.split("/").at(-1) ?? "");
    expect(await status(drive.staff.cookieHeader)).toBe(404);
  });
});
