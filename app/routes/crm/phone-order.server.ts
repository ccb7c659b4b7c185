import { z } from "zod";
import {
  EMAIL_OR_TEXTS,
  lineSchema,
  officeScheduleSchema,
  projectOnlySchema,
  type LineFields,
} from "~/domain/booking/draft/fields";
import { readDate } from "~/domain/kernel/typed";
import { findUnserved } from "~/domain/booking/order/schedule-check.server";
import { quoteDayProblem } from "~/domain/booking/order/renew.server";
import { scheduleContext } from "~/domain/booking/order/open-days.server";
import { readPricingConfig } from "~/domain/pricing/pricing.server";
import { firstDeliveryDay, lastDeliveryDay } from "~/domain/schedule/rules";
import { findZip, listActiveAreas, newestFirst } from "~/domain/service-area/service-area.server";
import type { Orm } from "#db/client.server";
import type { LeadKind } from "~/domain/leads/labels";
import { WITHOUT_WORDS } from "~/domain/kernel/sent";
import { sizesOf } from "~/domain/pricing/types";
import { cleanZip, ZIP_NOT_SERVED } from "~/domain/service-area/rules";
import { inOrder, parseForm, refuse, typedValues, type ParsedForm } from "~/http/answers/forms.server";
import type { PhoneOrder } from "~/services/booking/prepare.server";
import type { Services } from "~/services.server";
import type { OrderOffer } from "~/ui/office/OrderPriceSide";
import type { Values } from "~/ui/form";
import { readHowPaid } from "~/ui/office/order-payment";
import {
  MOST_ROWS,
  placeOf,
  pricePhoneOrder,
  rowId,
  rowValue,
  shortOf,
  type PhonePlaces,
} from "~/ui/office/phone-order";

type Asked = Pick<Services, "clock" | "db" | "settings">;

const PART = { dumpsterSize: "size", quantity: "quantity", materialCategory: "material" } as const;
const officeSchema = z.object({
  quoteUntil: z
    .unknown()
    .optional()
    .transform((value, ctx) => {
      if (value === undefined || value === "") return null;
      const read = readDate(value);
      if (!read) ctx.addIssue({ code: "custom", message: "Choose the last day of the price." });
      return read ?? z.NEVER;
    }),
  fullWindow: z
    .unknown()
    .optional()
    .transform((value) => value === "on"),
});

/** The phone order as typed, checked field by field; a line without a size is left out, the first one must have one. */
export function parsePhoneOrder(
  { catalogue, clock, db: { orm }, settings }: Pick<Services, "catalogue" | "clock" | "db" | "settings">,
  form: FormData,
): ParsedForm<PhoneOrder> {
  const sizes = sizesOf(catalogue().prices);
  const values = typedValues(form);
  const zip = String(form.get("zip") ?? "").trim();
  if (!String(form.get("city") ?? "").trim()) form.set("city", findZip(orm, zip)?.city ?? "");
  const project = parseForm(form, projectOnlySchema);
  const schedule = parseForm(form, officeScheduleSchema);
  const office = parseForm(form, officeSchema);
  const fields: Record<string, string> = {};
  const lines: LineFields[] = [];
  const rows = [values["dumpsterSize"] ?? [""]].flat().length;
  for (let row = 0; row < Math.min(MOST_ROWS, rows); row++) {
    const one = {
      dumpsterSize: rowValue(values, "dumpsterSize", row),
      quantity: rowValue(values, "quantity", row) || "1",
      materialCategory: rowValue(values, "materialCategory", row),
    };
    if (row > 0 && one.dumpsterSize === "") continue;
    const line = lineSchema(sizes).safeParse(one, WITHOUT_WORDS);
    if (line.success) lines.push(line.data);
    else
      for (const issue of line.error.issues)
        fields[rowId(row, PART[issue.path[0] as keyof typeof PART] ?? "size")] ??= issue.message;
  }
  for (const part of [schedule, office, project]) if (!part.ok) Object.assign(fields, part.fields);
  if (rowValue(values, "email", 0).trim() === "" && rowValue(values, "smsConsent", 0) === "")
    fields["email"] = EMAIL_OR_TEXTS;
  if (!project.ok || !schedule.ok || !office.ok || Object.keys(fields).length > 0) {
    // In the same round what cannot be served, so that nobody puts the rest right to hear it then.
    const day = readDate(rowValue(values, "deliveryDate", 0)) ?? "";
    const unserved = findUnserved(orm, settings(), { zip: cleanZip(zip) ?? "", deliveryDate: day }, clock.now());
    const ends = quoteDayProblem(readDate(rowValue(values, "quoteUntil", 0)), clock.now());
    return refuse(values, inOrder({ ...unserved, ...fields, ...(ends && { quoteUntil: ends }) }, ORDER));
  }
  const paid = readHowPaid(values);
  const payment = { payment: paid?.by ?? null, paymentAsked: paid };
  return { ok: true, values, value: { ...project.value, ...schedule.value, ...office.value, ...payment, lines } };
}

/** In the order in which the form asks, which is the one in which they are put right. */
const ORDER = ["phone", "firstName", "lastName", "email", "zip", "address", "city", "line", "deliveryDate"];

/** City, county, area fee and smallest order of every ZIP that we serve: answered while it is typed, and for the live price. */
export function listPlaces(orm: Orm): PhonePlaces {
  const places: PhonePlaces = {};
  // The newest area that has a ZIP counts, here as in its price.
  for (const area of newestFirst(listActiveAreas(orm)))
    for (const zip of area.zip_codes) {
      const known = findZip(orm, zip);
      places[zip] ??= {
        city: known?.city ?? "",
        county: known?.county ?? area.area_name,
        fee: area.delivery_fee,
        least: area.minimum_order,
      };
    }
  return places;
}

/** What the form needs to answer by itself. */
export function orderOffer(services: Asked): OrderOffer {
  const settings = services.settings();
  const context = scheduleContext(settings, services.clock.now());
  return {
    config: readPricingConfig(services.db.orm, settings),
    places: listPlaces(services.db.orm),
    notServed: ZIP_NOT_SERVED,
    firstDay: firstDeliveryDay(context),
    lastDay: lastDeliveryDay(context),
    tons: {
      included: settings.includedTons,
      most: settings.maxTons,
      perTonMore: settings.overagePerTon + settings.landfillPerTon,
    },
  };
}

/** Why an order that is not saved is kept as a lead: it goes where we do not, or is too small for where it goes. */
export function leadKindOf({ db: { orm }, settings }: Pick<Asked, "db" | "settings">, values: Values): LeadKind {
  const places = listPlaces(orm);
  if (!placeOf(values, places)?.served) return "outside_area";
  const price = pricePhoneOrder(values, readPricingConfig(orm, settings()), places, null);
  // An area may have begun to serve it, or ended its smallest order, while the page was open: they only wait for a call.
  return shortOf(values, price, places) ? "minimum_order" : "call_back";
}
