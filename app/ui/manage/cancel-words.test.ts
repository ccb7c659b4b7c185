import { expect, it } from "vitest";
import { bookingCancelled } from "~/domain/messages/templates";
import { sampleBusiness } from "../../../tests/support/papers";
import { rendered, wordsIn } from "../../../tests/support/rendered";
import { RecordActions, type CancelOffer } from "../office/RecordActions";
import { CancelPage, type CancelPlan } from "./CancelPage";

/** Of one fee what is for the visit and what for cancelling, as the customer's page, the office and the mail say it. */
const times = {
  first: null,
  floors: { least: 0, most: 0 },
  freeUntil: "Tuesday",
  lateUntil: "Wednesday",
  latePercent: 10,
  lastPercent: 20,
};
const shared = {
  what: "20-yard",
  isRest: false,
  isUnit: false,
  isPaid: true,
  offAccount: null,
  by: ["card" as const],
  waits: { cents: 0, by: [] },
  ...{ isMoved: false, isClosed: false, isPartlyMoved: false },
  paid: 40_932,
  already: 0,
  ...times,
};
const page = async (plan: Pick<CancelPlan, "percent" | "fee" | "trip" | "refund"> & Partial<CancelPlan>) =>
  wordsIn(await rendered(CancelPage, { number: "DMP-1", refused: null, phone: "1", plan: { ...shared, ...plan } }));
async function office(offer: Partial<CancelOffer>) {
  const offers = [
    {
      unitId: null,
      label: "Cancel the booking",
      percent: 10,
      already: 0,
      by: ["card"],
      offAccount: null,
      ...offer,
    } as CancelOffer,
  ];
  const props = {
    offers,
    movable: [],
    onHold: null,
    finished: false,
    isPayable: false,
    notes: 0,
    sendable: null,
    email: "",
    byText: false,
  };
  return wordsIn(await rendered(RecordActions, { ...props, permit: null }));
}
const mail = ({ refund, ...money }: { tierPercent: number; fee: number; trip: number; refund: number }) =>
  bookingCancelled({
    business: sampleBusiness,
    off: null,
    already: 0,
    back: [{ cents: refund, by: ["card"] }],
    said: { headline: "Cancelled", more: "" },
    only: null,
    papers: [],
    ...{ firstName: "Ada", bookingNumber: "DMP-1", itemsSummary: "20-yard", addressLines: [], windowLabel: "Morning" },
    ...{ paid: 40_932, deliveryDay: "2026-12-03", manageUrl: "https://www.example.com/" },
    ...money,
  } as unknown as Parameters<typeof bookingCancelled>[0]).text.replaceAll(/ +/g, " ");

it("both are named, each with its own part", async () => {
  const money = { fee: 19_093, trip: 15_000, refund: 21_839 };
  const read = await page({ percent: 10, ...money });
  expect(read).toMatch(/Cancellation fee \(10%\) .\$40\.93 Dry-run fee for our visit .\$150\.00 Refund \$218\.39/);
  expect(await office(money)).toMatch(/Fee 10 ?%: \$40\.93 ?\. Dry-run fee: \$150\.00\. Refund: \$218\.39/);
  expect(await office({ ...money, offAccount: 21_839, refund: 0 })).toContain("Dry-run fee: $150.00.");
  expect(mail({ tierPercent: 10, ...money })).toContain(
    "Cancellation fee (10%): $40.93\nDry-run fee for our visit: $150.00",
  );
});

it("says by which of several days it counts", async () => {
  const none = { percent: 0, fee: 0, trip: 0, refund: 40_932 };
  const first = "Tuesday, December 1, 12PM to 5PM";
  expect(await page({ ...none, first })).toContain(`This counts from the first one, ${first}: Until Tuesday: free.`);
  expect(await page(none)).not.toContain("the first one");
});

it("none for the visit is not named, and one for the visit alone is no fee for cancelling", async () => {
  const none = { fee: 4_093, trip: 0, refund: 36_839 };
  for (const words of [await page({ percent: 10, ...none }), await office(none), mail({ tierPercent: 10, ...none })])
    expect(words).not.toMatch(/dry-run/i);
  const alone = mail({ tierPercent: 0, fee: 15_000, trip: 15_000, refund: 25_932 });
  expect(alone).toContain("Dry-run fee for our visit: $150.00");
  expect(alone).not.toContain("Cancellation fee");
  expect(mail({ tierPercent: 0, fee: 0, trip: 0, refund: 40_932 })).toContain("Cancellation fee (0%): $0.00");
});

it("who was moved by us cancels for free, but for a visit before that", async () => {
  const moved = { isMoved: true, percent: 0, refund: 25_932 };
  expect(await page({ ...moved, fee: 15_000, trip: 15_000 })).toContain(
    "so cancelling is free, but for our visit before it.",
  );
  expect(await page({ ...moved, fee: 0, trip: 0 })).toContain("so cancelling is free. All times");
});

