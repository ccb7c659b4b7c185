import type { HealthReport } from "~/domain/log/health";

/** The value of the delete button's `intent`. */
export const DELETE_INTENT = "delete-test-booking";

export interface PanelsData {
  health?: HealthReport;
  deletion?: { booking: { number: string; summary: string; delivery: string } | null };
}

/** What became of a click on the delete button: shown on the page, and hydrated as a toast too. */
export interface DeletionAnswer {
  deletion: { ok: boolean; title: string; text?: string };
}

/** The specification's words (section 8) with the reason. */
export function deletionFailed(reason: string): DeletionAnswer {
  return { deletion: { ok: false, title: `Failed to delete booking: ${reason}` } };
}
