/** What a caller hears. Read out by a machine, so written as people speak. Pure. */
export interface Greeting {
  businessName: string;
  /** "8AM to 5PM" */
  hoursLabel: string;
}

/** The announcement stands before every tone: Florida asks all parties (domain.md, 4.9). */
const RECORDED = "Your message will be recorded.";

export const afterHoursWords = ({ businessName, hoursLabel }: Greeting): string =>
  `Thank you for calling ${businessName}. Our office is closed. We are open from ${hoursLabel}. ` +
  `You can book a dumpster on our website at any time. Or leave your name, your number, and what you need after the tone, ` +
  `and we will call you back. ${RECORDED}`;

export const nobodyWords = ({ businessName }: Greeting): string =>
  `Thank you for calling ${businessName}. Everybody is on another call right now. ` +
  `Please leave your name, your number, and what you need after the tone, and we will call you back. ${RECORDED}`;

export const THANKS_WORDS = "Thank you. We will call you back. Good bye.";
export const CANNOT_CALL_WORDS = "This number cannot be called from here.";
export const NOT_ALLOWED_WORDS = "This telephone may not place calls.";

/** A message may be so long, in seconds. */
export const VOICEMAIL_SECONDS = 120;
/** The sound of a message is kept so long by the network, in days; then it is deleted there. The log's line stays. */
export const VOICEMAIL_DAYS = 30;
