import { lineSchema, projectOnlySchema, scheduleSchema, type LineFields } from "~/domain/booking/draft/fields";
import { findZip, listActiveAreas } from "~/domain/service-area/service-area.server";
import type { Orm } from "#db/client.server";
import type { Size } from "~/domain/pricing/types";
import { parseForm, refuse, typedValues, type ParsedForm } from "~/http/answers/forms.server";
import type { PhoneOrder } from "~/services/booking/prepare.server";
import { ORDER_ROWS, rowId, rowValue, type PhonePlaces } from "~/ui/office/phone-order";

const PART = { dumpsterSize: "size", quantity: "quantity", materialCategory: "material" } as const;

/** The phone order as typed, checked field by field; a line without a size is left out, the first one must have one. */
export function parsePhoneOrder(orm: Orm, form: FormData, sizes: readonly Size[]): ParsedForm<PhoneOrder> {
  const values = typedValues(form);
  const zip = String(form.get("zip") ?? "").trim();
  if (!String(form.get("city") ?? "").trim()) form.set("city", findZip(orm, zip)?.city ?? "");
  const project = parseForm(form, projectOnlySchema);
  const schedule = parseForm(form, scheduleSchema);
  const fields: Record<string, string> = {};
  const lines: LineFields[] = [];
  for (let row = 0; row < ORDER_ROWS; row++) {
    const one = {
      dumpsterSize: rowValue(values, "dumpsterSize", row),
      quantity: rowValue(values, "quantity", row) || "1",
      materialCategory: rowValue(values, "materialCategory", row),
    };
    if (row > 0 && one.dumpsterSize === "") continue;
    const line = lineSchema(sizes).safeParse(one);
    if (line.success) lines.push(line.data);
    else
      for (const issue of line.error.issues)
        fields[rowId(row, PART[issue.path[0] as keyof typeof PART] ?? "size")] ??= issue.message;
  }
  if (!project.ok) Object.assign(fields, project.fields);
  if (!schedule.ok) Object.assign(fields, schedule.fields);
  if (!project.ok || !schedule.ok || Object.keys(fields).length > 0) return refuse(values, fields);
  return { ok: true, values, value: { ...project.value, ...schedule.value, lines } };
}

/** City and area fee of every ZIP that we serve, for filling in and for the live price. */
export function listPlaces(orm: Orm): PhonePlaces {
  const places: PhonePlaces = {};
  for (const area of listActiveAreas(orm))
    for (const zip of area.zip_codes) places[zip] ??= { city: findZip(orm, zip)?.city ?? "", fee: area.delivery_fee };
  return places;
}
