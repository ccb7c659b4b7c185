import { expect, it } from "vitest";
import { rendered, wordsIn } from "../../../tests/support/rendered";
import { OrderMore } from "./OrderMore";
import { PreparedChanged, PreparedLink, type PreparedView } from "./PreparedOrder";

const html = (more: Partial<PreparedView>) => {
  const sent = { link: "https://x.example/o", ways: ["email to ada@example.com"], isToSendAnew: false, unsent: "" };
  const view = {
    ...sent,
    meant: null,
    good: null,
    held: null,
    unheld: "",
    isOver: false,
    undeliverable: null,
    isSigned: false,
    fixed: {} as PreparedView["fixed"],
    ...more,
  };
  return rendered(PreparedLink, { view: view as PreparedView });
};
const said = async (more: Partial<PreparedView>) => wordsIn(await html(more));
const [SOON, LATER] = ["through November 29, 2026", "through December 2, 2026"];

it("says until when the price is good: once where the dumpsters are held as long, else apart", async () => {
  const both = await said({ good: SOON, held: SOON });
  expect(both).toContain(`The dumpsters are held ${SOON}, and the price holds until then.`);
  expect(both).not.toContain("The price is good");
  const apart = await said({ good: LATER, held: SOON });
  expect(apart).toContain(`The price is good ${LATER} .`);
  expect(apart).toContain(`The dumpsters are held ${SOON}.`);
  expect(await said({ good: SOON, unheld: "None is free." })).toContain(`The price is good ${SOON} . None is free.`);
  expect(await said({ good: SOON, held: SOON, isOver: true })).not.toContain("price is good");
});

it("of a price that is not fixed it says that of the day, and until when the link works, not once it is signed", async () => {
  const ofTheDay = `The link works ${SOON} . The price is that of the day they sign.`;
  expect(await said({ good: SOON, held: SOON, fixed: null })).toContain(
    `${ofTheDay} The dumpsters are held ${SOON}. Their`,
  );
  expect(await said({ fixed: null })).toContain("The price is that of the day they sign.");
  expect(await said({ good: SOON, held: SOON, fixed: null, isSigned: true })).not.toMatch(/link works|of the day/);
  expect(await said({ good: SOON, fixed: null, isOver: true })).not.toMatch(/link works|of the day/);
});

it("a record says whether the order was changed since its signature, or only our agreement", async () => {
  const record = async (isOurs: boolean) => {
    const changed = { items: "1 × 20-yard dumpster", total: 40932, isOurs };
    return wordsIn(await rendered(PreparedChanged, { changed, at: "/order" }));
  };
  expect(await record(false)).toContain("now 1 × 20-yard dumpster, $409.32, to be signed again. Look at the order .");
  expect(await record(true)).toContain("Our agreement was changed since they signed it: to be signed again.");
  expect(await record(true)).not.toContain("$409.32");
});

it("the form says of a signed order that the end typed there is not its price's", async () => {
  const values = { quoteUntil: "2026-12-20", deliveryDate: "2026-12-10", deliveryTime: "morning" };
  const form = async (keepsEnd: boolean) => {
    const asked = { given: values, typed: values, config: { extensionPerDay: 1000 } as never, isDayWrong: false };
    return wordsIn(await rendered(OrderMore, { ...asked, keepsEnd, values }));
  };
  expect(await form(true)).toContain("They have signed: their link keeps the end it has");
  expect(await form(true)).not.toContain("The delivery begins sooner");
  expect(await form(false)).toContain("The delivery begins sooner");
});

it("who orders on account has a link to sign: they pay nothing by it", async () => {
  expect(await said({ onAccount: false })).toContain("Link to sign and pay By email");
  expect(await said({ onAccount: true })).toContain("Link to sign By email");
});

it("a link that says that its price is over is not there to be copied", async () => {
  const field = async (isOver: boolean) => (await html({ isOver })).includes("prepared-link");
  expect([await field(false), await field(true)]).toEqual([true, false]);
});
