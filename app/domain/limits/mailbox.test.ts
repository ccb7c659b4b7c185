import { expect, it } from "vitest";
import { mailboxOf } from "./mailbox";

it.each([
  ["Ada@Example.com", " ada@example.com"],
  ["ada+one@example.com", "ada+two+three@EXAMPLE.com"],
  ["a.d.a@gmail.com", "ada+x@googlemail.com"],
  ["ada@example.com.", "ada@example.com"],
  ["ａｄａ@example.com", "ada@example.com"],
])("%s and %s are one mailbox", (one, other) => {
  expect(mailboxOf(one)).toBe(mailboxOf(other));
});

it.each([
  ["a.da@example.com", "ada@example.com"],
  ["ada@example.com", "ada@example.org"],
  ["+a@example.com", "+b@example.com"],
  ["a@b@example.com", "a@c@example.com"],
])("%s and %s are two", (one, other) => {
  expect(mailboxOf(one)).not.toBe(mailboxOf(other));
});
