import { sql } from "drizzle-orm";
import { NOT_ASKED_FOR } from "../states/kept";

const STATES = sql.raw(NOT_ASKED_FOR.map((state) => `'${state}'`).join(","));

/**
 * As `isKeptJob` has it, of a pickup that nobody was given: a row of `jobs`, whatever is joined to it. Who was given one
 * by hand drives it like any other.
 */
export const IS_KEPT = sql<
  0 | 1
>`(jobs.kind = 'pickup' and jobs.state in ('unscheduled','scheduled') and exists (select 1 from units as kept_unit join bookings as kept_order on kept_order.id = kept_unit.booking_id where kept_unit.id = jobs.unit_id and kept_unit.state in (${STATES}) and kept_order.flexible_extension = 1))`;
