import { expect, it } from "vitest";
import { MESSAGES, policyOf } from "~/domain/messages/policy";
import { productFiles } from "../../../tests/support/sources";
import { HANDLERS } from "../work/handlers.server";

const isMessage = (kind: string) => /^(mail|sms)\./.test(kind);
const kinds = Object.keys(MESSAGES).sort();

it("every kind of mail and text that is put in the outbox, or worked on, has a policy", () => {
  const queued = productFiles().flatMap(({ text }) =>
    [...text.matchAll(/kind: "((?:mail|sms)\.[\w-]+)"/g)].map(([, kind = ""]) => kind),
  );
  expect([...new Set(queued)].sort()).toEqual(kinds);
  expect(Object.keys(HANDLERS).filter(isMessage).sort()).toEqual(kinds);
});

it("one without a policy cannot be sent", () => {
  expect(() => policyOf("mail.unheard-of")).toThrow("mail.unheard-of has no policy");
});
