import { formatPrice } from "~/domain/kernel/money";
import { tons } from "~/domain/pricing/ceiling";
import { chooseSize } from "~/domain/pricing/types";
import { clockWords, emptyingFee, isDeliveryFree, type Figures } from "../frame/figures";
import { countiesInWords, daysInWords, inWords, midSentence } from "./words";

export interface Question {
  question: string;
  answer: string;
}

/**
 * The home page's 15 questions (specification, section 2); every figure comes from the settings and the database.
 * Curly apostrophes: React writes straight ones as five characters more, and the structured data then says it twice.
 */
export function faq(figures: Figures, facts: { zipClaim: number; counties: readonly string[] }): Question[] {
  const { cancellation: cancel, sizes } = figures;
  const p = formatPrice;
  const perTon = figures.overagePerTon + figures.landfillPerTon;
  const over = figures.maxTons - figures.includedTons;
  const entry = (question: string, answer: string): Question => ({ question, answer });
  return [
    entry(
      "What sizes are there, and what do they cost?",
      sizes.length === 0
        ? chooseSize([])
        : `${inWords(sizes.map(({ size, price }) => `${size} yards for ${p(price)}`))}, before tax. Some materials cost more or less; you see the total before you pay.`,
    ),
    entry(
      "What is in the price?",
      `${isDeliveryFree(figures) ? "Delivery, pickup" : "Pickup"}, one trip to the disposal facility, ${figures.includedDays} rental days and ${tons(figures.includedTons)} of weight for each dumpster.${isDeliveryFree(figures) ? "" : ` ${figures.deliveryFee > 0 ? "Delivery" : "In some places delivery"} is added: your ZIP code shows what it costs before you pay.`}`,
    ),
    entry(
      "How soon can you come?",
      `The same day if you book before ${clockWords(figures.sameDayCutoffMinute)} and a truck is free, otherwise on the next delivery day. We deliver ${daysInWords(figures.deliveryWeekdays)}, except on holidays.`,
    ),
    entry(
      "How long can I keep it?",
      `${figures.includedDays} days. Each further day is ${p(figures.extensionPerDay)} plus tax. Daily charges stop when you ask for the pickup, even if we come later.`,
    ),
    entry(
      "How heavy can it be?",
      `${tons(figures.includedTons)} is included and ${tons(figures.maxTons)} is the most we lift. Over ${tons(figures.includedTons)} you pay ${p(figures.overagePerTon)} plus a ${p(figures.landfillPerTon)} landfill fee per ton: at ${tons(figures.maxTons)}, ${p(Math.round(over * perTon))} more.`,
    ),
    entry(
      "What can’t go in?",
      `Chemicals, paint, fuel, batteries, tires, asbestos and medical waste, and whatever your material’s list names. Each such item costs ${p(figures.prohibitedItemFee)}. If in doubt, call us.`,
    ),
    entry(
      "Which size do I need?",
      `${sizes
        .filter((row) => row.recommended_for.length > 0)
        .map((row) => `${row.size} yards: ${row.recommended_for.map(midSentence).join("; ")}.`)
        .join(" ")} If you are between two sizes, take the larger one.`,
    ),
    entry(
      "Can I put in concrete, dirt or shingles?",
      `Yes: choose that material when you book. Heavy mixed debris goes in the ${sizes[0] ? `${sizes[0].size}-yard` : "smallest"} dumpster only, and even a low layer of it soon reaches ${tons(figures.maxTons)}.`,
    ),
    entry(
      "Where do you deliver?",
      `${countiesInWords(facts.counties)}, ${facts.zipClaim}+ ZIP codes. Check yours above.`,
    ),
    entry(
      "Do I need a permit?",
      "Usually not on your own driveway. On a street you do: we get it, and deliver once we have it. Permits outside Orlando are billed separately. If you have an HOA, ask it first.",
    ),
    entry(
      "How do I pay?",
      "In full when you book, by credit card, on our payment provider’s page. We never see its number. It stays on file.",
    ),
    entry(
      "Can you charge my card later?",
      `Only for what the agreement names: extra weight or days, extra trips, a different material than you ordered, permits, a blocked visit, prohibited items, cleaning (${p(figures.lightCleaningFee)}) or moving the dumpster (${p(figures.tamperFee)}). You see the proof ${figures.noticeHours} hours before and can question it.`,
    ),
    entry(
      "What if I cancel?",
      `It is free until ${cancel.freeHours} hours before your delivery window. Then ${cancel.latePercent}% of what you paid, and ${cancel.lastPercent}% in the last ${cancel.lateHours} hours. You can’t cancel once the truck is on its way.`,
    ),
    entry(
      "What if the truck cannot get in?",
      `We call you, so that you can clear the way. If it stays blocked, the visit costs ${p(figures.dryRunFee)}, with a photo as proof.`,
    ),
    entry(
      "Can you pick it up early, or empty it halfway?",
      `Yes, call us. Unused days are not refunded. Emptying and bringing it back is ${p(emptyingFee(figures))} plus tax.`,
    ),
  ];
}
