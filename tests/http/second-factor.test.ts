import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { appCode } from "../support/factor";
import { TextBrowser } from "../support/form";
import { count, mailTo, pathOf } from "../support/meanwhile";
import { ROOT } from "../support/paths";
import { serverForTest } from "../support/server";

const [email, password] = ["admin@example.com", "roll-off-demo"];

it("is set up, asked for and reset without scripts, and a copy of the database does not give it away", async () => {
  const server = await serverForTest({ env: { RATE_LIMITS: "off" } });
  const logIn = async (next = "") => {
    const mine = new TextBrowser(server.url);
    const page = await mine.open(`/auth${next && `?next=${encodeURIComponent(next)}`}`);
    return { mine, page: await page.form("password").fill({ email, password }).submit("Login") };
  };
  const { mine } = await logIn();
  const begin = await (await mine.open("/account")).follow("Set it up");
  const setUp = await begin.form("password").fill({ password }).submit("Set up the app");
  const drawn = setUp.root.querySelector("svg.qr path")?.getAttribute("d") ?? "";
  expect([drawn.length > 2_000, setUp.headers.get("Cache-Control")]).toEqual([true, "no-store"]);
  const secret = setUp.root.querySelector(".factor-key")?.text ?? "";
  const refused = await setUp.form("code").fill({ code: "12" }).submit("Turn it on");
  expect([refused.status, refused.root.querySelector("[role=alert]")?.text]).toEqual([
    400,
    expect.stringContaining("This code is not right.") as string,
  ]);
  // The very one that is sent again below: half a minute later the app shows another.
  const entered = appCode(secret);
  const on = await refused.form("code").fill({ code: entered }).submit("Turn it on");
  const codes = on.root.querySelectorAll(".recovery-codes code").map(({ text }) => text);
  expect([codes.length, on.headers.get("Cache-Control")]).toEqual([10, "no-store"]);
  expect((await mine.open("/account/second-factor")).html.includes(codes[0] ?? "?")).toBe(false);
  expect((await mailTo(server, email)).text).toContain("Your second factor is on");
  const stored = readFileSync(join(server.dataDir, "roll-off.sqlite"), "latin1");
  const log = readFileSync(join(server.dataDir, "roll-off.sqlite-wal"), "latin1");
  expect([secret.replaceAll(" ", ""), codes[0] ?? ""].filter((one) => (stored + log).includes(one))).toEqual([]);

  const half = await logIn("/crm/team");
  expect([pathOf(half.page), half.mine.cookies.has("session")]).toEqual(["/auth/second-factor", false]);
  expect(pathOf(await half.mine.open("/crm/team"))).toBe("/auth");
  const used = await half.page.form("code").fill({ code: entered }).submit();
  expect(used.text).toContain(
    "This code was used already. Type the app’s next one, or another recovery code. You have 4 more tries.",
  );
  const inside = await used
    .form("code")
    .fill({ code: codes[0] ?? "" })
    .submit();
  expect(pathOf(inside)).toBe("/crm/team");
  expect(inside.text).toContain("second factor on");

  const reset = (whose: string[]) =>
    spawnSync(process.execPath, ["scripts/reset-second-factor.mjs", ...whose], {
      cwd: ROOT,
      env: { ...process.env, DATA_DIR: server.dataDir },
      encoding: "utf8",
    });
  expect([reset([]).status, reset(["nobody@example.com"]).stderr]).toEqual([
    1,
    "There is no account with the address nobody@example.com.\n",
  ]);
  expect(reset([" ADMIN@example.com "]).stdout).toContain("is reset");
  expect(pathOf(await half.mine.open("/crm/team"))).toBe("/auth");
  expect(pathOf((await logIn()).page)).toBe("/crm/overview");
  expect(reset([email]).stdout).toContain("has no second factor");
  expect(
    count(server, "select count(*) from events where action = 'second_factor_reset' and actor_kind = 'system'"),
  ).toBe(1);
});
