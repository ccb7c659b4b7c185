import { expect, it } from "vitest";
import { likelyMeant } from "./mail-slip";

/** Who has a mailbox of another name is not asked about it: a short name is no slip of a provider's by two letters. */
it.each(["ann@small.com", "ann@yolo.com", "ann@cloudy.com", "ann@gala.com", "ann@comcast.co", "ann@verizon.cm"])(
  "%s may well be right",
  (typed) => {
    expect(likelyMeant(typed)).toBeNull();
  },
);

it.each([
  ["ann@hotmial.com", "ann@hotmail.com"],
  ["ann@comcast.con", "ann@comcast.net"],
  ["ann@gmail.cm", "ann@gmail.com"],
])("%s was meant as %s", (typed, meant) => {
  expect(likelyMeant(typed)).toBe(meant);
});
