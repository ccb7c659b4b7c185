import { redirect } from "@remix-run/node";
import { expect, it } from "vitest";
import { z } from "zod";
import type { Scope } from "../context.server";
import { answerCustomer, customerIntent } from "./customer-intents.server";

const TABLE = {
  move: customerIntent({
    may: () => {
      throw redirect("/not-yours");
    },
    schema: z.object({ day: z.string("Choose a day.") }),
    run: () => redirect("/moved"),
  }),
  other: customerIntent({ may: () => null, schema: z.object({}), run: () => redirect("/other") }),
};
const press = (fields: Record<string, string>) => {
  const request = new Request("http://localhost/", { method: "POST", body: new URLSearchParams(fields) });
  return answerCustomer(TABLE, "other", { scope: {} as Scope, request }).catch((thrown: unknown) => thrown);
};

it("asks for the right before it says anything about the form", async () => {
  const answer = (await press({ intent: "move" })) as Response;
  expect(answer.headers.get("Location")).toBe("/not-yours");
});

it("an intent that is not in the table is the usual one", async () => {
  for (const intent of ["", "toString", "__proto__", "moved"])
    expect(((await press({ intent })) as Response).headers.get("Location")).toBe("/other");
});
