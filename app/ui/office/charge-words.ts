import type { EventAction } from "~/domain/events/happenings";
import type { ChargeActions } from "~/domain/events/charge-happenings";
import { CHARGE_KIND, CHARGE_STATE_OFFICE } from "~/domain/states/labels";
import { after, look, money, type Told } from "./timeline-parts";

const OUTCOME: Readonly<Record<string, string>> = { upheld: "it stands", lowered: "lowered", waived: "waived" };
const kind = (data: { kind?: string }) => look(CHARGE_KIND, data.kind) ?? "Charge";

/** What happens to later charges, in the office's words. */
export const CHARGE_WORDS: { readonly [A in keyof ChargeActions]: (told: Told<A>) => string } = {
  charge_proposed: ({ data }) => `${kind(data)}${money(data.amount)}: proposed`,
  charge_moved: ({ data, to }) =>
    `${kind(data)}${money(data.amount)}: ${look(CHARGE_STATE_OFFICE, to)?.toLowerCase() ?? "moved"}`,
  charge_questioned: () => "The customer questions a charge",
  charge_answered: ({ data }) => `Question answered${after(": ", look(OUTCOME, data.outcome))}`,
  charge_held: () => "Charge held",
  charge_released: () => "Charge goes on",
  charge_approved: () => "Charge allowed by an admin",
  charge_proved: () => "Proof put to a charge",
  charge_told: () => "The customer was told of a charge by phone",
  payment_link_sent: () => "Payment link sent again",
  ticket_waived: ({ data }) => `Unit${after(" ", data.unit_number)}: settles without a weight ticket`,
};

/** What an admin gives back, in the office's words. */
export const GIVEN_BACK_WORDS = {
  excess_let_off: ({ data }) => `Let off what had gone back twice${money(data.amount)}`,
  surplus_given_back: ({ data }) => `Given back what was paid too much${money(data.amount)}`,
  charge_given_back: ({ data }) => `Given back outside the rules${money(data.amount)}`,
} satisfies { [A in EventAction]?: (told: Told<A>) => string };
