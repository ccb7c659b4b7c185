/** Every email the company sends: pure functions from facts to subject, text and HTML. */
export type { MailContent } from "./layout";
export * from "./templates-accounts";
export * from "./templates-booking";
export * from "./templates-order";
export * from "./templates-people";
export * from "./templates-receipt";
export * from "./templates-refund";
export * from "./templates-changed";
export * from "./templates-reminders";
export * from "./templates-late";
export * from "./templates-office";
export * from "./templates-charges";
export * from "./templates-moved";
export * from "./templates-trucks";
export * from "./templates-in-vain";
