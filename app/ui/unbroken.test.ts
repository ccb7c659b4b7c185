import { expect, it } from "vitest";
import { rendered } from "../../tests/support/rendered";
import { PutBack } from "./manage/PutBack";
import { Unbroken } from "./Unbroken";

const whole = (html: string) =>
  [...html.matchAll(/<span class="inline-block">(.*?)<\/span>/g)].map(([, words]) => words);

it("keeps hours, dates and the banks’ days whole, and the words as they are", async () => {
  const text = "Planned for Thu, Dec 3, 8AM to 12PM, and back in 5–10 business days. No more.";
  const html = await rendered(Unbroken, { text });
  expect(whole(html)).toEqual(["Thu, Dec 3,", "8AM to 12PM,", "5–10 business days."]);
  expect(html.replaceAll(/<.*?>/g, "")).toContain(text);
});

it("keeps the hours of the day that a delivery is put back to whole", async () => {
  const html = await rendered(PutBack, { number: "DMP-1", former: { words: "Tue, Dec 1, 8AM to 12PM", fields: {} } });
  expect(whole(html)).toEqual(["Tue, Dec 1,", "8AM to 12PM"]);
});
