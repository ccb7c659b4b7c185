import { expect, it } from "vitest";
import { howPaidNow, readHowPaid } from "./order-payment";

const account = (changes: object = {}) => ({
  id: "cus_a",
  days: 30,
  owed: 100_00,
  limit: 500_00,
  isConfirmed: true,
  ...changes,
});
const preset = (by: "account" | "card", of = "cus_a") => ({ of, by, isChosen: false });
const chosen = (by: "account" | "card", of = "cus_a") => ({ of, by, isChosen: true });

it("begins on account where there is room and the link goes where it was confirmed, else by card; asked with terms alone", () => {
  expect(howPaidNow(null, null, null)).toBeNull();
  expect(howPaidNow(null, account(), null)).toEqual(preset("account"));
  expect(howPaidNow(null, account(), 400_00)).toEqual(preset("account"));
  expect(howPaidNow(null, account(), 400_01)).toEqual(preset("card"));
  expect(howPaidNow(null, account({ isConfirmed: false }), null)).toEqual(preset("card"));
});

it("follows to the card and back while nobody chose; what was chosen stays", () => {
  const [began, byCard] = [preset("account"), preset("card")];
  expect(howPaidNow(began, account(), 400_00)).toBe(began);
  expect(howPaidNow(began, account(), 400_01)).toEqual(byCard);
  expect(howPaidNow(began, account({ isConfirmed: false }), null)).toEqual(byCard);
  expect(howPaidNow(byCard, account({ isConfirmed: false }), null)).toBe(byCard);
  expect(howPaidNow(byCard, account(), null)).toEqual(began);
  for (const said of [chosen("account"), chosen("card")])
    expect(howPaidNow(said, account({ isConfirmed: false }), 900_00)).toBe(said);
});

it("is asked anew of another account; while none is known what was said is kept for it", () => {
  const said = chosen("card");
  expect(howPaidNow(said, null, null)).toBe(said);
  expect(howPaidNow(said, account({ id: "cus_b" }), null)).toEqual(preset("account", "cus_b"));
  expect(howPaidNow(chosen("account"), account({ id: "cus_b", isConfirmed: false }), null)).toEqual(
    preset("card", "cus_b"),
  );
});

it("is read from what a form sent: chosen is what is another than what stood there", () => {
  const sent = (payment: string, paymentPreset: string, paymentOf = "cus_a") =>
    readHowPaid({ payment, paymentPreset, paymentOf });
  expect(sent("account", "account")).toEqual(preset("account"));
  expect(sent("card", "account")).toEqual(chosen("card"));
  expect(sent("account", "")).toEqual(chosen("account"));
  expect([sent("account", "", ""), sent("", ""), sent("cheque", "card"), readHowPaid({})]).toEqual([
    null,
    null,
    null,
    null,
  ]);
});