it("what we moved of several is free whenever that is, and the times are of the others", async () => {
  const none = { percent: 0, fee: 0, trip: 0, refund: 40_932 };
  expect(await page(none)).not.toContain("we moved");
  const some = await page({ ...none, isPartlyMoved: true });
  expect(some).toContain("Of what we moved to another day: free, whenever that is.");
  expect(some).toContain("Until Tuesday: free.");
  expect(await page({ ...none, isMoved: true, isPartlyMoved: true })).not.toContain("Until Tuesday");
});

it("says which fee a late move left behind, and no tier that cannot apply any more", async () => {
  const plan = { percent: 20, fee: 8_186, trip: 0, refund: 32_746 };
  const last = await page({ ...plan, floors: { least: 20, most: 20 } });
  expect(last).toContain("You moved your day when cancelling cost 20%: it stays at least that, also with more notice.");
  expect(last).toContain("Whenever that is: 20% of what you paid. Once the truck is on its way");
  expect(last).not.toMatch(/Until Tuesday|Until Wednesday|10%/);
  const late = await page({ ...plan, floors: { least: 10, most: 10 } });
  expect(late).toContain("Until Wednesday: 10% of what you paid. After that: 20%.");
  expect(late).not.toContain("Until Tuesday");
  const some = await page({ ...plan, floors: { least: 0, most: 20 } });
  expect(some).toContain("Until Tuesday: free.");
  expect(some).toContain("Of what you moved when it cost 20%: at least that.");
});

it("keeps a time of day whole on the customer's page", async () => {
  const until = { freeUntil: "December 1, 2026, 8:00 am", lateUntil: "December 2, 2026, 8:00 pm" };
  const plan = { ...shared, ...until, percent: 0, fee: 0, trip: 0, refund: 40_932 };
  const html = await rendered(CancelPage, { number: "DMP-1", refused: null, phone: "1", plan });
  expect(html.match(/8:00\u00A0[ap]m/g)).toEqual(["8:00\u00A0am", "8:00\u00A0pm"]);
});

it("says what they have back already, from whomever, to both: paid, fee and refund add up", async () => {
  const part = { percent: 0, fee: 0, trip: 0, refund: 35_932 };
  expect(await page({ ...part, already: 5_000 })).toContain("You have back already −$50.00 Refund $359.32");
  expect(await page({ ...part, already: 0 })).not.toContain("already");
  expect(await office({ ...part, already: 5_000 })).toContain("They have back already: $50.00. Refund: $359.32");
  expect(await office({ ...part, already: 0 })).not.toContain("already");
  // All of it is theirs already: that is not the same as never paid.
  expect(await office({ ...part, refund: 0, already: 40_932 })).toContain("already: $409.32. Refund: $0.00");
});

it("on account says what is taken off it, and how what was really paid of it goes back, to both", async () => {
  const none = { percent: 0, fee: 0, trip: 0 };
  const unpaid = await page({ ...none, offAccount: 40_932, refund: 0, by: [] });
  expect(unpaid).toContain("On your account $409.32");
  expect(unpaid).toMatch(/Taken off your account \$409\.32 How the fee/);
  const all = await page({ ...none, offAccount: 0, refund: 40_932, by: ["check"] });
  expect(all).toContain("What you get back You paid $409.32");
  expect(all).toContain("Refund $409.32 Back by check, as you paid. We write when it is out.");
  expect(all).not.toContain("your account");
  const part = { ...none, offAccount: 30_932, refund: 10_000, by: ["check", "card"] as ("check" | "card")[] };
  expect(await page(part)).toContain(
    "Taken off your account $309.32 Refund $100.00 Back by check and to the card you paid with, as you paid.",
  );
  expect(await office(part)).toContain("Taken off their account: $309.32 . Refund by check and by card: $100.00.");
});

it("says what of the refund waits for a bank, as after the press", async () => {
  const none = { percent: 0, fee: 0, trip: 0, refund: 40_932 };
  const waits = (cents: number) => ({ cents, by: ["card" as const] });
  const all = await page({ ...none, waits: waits(40_932) });
  expect(all).toContain("It goes back to your card once your bank has decided about the payment.");
  expect(all).not.toContain("5–10");
  expect(await page({ ...none, waits: waits(5_000) })).toContain(
    "within 5–10 business days. $50.00 of it goes back to your card once your bank has decided about the payment.",
  );
});

it("of a part the fee is a percentage of that part, and the rest of a booking is what it is called", async () => {
  const none = { percent: 0, fee: 0, trip: 0, refund: 40_932 };
  expect(await page(none)).toContain("Until Wednesday: 10% of what you paid.");
  expect(await page({ ...none, isUnit: true })).toContain("Until Wednesday: 10% of this dumpster’s share.");
  expect(await page({ ...none, isUnit: true, offAccount: 40_932 })).toContain("10% of this dumpster’s share.");
  const rest = await page({ ...none, isRest: true });
  expect(rest).toContain("What you paid for the rest $409.32");
  expect(rest).toContain("Until Wednesday: 10% of what you paid for the rest.");
});
