import type { IncomingMessage } from "node:http";
import { describe, expect, it } from "vitest";
import { clientAddress } from "./local.server";

const asked = (forwarded: string | undefined, remoteAddress = "10.0.0.1") =>
  ({ headers: { "x-forwarded-for": forwarded }, socket: { remoteAddress } }) as unknown as IncomingMessage;
const behind = { TRUST_PROXY: true };

describe("a visitor's address", () => {
  it("is the connection's own where no proxy is trusted, whatever is claimed", () => {
    expect(clientAddress(asked("203.0.113.7"), { TRUST_PROXY: false })).toBe("10.0.0.1");
    expect(clientAddress(asked(undefined, "::ffff:10.0.0.2"), { TRUST_PROXY: false })).toBe("10.0.0.2");
  });

  it("is the entry that the trusted proxy wrote, not what the visitor claims before it", () => {
    expect(clientAddress(asked("198.51.100.1, 203.0.113.7"), behind)).toBe("203.0.113.7");
    expect(clientAddress(asked(undefined), behind)).toBe("10.0.0.1");
  });

  it.each([
    ["203.0.113.7:40123", "203.0.113.7"],
    ["198.51.100.1:1, 203.0.113.7:40124", "203.0.113.7"],
    ["[2001:db8::1]:443", "2001:db8::1"],
    ["[2001:db8::1]", "2001:db8::1"],
    ["2001:db8::1:443", "2001:db8::1:443"],
  ])("has no port: %s", (forwarded, address) => {
    expect(clientAddress(asked(forwarded), behind)).toBe(address);
  });
});
