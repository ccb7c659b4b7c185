type TeamRole = "staff" | "admin";

/** What can happen to the office's team, as `happenings.ts` takes it. Pure. */
export interface TeamActions {
  /** `id` of the subject: the invitation's, then the account's. */
  team_invited: { subject: "team" };
  team_invitation_withdrawn: { subject: "team" };
  team_joined: { subject: "team"; to: TeamRole };
  team_role_changed: { subject: "team"; from: TeamRole; to: TeamRole; why: true };
  team_removed: { subject: "team"; from: TeamRole; to: "user"; why: true };
}
