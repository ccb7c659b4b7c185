import { expect, it } from "vitest";
import { likelyMeant } from "./mail-slip";

it.each([
  ["ann@gmial.com", "ann@gmail.com"],
  ["Ann.Lee@GMAIL.CON", "ann.lee@gmail.com"],
  ["ann@gmail.co", "ann@gmail.com"],
  ["ann@gmai.com", "ann@gmail.com"],
  ["ann@gamil.com", "ann@gmail.com"],
  ["bo@yaho.com", "bo@yahoo.com"],
  ["bo@hotmial.com", "bo@hotmail.com"],
  ["bo@hotmal.con", "bo@hotmail.com"],
  ["bo@outlok.com", "bo@outlook.com"],
  ["bo@iclould.com", "bo@icloud.com"],
  ["bo@comcst.net", "bo@comcast.net"],
  ["bo@sunline.con", "bo@sunline.com"],
])("%s is asked about as %s", (typed, meant) => expect(likelyMeant(typed)).toBe(meant));

it.each([
  "ann@gmail.com",
  "ann@ymail.com",
  "ann@mail.com",
  "ann@email.com",
  "ann@yahoo.ca",
  "ann@yahoo.co.uk",
  "ann@hotmail.fr",
  "ann@comcast.net",
  "ann@example.com",
  "ann@sunline.co",
  "ann@mail.gmial.com",
  "ann@gmial",
  "",
])("%s may be as it is", (typed) => expect(likelyMeant(typed)).toBeNull());
