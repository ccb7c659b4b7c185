import { reportWords } from "~/domain/dispatch/report-rules";
import { MATERIAL_IDS } from "~/domain/pricing/types";

/** "31000 pounds" as a scale has it; what is no number stands as it was typed. */
function pounds(typed: string): string {
  const figures = typed.replaceAll(/[\s,]/g, "");
  return /^\d+$/.test(figures) ? `${Number(figures).toLocaleString("en-US")} pounds` : `“${typed}”`;
}

type Data = Readonly<Record<string, string>>;
/** What a step's form has, in the order in which it is read. When a picture was taken, and where, is the picture's own. */
const FIELDS: Readonly<Record<string, (typed: string, data: Data) => string>> = {
  dumpsterNumber: (typed, { secondNumber }) => `${secondNumber ? "Set down" : "Dumpster"} ${typed}`,
  secondNumber: (typed) => `taken away ${typed}`,
  facility: (typed) => `Facility: ${typed}`,
  ticketNumber: (typed) => `Ticket ${typed}`,
  grossPounds: (typed) => `gross ${pounds(typed)}`,
  tarePounds: (typed) => `tare ${pounds(typed)}`,
  netPounds: (typed) => `net ${pounds(typed)}`,
  reason: (typed) => typed,
  note: (typed) => `“${typed}”`,
};

/** What a step of a driver's phone brought, each value with what it is; "" where it brought nothing. What was found is said in words. */
export function broughtWords(step: string, data: Data): string {
  if (step === "report")
    return reportWords({
      material: MATERIAL_IDS.find((id) => id === data["material"]) ?? null,
      prohibited: data["prohibited"] || null,
      prohibited_count: Number(data["prohibitedCount"]) || null,
      cleaning: data["cleaning"] === "on",
      moved: data["moved"] === "on",
      overloaded: data["overloaded"] === "on",
      second_number: data["secondNumber"] || null,
    });
  return Object.entries(FIELDS)
    .flatMap(([name, says]) => (data[name] ? [says(data[name], data)] : []))
    .join(", ");
}
