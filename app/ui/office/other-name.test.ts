import { expect, it } from "vitest";
import { isOtherName } from "./phone-order";

const MIA = { firstName: "Mia", lastName: "Stone" };

it.each([
  [{}, false],
  [{ firstName: " mia " }, false],
  // Still being typed.
  [{ firstName: "Mi" }, false],
  [{ firstName: "Mia", lastName: "Stone" }, false],
  [{ firstName: "Max" }, true],
  [{ firstName: "Mia", lastName: "Stein" }, true],
  [{ firstName: "Miamore" }, true],
])("%j is somebody else than Mia Stone: %s", (typed, other) => {
  expect(isOtherName(typed, MIA)).toBe(other);
});
