import { formatCents } from "~/domain/kernel/money";
import { formatWhen } from "~/domain/kernel/moments";
import type { BillingRow } from "~/domain/records/billing.server";
import { CHARGE_STATE_OFFICE } from "~/domain/states/labels";
import type { ChargeState } from "~/domain/states/transitions";
import { TONES } from "./status-bits";

const TONE: Readonly<Record<ChargeState, (typeof TONES)[number]>> = {
  proposed: "wait",
  evidence_ready: "wait",
  noticed: "go",
  processing: "go",
  billed: "wait",
  succeeded: "done",
  waived: "done",
  voided: "done",
  questioned: "bad",
  requires_action: "bad",
  failed: "bad",
  written_off: "done",
  disputed: "bad",
  won: "done",
  lost: "bad",
};

/** How a later charge stands looks: colour only helps. */
export const toneOfCharge = (state: ChargeState): (typeof TONES)[number] => TONE[state];

/** A later charge as its list shows it: the texts of its row, and nothing else. */
export interface ChargeLine {
  id: string;
  title: string;
  booking: string;
  name: string;
  tone: string;
  state: string;
  isHeld: boolean;
  /** "due Dec 23, 3:30 pm", "lacks a ticket", or nothing. */
  hint: string;
  total: string;
  made: string;
}

export function chargeLine(row: BillingRow, thisYear: string): ChargeLine {
  return {
    id: row.id,
    title: row.title,
    booking: row.number,
    name: row.name,
    tone: toneOfCharge(row.state),
    state: CHARGE_STATE_OFFICE[row.state],
    isHeld: row.heldWhy !== null,
    hint: [
      ...(row.dueAt === null ? [] : [`due ${formatWhen(row.dueAt, { thisYear })}`]),
      ...(row.lacks.length > 0 ? [`lacks ${row.lacks.join(", ")}`] : []),
    ].join("; "),
    total: formatCents(row.total),
    made: formatWhen(row.madeAt, { thisYear }),
  };
}

/** The charges of a table as it was sent, read back from it, as a list of bookings is (booking-lines.ts). */
export function readCharges(table: HTMLTableElement | null): ChargeLine[] {
  return [...(table?.tBodies[0]?.rows ?? [])].map(({ cells: [title, of, state, total, made] }) => {
    const tags = state?.querySelectorAll("b");
    const link = title?.querySelector("a")?.getAttribute("href")?.split(/[?#]/)[1];
    return {
      id: new URLSearchParams(link).get("charge") ?? "",
      title: title?.textContent ?? "",
      booking: of?.querySelector("a")?.textContent ?? "",
      name: of?.lastChild?.textContent?.slice(1) ?? "",
      tone: TONES.find((tone) => tags?.[0]?.classList.contains(tone)) ?? "",
      state: tags?.[0]?.textContent ?? "",
      isHeld: tags?.length === 2,
      hint: state?.querySelector("span")?.textContent ?? "",
      total: total?.textContent ?? "",
      made: made?.textContent ?? "",
    };
  });
}

/** In the browser: the rows of the page that was sent. Read once, because React may clear the document to make it anew. */
export const SENT_CHARGES: ChargeLine[] =
  typeof document === "undefined" ? [] : readCharges(document.querySelector<HTMLTableElement>("table.charges"));
