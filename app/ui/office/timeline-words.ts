import { BOOKING_STATUS, CHARGE_STATE, JOB_KIND, JOB_STATE, REFUND_STATE, UNIT_STATE } from "~/domain/booking/labels";

export interface TimelineEntry {
  id: number;
  at: number;
  subject_kind: string;
  action: string;
  from_state: string | null;
  to_state: string | null;
  actor_kind: string;
  actor_label: string;
  why: string | null;
}

const lookUp = (table: object, key: string | null): string | null => (key !== null && Object.hasOwn(table, key) ? String((table as Record<string, unknown>)[key]) : key);

/** One event as a sentence for the office. */
export function describeEvent({ subject_kind, action, to_state }: TimelineEntry): string {
  switch (subject_kind) {
    case "booking": {
      const words = to_state !== null && Object.hasOwn(BOOKING_STATUS, to_state) ? BOOKING_STATUS[to_state as keyof typeof BOOKING_STATUS].label : null;
      return words ? `Booking: ${words}` : `Booking ${action}`;
    }
    case "unit": return `${action.startsWith("unit ") ? capital(action) : "Unit"}: ${lookUp(UNIT_STATE, to_state) ?? action}`;
    case "charge": return `Charge: ${lookUp(CHARGE_STATE, to_state) ?? action}`;
    case "job": return `${lookUp(JOB_KIND, action.replace(/_planned$/, "")) ?? action}: ${action.endsWith("_planned") ? "planned" : (lookUp(JOB_STATE, to_state) ?? "")}`;
    case "dumpster": return `${capital(action)}: ${to_state ?? ""}`;
    case "refund": return lookUp(REFUND_STATE, to_state) ?? `Refund ${action}`;
    case "hold": return to_state === "live" ? "Dumpsters held while paying" : to_state === "used" ? "Hold used by the payment" : "Hold released";
    case "agreement": return `Agreement signed${to_state ? `, ${to_state}` : ""}`;
    default: return capital([subject_kind, action.replaceAll("_", " ")].join(": ") + (to_state && to_state !== action ? `, ${to_state.replaceAll("_", " ")}` : ""));
  }
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
