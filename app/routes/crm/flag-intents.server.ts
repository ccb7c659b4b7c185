import { z } from "zod";
import { FLAG_NAMES, FLAGS, flagVariable, isFlagName } from "~/domain/flags/flags";
import { switchFlag } from "~/domain/flags/flags.server";
import { intent, type Intents } from "~/http/answers/intents.server";

const onOff = z.enum(["on", "off"], "Choose on or off.").transform((value) => value === "on");
const flag = z.string().refine(isFlagName, "There is no such flag.");

/** What admins can do with the flags. */
export const FLAG_INTENTS: Intents<null> = {
  switch: intent({
    may: "admin",
    schema: z.object({
      flag: flag.transform((name) => FLAG_NAMES.find((known) => known === name) ?? "monitoring"),
      was: onOff,
      to: z.union([onOff, z.literal("default").transform(() => null)]),
    }),
    run: async ({ services: { db, config } }, deed, _on: null, { flag: name, was, to }) => {
      const done = await db.write((tx) => switchFlag(tx, deed, config.givenFlags, { name, was, to }));
      if (done.ok) return done;
      return {
        ok: false,
        status: 409,
        message:
          done.code === "changed"
            ? `Another admin has just switched “${FLAGS[name].title}”. Look at it again, then decide.`
            : `“${FLAGS[name].title}” is set by ${flagVariable(name)} on the server, so it cannot be switched here.`,
      };
    },
  }),
};
