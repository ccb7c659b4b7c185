import type { Services } from "~/services.server";

/** Flag "show refund state from cancellations" (specification, section 6): on unless switched off. */
export function showsRefundStates(services: Pick<Services, "config">): boolean {
  return services.config.flags.show_refund_state_from_cancellations ?? true;
}
