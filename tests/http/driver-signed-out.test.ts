import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { signIn } from "../support/meanwhile";
import type { TestServer } from "../support/server";
import { sharedServer } from "../support/shared";

/** Only the driver's door forgets what the phone has read (routes/driver/auth.tsx): whoever drives leaves by it. */
let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

const WAYS = [
  ["the portal", "/auth/sign-out", { from: "driver" }],
  ["the office's door, which is closed to them", "/auth/sign-out", {}],
  ["their own account, on all devices", "/account", { intent: "everywhere" }],
] as const;

describe("a driver who signs out", () => {
  it.each(WAYS)("by %s comes to the driver's door", async (_way, path, form) => {
    const driver = await signIn(server, "driver@example.com", "/driver/auth");
    const left = await fetch(server.url + path, {
      method: "POST",
      redirect: "manual",
      headers: { Cookie: driver.cookieHeader, Origin: server.url },
      body: new URLSearchParams(form),
    });
    expect(left.headers.get("location")).toBe("/driver/auth?told=out");
  });

  it("and somebody of the office by theirs", async () => {
    const staff = await signIn(server, "staff@example.com");
    const left = await fetch(`${server.url}/account`, {
      method: "POST",
      redirect: "manual",
      headers: { Cookie: staff.cookieHeader, Origin: server.url },
      body: new URLSearchParams({ intent: "everywhere" }),
    });
    expect(left.headers.get("location")).toBe("/auth?told=out");
  });
});
