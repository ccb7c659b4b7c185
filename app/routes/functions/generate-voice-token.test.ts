import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { findAccount } from "~/domain/accounts/sign-in.server";
import type { Id } from "~/domain/kernel/ids.server";
import { identityOf } from "~/domain/voice/identity";
import { action as door } from "~/routes/crm/auth";
import { openWorld, type TestWorld } from "../../../tests/support/domain";
import { officeRoles } from "../../../tests/support/office-roles";
import { fakeVoice } from "../../../tests/support/voice";
import { action as calls } from "~/routes/crm/voice-calls";
import { action as token } from "./generate-voice-token";

let world: TestWorld;
beforeEach(async () => {
  vi.useFakeTimers({ now: 1_800_000_000_000, toFake: ["Date"] });
  world = await openWorld();
});
afterEach(() => {
  world.close();
  vi.useRealTimers();
});
const idOf = (role: string): Id<"account"> => {
  const account = findAccount(world.db.orm, { kind: "email", value: `${role}@example.com` } as never);
  if (!account) throw new Error("no account");
  return account.id;
};

describe("a key to the network", () => {
  it("is signed by our key for one name, an hour, and our own application", async () => {
    const token = await fakeVoice().makeToken(identityOf("acc_a-b" as Id<"account">), 3600);
    const claims = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as never;
    expect(claims).toMatchObject({
      grants: { identity: "agent_acc_a_b", voice: { incoming: { allow: true }, outgoing: {} } },
    });
    const { exp, iat } = claims as { exp: number; iat: number };
    expect(exp - iat).toBe(3600);
  });

  it("is given to the team under their own name, to nobody else and under no other", async () => {
    const visitors = await officeRoles(world, door);
    const mine = { staff: identityOf(idOf("staff")), admin: identityOf(idOf("admin")) };
    const ask = async (role: keyof typeof visitors, identity: string) =>
      (await visitors[role].json(token, { identity }, true)).status;
    expect([await ask("nobody", mine.staff), await ask("user", mine.staff), await ask("driver", mine.staff)]).toEqual([
      401, 403, 403,
    ]);
    expect([await ask("staff", mine.staff), await ask("staff", mine.admin), await ask("admin", mine.admin)]).toEqual([
      200, 403, 200,
    ]);
  });

  it("and no other way of the telephone says anything of what was sent to whom it does not know", async () => {
    const visitors = await officeRoles(world, door);
    const say = async (role: keyof typeof visitors, call: string) =>
      (await visitors[role].json(calls, { nonsense: 1 }, true, { call })).status;
    for (const call of ["heartbeat", "ring", "available", "bind", "typed", "wrap"])
      expect([call, await say("nobody", call), await say("user", call), await say("staff", call)]).toEqual([
        call,
        401,
        403,
        400,
      ]);
  });

  it("is given 20 times a minute to one person", async () => {
    const { staff } = await officeRoles(world, door);
    const ask = async () => (await staff.json(token, { identity: identityOf(idOf("staff")) }, true)).status;
    for (let i = 0; i < 20; i++) expect(await ask()).toBe(200);
    expect(await ask()).toBe(429);
  });
});
