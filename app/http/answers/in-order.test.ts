import { expect, it } from "vitest";
import { inOrder } from "./forms.server";

it("says what is wrong in the order of the page, a line's fields at their line's place, and what it does not know last", () => {
  const fields = { deliveryDate: "d", other: "o", "line-2-size": "2", "line-1-size": "1", phone: "p", zip: "z" };
  const order = ["phone", "zip", "line", "deliveryDate"];
  expect(Object.keys(inOrder(fields, order))).toEqual([
    "phone",
    "zip",
    "line-2-size",
    "line-1-size",
    "deliveryDate",
    "other",
  ]);
});
