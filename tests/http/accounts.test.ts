import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Page, TextBrowser } from "../support/form";
import { pathOf } from "../support/meanwhile";
import { query } from "../support/orders";
import { startServer, type TestServer } from "../support/server";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ env: { RATE_LIMITS: "off" } });
});
afterAll(() => server.stop());

const PASSWORD = "roll-off-demo";
const browser = () => new TextBrowser(server.url, { followRedirects: true });
async function signedIn(email: string, password = PASSWORD): Promise<{ mine: TextBrowser; page: Page }> {
  const mine = browser();
  const page = await mine.post("/auth", { email, password });
  return { mine, page };
}
/** The newest mail to somebody with this in its subject, once it is there. */
async function mailTo(email: string, subject: string): Promise<string> {
  for (let tries = 0; tries < 100; tries++) {
    const inbox = await fetch(`${server.url}/sandbox/inbox.json?to=${email}`);
    const mail = ((await inbox.json()) as { subject: string; text: string }[]).find((one) =>
      one.subject.includes(subject),
    );
    if (mail) return mail.text;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error(`no mail "${subject}" to ${email}`);
}
const linkIn = (text: string) => {
  const url = new URL(/https?:\S+\/auth\/\S+/.exec(text)?.[0] ?? "http://none.invalid");
  return url.pathname + url.search;
};

describe("a forgotten password, without scripts", () => {
  it("is set anew by the mailed link; the answer never says who has an account, and other devices are out at once", async () => {
    const { mine, page } = await signedIn("driver2@example.com");
    expect(pathOf(page)).toBe("/driver/dashboard");
    const stranger = browser();
    const ask = async (email: string) => {
      const form = await stranger.open("/auth/forgot");
      return (await form.form("email").fill({ email }).submit()).text;
    };
    const known = await ask("driver2@example.com");
    expect(known).toContain("If there is an account with this address");
    expect(await ask("nobody@example.com")).toBe(known);
    const link = linkIn(await mailTo("driver2@example.com", "Choose a new password"));
    const weak = await (await stranger.open(link)).form("password").fill({ password: "12345" }).submit();
    expect(weak.text).toContain("Use at least 6 characters.");
    const done = await weak.form("password").fill({ password: "a gravel heap 9" }).submit();
    expect(done.text).toContain("Your new password is set");
    // At the door that this person goes through.
    expect(pathOf(done)).toBe("/driver/auth");
    expect(pathOf(await mine.open("/driver/dashboard"))).toBe("/driver/auth");
    expect((await stranger.open(link)).text).toContain("This link does not work any more.");
    expect(pathOf((await signedIn("driver2@example.com", "a gravel heap 9")).page)).toBe("/driver/dashboard");
  });
});

describe("an address that is not confirmed", () => {
  it("is offered its mail again, and a code signs it in", async () => {
    const email = "casey@example.com";
    const mine = browser();
    await mine.post("/auth", { email, password: "a gravel heap 9", intent: "signup" });
    const refused = await mine.post("/auth", { email, password: "a gravel heap 9" });
    expect(refused.text).toContain("Please check your email and click the confirmation link before logging in.");
    const again = await mine.post("/auth/resend", { email });
    expect([refused.html.includes('action="/auth/resend"'), pathOf(again)]).toEqual([true, "/auth/resend"]);
    const asked = await (await mine.open("/auth/code?next=%2Faccount")).form("email").fill({ email }).submit();
    const code = /\b\d{6}\b/.exec(await mailTo(email, "sign-in code"))?.[0] ?? "";
    // Not in another browser.
    expect((await browser().post("/auth/code", { code })).text).toContain("This code does not work any more.");
    const wrong = await asked
      .form("code")
      .fill({ code: code === "000000" ? "000001" : "000000" })
      .submit();
    expect(wrong.text).toContain("You have 4 more tries.");
    const inside = await wrong.form("code").fill({ code }).submit();
    expect(pathOf(inside)).toBe("/account");
    expect(inside.text).toContain("You have no password yet.");
  });
});

describe("one's own account", () => {
  it("keeps what is typed when it is refused, and what was saved", async () => {
    const { mine } = await signedIn("staff@example.com");
    const save = (page: Page, fields: Record<string, string>) =>
      page.form("display_name").fill(fields).submit("profile");
    const page = await mine.open("/account");
    const refused = await save(page, {
      display_name: "Sam S.",
      phone: "call me",
      avatar_url: "http://example.com/a.png",
    });
    for (const words of ["Enter a phone number like", "Enter an address that begins with https://"])
      expect(refused.text).toContain(words);
    expect(refused.html).toContain('value="call me"');
    const saved = await save(refused, { phone: "407 555 0144", avatar_url: "https://example.com/a.png" });
    expect(saved.text).toContain("Saved.");
    const sql = "select display_name, phone, avatar_url from profiles where display_name = 'Sam S.'";
    expect(query(server.dataDir, sql)).toEqual([
      { display_name: "Sam S.", phone: "+14075550144", avatar_url: "https://example.com/a.png" },
    ]);
  });

  it("shows where one is signed in; a session ended there is out at its next request", async () => {
    const [here, there] = [await signedIn("admin@example.com"), await signedIn("admin@example.com")];
    const page = await here.mine.open("/account");
    expect(page.text).toMatch(/Network address (127\.0\.0\.1|::)/);
    // Though another was used later.
    const shown = page.root.querySelectorAll(".entries li").map((li) => li.text.includes("(this device)"));
    expect(shown.indexOf(true)).toBe(0);
    expect(shown.length).toBeGreaterThan(1);
    expect(pathOf(await there.mine.open("/crm/overview"))).toBe("/crm/overview");
    const ended = await page.form("session").submit("end");
    expect(ended.text).toContain("That device is signed out.");
    expect(pathOf(await there.mine.open("/crm/overview"))).toBe("/auth");
    expect(pathOf(await here.mine.open("/crm/overview"))).toBe("/crm/overview");
    const third = await signedIn("admin@example.com");
    await third.mine.post("/account", { intent: "others" });
    expect(pathOf(await here.mine.open("/crm/overview"))).toBe("/auth");
    await third.mine.post("/account", { intent: "everywhere" });
    expect(pathOf(await third.mine.open("/account"))).toBe("/auth");
    const actions = query<{ action: string }>(
      server.dataDir,
      "select distinct action from events where subject_kind = 'account'",
    );
    expect(actions.map(({ action }) => action)).toEqual(expect.arrayContaining(["SIGNED_IN", "SIGNED_OUT"]));
  });

  it("ends no session of somebody else", async () => {
    const [one, other] = [await signedIn("admin@example.com"), await signedIn("user@example.com")];
    const [session] = query<{ id: string }>(
      server.dataDir,
      "select s.id from sessions s join accounts a on a.id = s.user_id where a.email = 'admin@example.com' and revoked_at is null order by s.created_at desc",
    );
    await other.mine.post("/account", { intent: "end", session: session?.id ?? "" });
    expect(pathOf(await one.mine.open("/account"))).toBe("/account");
  });

  it("changes its address by the present password and a link to the new one", async () => {
    const { mine } = await signedIn("user@example.com");
    const page = await mine.open("/account");
    const wrong = await page
      .form("emailPassword")
      .fill({ email: "uma@example.com", emailPassword: "guess" })
      .submit("email");
    expect(wrong.text).toContain("This is not your present password.");
    await wrong.form("emailPassword").fill({ email: "uma@example.com", emailPassword: PASSWORD }).submit("email");
    const link = linkIn(await mailTo("uma@example.com", "Confirm your new email address"));
    const asked = await browser().open(link);
    expect(asked.text).toContain("uma@example.com");
    await (await mine.open(link)).form().submit();
    expect((await mine.open("/account")).text).toContain("You log in with uma@example.com.");
    expect(await mailTo("user@example.com", "Your email address was changed")).toContain("another email address");
  });
});
