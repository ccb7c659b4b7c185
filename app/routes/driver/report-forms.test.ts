import { expect, it } from "vitest";
import { parseSent } from "~/http/answers/forms.server";
import { REPORT_FORM } from "./report-forms.server";
import { placeIn } from "./step-forms.server";

const read = (sent: Record<string, string>) => parseSent(sent, REPORT_FORM);

it("a report's form is read as what was found", () => {
  expect(read({ material: "concrete", prohibited: "mattresses", prohibitedCount: " 2 ", moved: "on" })).toMatchObject({
    ok: true,
    value: {
      material: "concrete",
      prohibited: "mattresses",
      prohibited_count: 2,
      cleaning: false,
      moved: true,
      overloaded: false,
      second_number: null,
    },
  });
  expect(read({ material: "moon", secondNumber: " 20 - 11 " })).toMatchObject({
    ok: true,
    value: { material: null, second_number: "20 - 11" },
  });
});

it.each<[Record<string, string>, string]>([
  [{ prohibited: "mattresses" }, "prohibitedCount"],
  [{ prohibited: "mattresses", prohibitedCount: "0" }, "prohibitedCount"],
  [{ prohibited: "mattresses", prohibitedCount: "100" }, "prohibitedCount"],
  [{ prohibited: "mattresses", prohibitedCount: "two" }, "prohibitedCount"],
  [{ prohibitedCount: "2" }, "prohibited"],
  [{ secondNumber: "2".repeat(21) }, "secondNumber"],
])("%j is refused beside %s", (sent, field) => {
  const parsed = read(sent);
  expect(parsed.ok ? [] : Object.keys(parsed.fields)).toEqual([field]);
});

it.each<[Record<string, string>, unknown]>([
  [{ latitude: "28.5", longitude: "" }, null],
  [
    { latitude: "28.5", longitude: "-81.25" },
    { latitude: 28.5, longitude: -81.25, accuracy: null },
  ],
  [
    { latitude: "28.5", longitude: "-81.25", accuracy: "12.5" },
    { latitude: 28.5, longitude: -81.25, accuracy: 12.5 },
  ],
  [{ latitude: "91", longitude: "0" }, null],
  [{ latitude: "1e1", longitude: "0" }, null],
])("where: %j", (sent, place) => {
  expect(placeIn((name) => sent[name])).toEqual(place);
});
