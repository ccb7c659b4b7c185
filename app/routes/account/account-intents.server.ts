import { redirectDocument } from "@remix-run/node";
import { z } from "zod";
import { askForNewEmail, changePassword, updateOwnFacts } from "~/domain/accounts/own-account.server";
import { endAllSessions, endSession } from "~/domain/accounts/sessions.server";
import { readPhone } from "~/domain/kernel/phone";
import type { Id } from "~/domain/kernel/ids.server";
import { doorOut } from "~/http/access/ended-driver.server";
import { requirePerson } from "~/http/access/guards.server";
import { sessionCookie, signOut } from "~/http/access/session.server";
import { customerIntent, type CustomerIntents, type Visit } from "~/http/answers/customer-intents.server";
import { problem, refuse } from "~/http/answers/forms.server";
import { limitAccountChange, limitOwnFacts } from "~/http/limits/sign-in.server";
import { accountPaths } from "~/team-paths";

const may = ({ scope, request }: Visit) => requirePerson(scope, request);
const done = (told: string, headers?: HeadersInit) =>
  redirectDocument(`${accountPaths.root}?told=${told}`, headers ? { headers } : undefined);

const optional = (most: number, what: string) =>
  z
    .string()
    .trim()
    .max(most, `${what} can have ${most} characters.`)
    .default("")
    .transform((text) => text || null);

/** Only kept, never fetched by us; so no other scheme, and no name and password in it. */
const isPictureAddress = (text: string) => {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url?.protocol === "https:" && url.username === "" && url.password === "";
};

const ownFacts = z.object({
  display_name: z
    .string("Enter your name.")
    .trim()
    .min(1, "Enter your name.")
    .max(80, "Your name can have 80 characters."),
  company_name: optional(120, "The company's name"),
  phone: optional(40, "The phone number").transform((text, context) => {
    const phone = text === null ? null : readPhone(text);
    if (text === null || (phone && phone.extension === null)) return phone?.e164 ?? null;
    context.addIssue({ code: "custom", message: "Enter a phone number like 407 555 0101, without an extension." });
    return z.NEVER;
  }),
  avatar_url: optional(300, "The address").refine(
    (text) => text === null || isPictureAddress(text),
    "Enter an address that begins with https://",
  ),
});

/** As it was typed; what is wrong with it is said with all else that is. */
const secret = z.string().catch("");

/** What everybody who is signed in can do with their own account. */
export const ACCOUNT_INTENTS = {
  profile: customerIntent({
    may,
    schema: ownFacts,
    run: async ({ scope }, person, facts) => {
      await limitOwnFacts(scope, person.account.id);
      await updateOwnFacts(scope.services.db, scope.deed(person.actor), person.account, facts);
      return done("saved");
    },
  }),
  password: customerIntent({
    may,
    schema: z.object({ password: secret, newPassword: secret }),
    run: async ({ scope }, person, given, typed) => {
      await limitAccountChange(scope, person.account.id);
      const changed = await changePassword(scope.services.db, scope.deed(person.actor), person, given);
      if (!changed.ok) return problem(refuse(typed, changed.fields));
      return done("password", { "Set-Cookie": sessionCookie(scope, changed.token) });
    },
  }),
  email: customerIntent({
    may,
    schema: z.object({ email: z.string().trim().catch(""), emailPassword: secret }),
    run: async ({ scope }, person, { email, emailPassword: password }, typed) => {
      await limitAccountChange(scope, person.account.id);
      const asked = await askForNewEmail(scope.services.db, scope.deed(person.actor), person.account, {
        email,
        password,
      });
      if (asked.ok) return done("email");
      const { password: emailPassword, ...fields } = asked.fields;
      return problem(refuse(typed, { ...fields, ...(emailPassword && { emailPassword }) }));
    },
  }),
  end: customerIntent({
    may,
    schema: z.object({ session: z.string("Choose a device.") }),
    run: async ({ scope }, person, { session }) => {
      // One that has ended meanwhile is what was asked for.
      await endSession(
        scope.services.db,
        scope.deed(person.actor),
        person.account.id,
        session as Id<"session">,
        session === person.sessionId ? "here" : "one",
      );
      return done("ended");
    },
  }),
  others: customerIntent({
    may,
    schema: z.object({}),
    run: async ({ scope }, person) => {
      await endAllSessions(scope.services.db, scope.deed(person.actor), person.account.id, person.sessionId);
      return done("others");
    },
  }),
  everywhere: customerIntent({
    may,
    schema: z.object({}),
    run: async ({ scope, request }, person) =>
      redirectDocument(`${doorOut(scope, person)}?told=out`, { headers: await signOut(scope, request, true) }),
  }),
} satisfies CustomerIntents;
