/** Fees in cents. */
type AreaTerms = { area_name: string; delivery_fee: number; minimum_order: number; is_active: boolean };
/** A setting by the name of its field (app/domain/setup), as it is stored. */
export type SettingChange = { field: string; was: unknown; is: unknown };

/** What can happen to how the business is set up: areas, settings, flags. As `happenings.ts` takes it. Pure. */
export interface SetupActions {
  area_made: { subject: "area"; data: { is: AreaTerms } };
  area_changed: { subject: "area"; data: { was: AreaTerms; is: AreaTerms } };
  area_zips_changed: { subject: "area"; data: { added?: string[]; removed?: string[] } };
  flag_switched: { subject: "flag"; from: "on" | "off"; to: "on" | "off" };
  /** `id` of the subject: the group. `planned_by`: it was planned by them for this day. */
  setting_changed: { subject: "setting"; data: { changes: SettingChange[]; planned_by?: string }; why: true };
  setting_planned: { subject: "setting"; data: { from: string; changes: SettingChange[] }; why: true };
  setting_plan_ended: {
    subject: "setting";
    data: { reason: "withdrawn" | "refused"; from: string; changes: SettingChange[] };
  };
}
