import { data } from "@remix-run/node";
import type { OwnHold } from "~/domain/inventory/availability.server";
import type { Deed, StaffActor } from "~/domain/kernel/deed";
import { phoneProblem, readPhone } from "~/domain/kernel/phone";
import type { LeadKind } from "~/domain/leads/labels";
import { keepCallersLead } from "~/domain/leads/leads.server";
import { NO_NAME } from "~/domain/leads/request";
import { findCaller } from "~/domain/records/caller.server";
import { keptOrder } from "~/domain/records/lead-order";
import { zipServedAfterAll } from "~/domain/service-area/rules";
import { refuse, type Problem } from "~/http/answers/forms.server";
import type { Services } from "~/services.server";
import { blanksOf, rowsOf, rowValue } from "~/ui/office/phone-order";
import { answerOrder } from "./order-answers.server";
import { saidToStaff } from "./said-to-staff.server";

export { saidToStaff };

type Asked = Pick<Services, "clock" | "db" | "settings">;

/**
 * The form for a button that saves nothing: another line, an offered day, what we know of the caller (`lookup:<key>` for
 * one of several). Null for a button that does something.
 */
export function withoutSaving(
  services: Pick<Services, "clock" | "db">,
  values: Problem["values"],
  asItCame: Problem["values"],
): Problem["values"] | null {
  const intent = rowValue(values, "intent", 0);
  const day = rowValue(values, "day", 0);
  if (day !== "") return { ...values, deliveryDate: day };
  if (intent === "add") return { ...values, dumpsterSize: [...rowsAt(values), ""] };
  if (intent === "update") return values;
  const [verb, key] = intent.split(":", 2);
  // Enter in the phone field of a browser without scripts: nothing else is typed yet.
  const onlyPhone =
    (intent === "save" || intent === "") &&
    rowValue(values, "phone", 0).trim() !== "" &&
    ["firstName", "lastName", "address", "zip"].every((name) => rowValue(values, name, 0).trim() === "");
  if (verb !== "lookup" && !onlyPhone) return null;
  const caller = findCaller(services.db.orm, rowValue(values, "phone", 0), services.clock.now());
  const all = [...(caller?.known ?? []), ...(caller?.asked ?? []), ...(caller?.begun ?? [])];
  // By itself a customer alone: what was asked for or begun anybody may have typed, with an address of their own.
  const only = caller?.known.length === 1 ? caller.known[0] : undefined;
  const chosen = key ? all.find((one) => one.key === key) : only;
  if (!chosen) return values;
  const { dumpsterSize, materialCategory, ...rest } = blanksOf(values, asItCame, chosen.values);
  return {
    ...values,
    ...rest,
    ...(dumpsterSize && { dumpsterSize: [dumpsterSize, ...rowsAt(values).slice(1)] }),
    ...(materialCategory && {
      materialCategory: [materialCategory, ...[values["materialCategory"] ?? []].flat().slice(1)],
    }),
  };
}

/** The answer to a form that was not saved, with what is answered to it. */
export function orderProblem(services: Asked, refused: Problem, status = 400, own: OwnHold | null = null) {
  return data(
    { ...refused, fields: saidToStaff(refused.fields), answers: answerOrder(services, refused.values, own) },
    { status, headers: { "Cache-Control": "no-store" } },
  );
}

/**
 * What cannot be ordered: who called and everything typed of what for (`kind`), for somebody to call back. A double click is
 * one lead. Refused where it can be ordered by now ("call_back": nothing else is in the way): without scripts the button stands there while the ZIP is put right.
 */
export async function keepAsLead(
  services: Pick<Services, "clock" | "db">,
  deed: Deed<StaffActor>,
  values: Problem["values"],
  kind: LeadKind,
): Promise<{ ok: true; id: string } | Problem> {
  const text = (name: string) => rowValue(values, name, 0).trim();
  const phone = text("phone");
  if (!readPhone(phone)) return refuse(values, { phone: phoneProblem(phone) });
  const isOrder = refuse(values, { zip: zipServedAfterAll(text("zip")) });
  if (kind === "call_back") return isOrder;
  const lines = rowsAt(values).flatMap((size, row) =>
    size ? [`${rowValue(values, "quantity", row) || 1} × ${size} yards`] : [],
  );
  const lead = await services.db.write((tx) =>
    keepCallersLead(tx, deed, {
      kind,
      name: `${text("firstName")} ${text("lastName")}`.trim() || NO_NAME,
      phone,
      email: text("email"),
      zip: text("zip"),
      message: `${["Called the office", [...lines, text("address")].filter(Boolean).join(", ")].filter(Boolean).join(": ")}.`,
      data: keptOrder(values),
    }),
  );
  return lead ? { ok: true, id: lead.id } : isOrder;
}

function rowsAt(values: Problem["values"]): string[] {
  return Array.from({ length: rowsOf(values) }, (_, row) => rowValue(values, "dumpsterSize", row));
}
