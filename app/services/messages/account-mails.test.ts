import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { accountTokens, messages, outbox } from "#db/schema/index";
import { askForCode } from "~/domain/accounts/codes.server";
import { askForLink } from "~/domain/accounts/keys.server";
import { askForNewEmail } from "~/domain/accounts/own-account.server";
import { SEEDED_PASSWORD, seedAccounts } from "~/domain/accounts/seed.server";
import { endAllSessions } from "~/domain/accounts/sessions.server";
import { findAccount } from "~/domain/accounts/sign-in.server";
import type { Email } from "~/domain/messages/ports";
import { claimWork, type Task } from "~/domain/outbox/outbox.server";
import { readWork } from "~/domain/outbox/work";
import { openWorld, type TestWorld } from "../../../tests/support/domain";
import { fakeServices } from "../../../tests/support/visit";
import type { Services } from "~/services.server";
import { runDueWork } from "../work/worker.server";
import { accountKey } from "./account-mails.server";

let world: TestWorld;
let services: Services;
let mails: Email[];
beforeEach(async () => {
  vi.useFakeTimers({ now: 1_800_000_000_000, toFake: ["Date"] });
  world = await openWorld();
  mails = [];
  services = {
    ...fakeServices(world),
    mail: { send: async (mail: Email) => void mails.push(mail) },
  };
  await seedAccounts(world.db, world.clock.at);
});
afterEach(() => {
  world.close();
  vi.useRealTimers();
});
const ask = (email: string, i: number) => askForLink(world.db, { ...world.deed(), requestId: `r${i}` }, "reset", email);
const rows = () => world.db.orm.select().from(outbox).all();

describe("a mailbox", () => {
  it("gets six links and codes an hour, whoever asks for them", async () => {
    for (let i = 0; i < 5; i++) await ask("user@example.com", i);
    for (let i = 0; i < 5; i++) await askForCode(world.db, "user@example.com");
    await ask("staff@example.com", 9);
    await runDueWork(services);
    expect([mails.filter(({ to }) => to === "user@example.com").length, mails.length]).toEqual([6, 7]);
  });

  it("without an account gets nothing, and one with an account no second link for one request", async () => {
    await ask("nobody@example.com", 1);
    await askForCode(world.db, "nobody@example.com");
    await ask("user@example.com", 2);
    await ask("user@example.com", 2);
    await runDueWork(services);
    expect(mails.map(({ to }) => to)).toEqual(["user@example.com"]);
  });
});

it("a code and a link are in the mail and nowhere else once it is sent", async () => {
  await askForCode(world.db, "user@example.com");
  await ask("user@example.com", 1);
  const secrets = rows().map(({ payload }) => String(payload["key"]));
  await runDueWork(services);
  expect(
    secrets.every((secret) => mails.some(({ text, html }) => text.includes(secret) && html.includes(secret))),
  ).toBe(true);
  const kept = JSON.stringify([rows(), world.db.orm.select().from(messages).all()]);
  expect(secrets.filter((secret) => kept.includes(secret))).toEqual([]);
});

it("a code that is over goes out no more", async () => {
  await askForCode(world.db, "user@example.com");
  vi.setSystemTime(Date.now() + 10 * 60_000);
  await runDueWork(services);
  expect([mails, rows()[0]?.last_error]).toEqual([[], expect.stringContaining("not sent") as string]);
});

it("what an account has ended since goes out no more, also when its work was taken up before", async () => {
  const user = findAccount(world.db.orm, { kind: "email", value: "user@example.com" });
  if (!user) throw new Error("no user");
  await askForNewEmail(world.db, world.deed(), user, { email: "thief@example.com", password: SEEDED_PASSWORD });
  await askForCode(world.db, "user@example.com");
  const taken = await claimWork(world.db, 9, 60_000);
  await endAllSessions(world.db, world.deed(), user.id);
  for (const work of taken) await accountKey(services, world.deed(), readWork(work) as Task<"mail.account-key">);
  await runDueWork(services);
  expect(mails).toEqual([]);
  expect(world.db.orm.select().from(accountTokens).all()).toEqual([]);
});
