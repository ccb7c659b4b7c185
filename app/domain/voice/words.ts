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

/** Before the tone as well, where a text can go to the number that calls. */
export const LINK_OFFER_WORDS = "To get the link to our booking page as a text message, press 1 now.";
/** The key that agrees to that one text. */
export const LINK_KEY = "1";
export const linkWords = (isNight: boolean): string =>
  `${isNight ? "The link comes as a text message at 8 in the morning." : "The link is on its way to you as a text message."} ` +
  `If you want us to call you back as well, leave your name and what you need after the tone. ${RECORDED}`;

export const nobodyWords = ({ businessName }: Greeting): string =>
  `Thank you for calling ${businessName}. Everybody is on another call right now. ` +
  `Please leave your name, your number, and what you need after the tone, and we will call you back. ${RECORDED}`;

/** Where messages come without end. */
export const fullWords = ({ businessName, hoursLabel }: Greeting): string =>
  `Thank you for calling ${businessName}. Nobody can take your call right now. Please call again, from ${hoursLabel}, or book on our website.`;

export const THANKS_WORDS = "Thank you. We will call you back. Good bye.";
export const CANNOT_CALL_WORDS = "This number cannot be called from here.";
export const NOT_ALLOWED_WORDS = "This telephone may not place calls.";

/** A message may be so long, in seconds. */
export const VOICEMAIL_SECONDS = 120;
/** The sound of a message is kept so long by the network, in days; then it is deleted there. The log's line stays. */
export const VOICEMAIL_DAYS = 30;
