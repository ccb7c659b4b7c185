import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { prepared, type Orm } from "#db/client.server";
import { rentalAgreements } from "#db/schema/index";
import type { Id } from "../kernel/ids.server";
import type { Settings } from "../settings/schema";

const signedTerms = prepared((orm) =>
  orm
    .select({ terms: rentalAgreements.signed_terms })
    .from(rentalAgreements)
    .where(and(eq(rentalAgreements.booking_id, sql.placeholder("id")), isNull(rentalAgreements.superseded_at)))
    .orderBy(desc(rentalAgreements.version))
    .limit(1)
    .prepare(),
);

/**
 * The settings as they hold for a booking: what its agreement names is as it was signed, whatever it costs others since
 * (domain.md, section 3). What was signed before these were kept has the ones of now.
 */
export function settingsAsSigned(orm: Orm, bookingId: Id<"booking">, settings: Settings): Settings {
  const signed = signedTerms(orm).get({ id: bookingId })?.terms;
  return signed ? { ...settings, ...signed } : settings;
}
