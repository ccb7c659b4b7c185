import { cartKey, type DraftData, cartLines, materialAnswerOf } from "~/domain/booking/draft/data";
import { fitLine } from "~/domain/booking/draft/fit-line";
import { opened, openedWords } from "~/domain/booking/draft/opened";
import { callFirstNotes, materialRules } from "~/domain/pricing/material-texts";
import { readChosen } from "~/domain/pricing/rules";
import { lookAgain } from "~/domain/pricing/size-advice";
import { sizesOf } from "~/domain/pricing/types";
import { heavyNotes } from "~/domain/pricing/very-heavy";
import { BUSINESS_TYPE_WORDS, PROJECT_TYPES, WASTE_TYPES } from "~/domain/pricing/waste-types";
import {
  checkZip,
  findServiceArea,
  isDeliveryByZip,
  type ServiceArea,
} from "~/domain/service-area/service-area.server";
import { formatPrice } from "~/domain/kernel/money";
import type { OpenDraft } from "~/http/access/draft.server";
import { paths } from "~/paths";
import type { Services } from "~/services.server";
import type { OutsideView, ProjectView, SaveView } from "~/ui/booking/views";
import { choiceFiguresOf } from "~/ui/frame/figures";
import { saveView, pricing } from "./booking-views.server";

export function projectView(
  services: Pick<Services, "catalogue" | "config" | "db" | "settings">,
  open: OpenDraft | null,
  stored: DraftData,
  sent: SaveView["sent"],
  asked: { line: string | null; notice: string | null } = { line: null, notice: null },
): ProjectView {
  const settings = services.settings();
  const { data, line } = opened(stored, asked.line);
  const order = open?.order ?? null;
  const area = order?.area ?? (data.zip === "" ? null : findServiceArea(services.db.orm, data.zip));
  const sizes = sizesOf(services.catalogue().prices);
  const { size, material, quantity, notes } = fitLine(data, settings, sizes);
  const [smallest] = services.catalogue().sizes;
  const agreed = open?.rights.has("consultation") ? open.order.lines.map((one) => one.material) : [];
  const asAsked = Object.keys(notes).length === 0;
  const look = asked.notice === "heavy" && size !== null && line !== "none" ? lookAgain(material, size, sizes) : null;
  const said = { ...leastNote(area, open), ...notes, ...(look && { dumpsterSize: look }) };
  return {
    values: {
      projectType: data.projectType,
      businessType: data.businessType,
      wasteTypes: data.wasteTypes,
      materialCategory: material,
      dumpsterSize: size === null ? "" : String(size),
      quantity: String(quantity),
    },
    ...(Object.keys(said).length > 0 && { notes: said }),
    ...(look !== null && { turnedHeavy: open?.draft.version ?? 0 }),
    zip: data.zip,
    line,
    lineWords: data.cart.length > 0 ? openedWords(line, size) : null,
    cartSeen: cartKey(data),
    cart: cartLines(data),
    cartNote: asked.notice === "apart" && line === "none" ? "Your order now has a dumpster for each material." : null,
    answered: materialAnswerOf(data),
    // A draft's own price is that of the line as it was asked for.
    price: order && asAsked && order.lines.length > 0 ? order.price : null,
    pricing: pricing(services, area?.delivery_fee ?? 0),
    chosen: readChosen((name) => data[name], settings.maxRentalDays, data.rentalDays),
    figures: choiceFiguresOf(settings, services.catalogue(), area === null && isDeliveryByZip(services.db.orm)),
    projects: PROJECT_TYPES,
    businessTypes: BUSINESS_TYPE_WORDS,
    wasteTypes: WASTE_TYPES,
    // What was talked about is agreed on.
    heavyNotes: [...(smallest ? heavyNotes(settings, smallest) : []), ...callFirstNotes(agreed)],
    rules: materialRules(agreed),
    maxQuantity: settings.maxQuantityPerLine,
    ...(open?.draft.preparedBy && { seen: open.draft.version }),
    save: saveView(services, open, sent),
  };
}

/** What has to be ordered there at least, said before anything is filled in; not of what the office prepared. */
function leastNote(area: ServiceArea | null, open: OpenDraft | null): { dumpsterSize?: string } {
  if (!area || area.minimum_order === 0 || open?.draft.preparedBy) return {};
  return { dumpsterSize: `Where you want it, the smallest order is ${formatPrice(area.minimum_order)} before tax.` };
}

/** What the first step says of a ZIP where we do not deliver, before anything is filled in; null where we do. */
export function outsideView(services: Pick<Services, "db">, open: OpenDraft | null, zip: string): OutsideView | null {
  const found = zip === "" ? null : checkZip(services.db.orm, zip);
  if (!found || found.isServiced) return null;
  const callBack = open ? `${paths.book.callback(open.draft.id)}&why=outside_area` : paths.book.outsideArea(zip);
  const otherwise = "Is the dumpster for another address? You enter its ZIP on the next step. Otherwise";
  return { zip, message: found.message, otherwise, callBack };
}
