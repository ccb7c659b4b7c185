import type { SmsPort, TextAnswer, TextMessage } from "~/domain/messages/ports";

export interface FakeSms extends SmsPort {
  sent: TextMessage[];
  /** What the network says next, in place of taking the text. */
  refuse?: Exclude<TextAnswer, { ok: true }> | undefined;
}

/** A phone network that takes every text: SM1, SM2, …; its signature is "signed". */
export function fakeSms(): FakeSms {
  const fake: FakeSms = {
    from: "+14075550142",
    sent: [],
    send: async (message) => {
      if (fake.refuse) return fake.refuse;
      fake.sent.push(message);
      return { ok: true, providerId: `SM${fake.sent.length}` };
    },
    isSigned: async ({ signature }) => signature === "signed",
  };
  return fake;
}
