import type { Id } from "../kernel/ids.server";
import type { BookingStatus } from "../states/transitions";

/** The task of a customer who texted CANCEL, until the booking is over: then nobody cancels it, or asks about it. */
export const textedCancelCause = (bookingId: Id<"booking">): string => `texted_cancel:${bookingId}`;

export const BOOKING_OVER: readonly BookingStatus[] = ["completed", "cancelled", "expired"];
