import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { kindsNamed, MESSAGE_NAMES, type MessageName } from "~/domain/messages/catalogue";
import { DAY, plus } from "~/domain/kernel/time.server";
import { openWorld, type TestWorld } from "../../../tests/support/domain";
import { MESSAGE_KINDS, samplesOf } from "./samples.server";

let world: TestWorld;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.close());

describe("the samples of the messages", () => {
  it("are at least one of each kind, each with its name", () => {
    const names = Object.keys(MESSAGE_NAMES) as MessageName[];
    expect(names.flatMap((name) => kindsNamed(MESSAGE_KINDS, name)).toSorted()).toEqual([...MESSAGE_KINDS].toSorted());
    for (const kind of MESSAGE_KINDS) {
      const samples = samplesOf(world, kind);
      expect(samples.length, kind).toBeGreaterThan(0);
      expect(new Set(samples.map(({ label }) => label)).size, kind).toBe(samples.length);
      for (const { mail, text } of samples)
        expect([mail !== null, text !== null], kind).toEqual([kind.startsWith("mail."), kind.startsWith("sms.")]);
    }
  });

  it("sends who keeps it longer, or is done sooner, to the booking's page, as the page offers both", () => {
    for (const { mail } of samplesOf(world, "mail.booking-confirmed"))
      expect(mail?.text).toContain("Need it longer, or done sooner? Both are on your booking’s page");
  });

  it("say no word that a template leaves open, and have one subject each", () => {
    for (const kind of MESSAGE_KINDS)
      for (const { mail, text } of samplesOf(world, kind)) {
        const words = mail ? `${mail.subject}\n${mail.text}` : (text?.body ?? "");
        expect(words, kind).not.toMatch(/undefined|null|NaN|\[object|\.\.$|\s\./m);
      }
  });

  it("have trucks only on days on which one goes out, whatever today is", () => {
    for (let ahead = 0; ahead < 7; ahead++) {
      for (const kind of MESSAGE_KINDS)
        for (const { label, mail, text } of samplesOf(world, kind))
          // An account's last day to pay is any day.
          expect(`${mail?.text}${text?.body}`, `${kind} ${label} ${ahead}`).not.toMatch(/(?<!paid by )Sunday/);
      world.clock.at = plus(world.clock.at, DAY);
    }
  });

  it("show what STOP, START and HELP are answered with, and that the first text says both", () => {
    const textOf = (kind: (typeof MESSAGE_KINDS)[number]) => samplesOf(world, kind)[0]?.text?.body;
    expect(textOf("sms.stop-answer")).toContain("you get no more texts from us");
    expect(textOf("sms.start-answer")).toContain("you get our texts again");
    expect(textOf("sms.help-answer")).toContain(world.settings().phone);
    expect(textOf("sms.booking-confirmed")).toMatch(/ Reply STOP to opt out, HELP for help\.$/);
  });

  it("show a refund by hand, and what is taken off an account", () => {
    const mails = (kind: (typeof MESSAGE_KINDS)[number]) => samplesOf(world, kind).map(({ mail }) => mail?.text ?? "");
    expect(mails("mail.refund").join()).toContain("Paid by check 501");
    expect(mails("mail.refund").join()).toContain("we have paid your refund in cash");
    expect(mails("mail.cancelled").at(-1)).toMatch(
      /\$368\.39 is taken off your account; the fee of \$40\.93 stays on it/,
    );
    expect(mails("mail.cancelled").at(-1)).toMatch(/Taken off your account:\s+\$368\.39/);
    expect(samplesOf(world, "sms.cancelled").at(-1)?.text?.body).toContain("$368.39 is taken off your account");
  });

  it("say of what an admin did to an account that its owner may have asked for it, and of all else that it was they", () => {
    for (const kind of ["mail.account-changed", "sms.account-changed"] as const)
      for (const { label, mail, text } of samplesOf(world, kind)) {
        const said = `${mail?.text} ${mail?.html} ${text?.body}`;
        const isReset = label === "Your second factor was reset";
        expect([said.includes("If you asked for it"), said.includes("If it was you")], label).toEqual([
          isReset,
          !isReset,
        ]);
      }
  });

  it("break no hours over a line", () => {
    const HELD = /<span style="white-space:nowrap">([^<]*)<\/span>/g;
    const mails = MESSAGE_KINDS.flatMap((kind) => samplesOf(world, kind)).flatMap(({ mail }) => mail ?? []);
    const shown = mails.map(({ html }) => html.slice(html.indexOf("<h1")));
    expect(new Set(shown.flatMap((html) => [...html.matchAll(HELD)].map(([, hours]) => hours)))).toEqual(
      new Set(["8AM - 12PM", "8AM to 12PM", "12PM to 5PM"]),
    );
    for (const html of shown) expect(html.replaceAll(HELD, "")).not.toMatch(/\d[AP]M (-|to) \d/);
  });

  it("are written in the phone network's own letters, and a text takes three messages at most", () => {
    for (const kind of MESSAGE_KINDS)
      for (const { label, text } of samplesOf(world, kind))
        if (text)
          expect([kind, label, text.encoding, text.odd, text.segments <= 3]).toEqual([kind, label, "GSM-7", [], true]);
  });
});
