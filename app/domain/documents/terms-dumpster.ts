import { formatPrice } from "../kernel/money";
import type { AgreementSection } from "./views";
import { plusTax, tons, type TermsFacts } from "./terms-facts";

/** The first half of the agreement: the rental itself, weight, contents, placement, days. */
export function dumpsterSections(facts: TermsFacts): AgreementSection[] {
  return [rental(facts), weight(facts), contents(facts), access(facts), moving(facts), days(facts)];
}

function rental(facts: TermsFacts): AgreementSection {
  return {
    id: "rental",
    heading: "The dumpster and the rental period",
    paragraphs: [
      `This is an agreement between you and ${facts.legalName} (“${facts.businessName}”, “we”). We bring the dumpsters listed above to your address, leave them for the rental period, and take them away with what is in them.`,
      `The price includes delivery, pickup, one trip to the disposal facility for each dumpster, ${facts.standardDays} days, and ${tons(facts.includedTons)} of weight for each dumpster. The day after delivery is the first of them. The dumpsters stay our property at all times.`,
      `We come within the delivery window shown above. Weather, traffic, or a closed disposal facility can delay us. If that happens, we tell you as soon as we know. If a pickup day falls on a day when we are closed, we come on the next open day, and you pay nothing extra for that.`,
    ],
  };
}

function weight(facts: TermsFacts): AgreementSection {
  const perTon = formatPrice(facts.overagePerTon + facts.landfillPerTon);
  const over = facts.maxTons - facts.includedTons;
  return {
    id: "weight",
    heading: "Weight",
    paragraphs: [
      `Each dumpster includes ${tons(facts.includedTons)}. The most it may weigh is ${tons(facts.maxTons)}, however much room is left in it. A scale at the disposal facility weighs each load, and the scale ticket decides.`,
      `For weight over ${tons(facts.includedTons)} you pay ${formatPrice(facts.overagePerTon)} per ton plus a ${formatPrice(facts.landfillPerTon)} per ton landfill fee: ${perTon} per ton in all, counted to the hundredth of a ton. For example, a load of ${tons(facts.maxTons)} costs ${tons(over)} × ${perTon} = ${formatPrice(Math.round(over * (facts.overagePerTon + facts.landfillPerTon)))} more.`,
      `A truck may not lift more than ${tons(facts.maxTons)}. If a dumpster is too heavy, we leave it, and our visit counts as a dry run (${formatPrice(facts.dryRunFee)}). You then take out enough to make it safe, and we come again.`,
    ],
  };
}

function contents(facts: TermsFacts): AgreementSection {
  const limits = facts.materials
    .filter((material) => material.prohibited.length > 0)
    .map((material) => `${material.label}: no ${list(material.prohibited.map(words))}`);
  return {
    id: "contents",
    heading: "What may not go in",
    paragraphs: [
      `Put in only the material that you ordered the dumpster for. Whatever you ordered, these never go in: liquids, paint, fuel, chemicals, tires, batteries, medical waste, and anything else that is hazardous. Fill the dumpster no higher than its top edge, so that we can cover it and drive safely.`,
      `Each item that may not go in costs ${formatPrice(facts.prohibitedItemFee)}. If the load is a different material from the one you ordered, we work out the price again for the material that was really in it, and you pay the difference. If the dumpster comes back needing a light clean, that costs ${formatPrice(facts.lightCleaningFee)}.`,
      ...(limits.length > 0 ? ["For these materials, leave out:"] : []),
    ],
    ...(limits.length > 0 ? { bullets: limits } : {}),
  };
}

function access(facts: TermsFacts): AgreementSection {
  return {
    id: "access",
    heading: "Access and placement",
    paragraphs: [
      `You show us where the dumpster should stand, and you make sure that whoever owns the place allows it. The truck needs a clear way in and a firm, level place, with no cars, branches, or wires in the way, on the day of delivery and on the day of pickup.`,
      `If we come and cannot do the work because the way is blocked, the place is not safe, or the dumpster is overloaded, that is a dry run, and it costs ${formatPrice(facts.dryRunFee)}. The driver takes a photo as proof, and we tell you at once, so that you can clear the way or choose another day. Without proof there is no fee.`,
    ],
  };
}

function moving(facts: TermsFacts): AgreementSection {
  return {
    id: "moving",
    heading: "Moving or tampering",
    paragraphs: [
      `Only we may move the dumpster. Please do not drag it, lift it, take its doors off, light a fire in it, or let another company haul it. Moving or tampering with a dumpster costs ${formatPrice(facts.tamperFee)}. A manager looks at the proof before any such charge.`,
    ],
  };
}

function days(facts: TermsFacts): AgreementSection {
  const perDay = formatPrice(facts.extensionPerDay);
  return {
    id: "days",
    heading: "Extra days and extra trips",
    paragraphs: [
      `Each day beyond the days you paid for costs ${perDay} for each dumpster. If you chose “keep it longer if I need to”, we charge these days to your ${facts.accountDays === null ? "card" : "account"}, and the dumpster stays until you ask for its pickup. If you did not, we collect it on its due day.`,
      `Daily charges stop at the moment you ask for pickup. If we are late after that, it costs you nothing. You may ask for an early pickup at any time, but unused days are not paid back.`,
      `If you want a full dumpster emptied and brought back, or swapped for an empty one, each trip to the disposal facility (a haul) costs ${formatPrice(facts.haulFee)}${plusTax(facts)}. A swap also starts and charges a new rental period.`,
    ],
  };
}

/** In the middle of a sentence: "lead paint", "CRT monitors". */
function words(item: string): string {
  return item.replace(/_/g, " ").replace(/^[A-Z](?![A-Z])/, (first) => first.toLowerCase());
}

function list(items: string[]): string {
  if (items.length < 3) return items.join(" or ");
  return `${items.slice(0, -1).join(", ")}, or ${items.at(-1) ?? ""}`;
}
