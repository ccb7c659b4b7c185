import { DUMPSTER_SIZES } from "~/domain/pricing/waste-types";
import { DEFAULT_SETTINGS } from "~/domain/settings/defaults";
import type { Settings } from "~/domain/settings/schema";
import { businessFacts } from "~/ui/frame/facts";
import type { PublicData } from "~/ui/frame/public-data";
import { figuresOf } from "~/ui/frame/figures";

/** What the public layout gives its pages, with these settings instead of the default ones. */
export function publicData(changed: Partial<Settings> = {}, sizes = [...DUMPSTER_SIZES]): PublicData {
  const settings = { ...DEFAULT_SETTINGS, ...changed };
  return {
    facts: businessFacts(settings),
    figures: figuresOf(settings, { prices: settings.prices, sizes }),
    counties: ["Orange", "Osceola", "Seminole"],
    proof: { photographs: settings.photographs, reviews: settings.reviews },
    site: { url: "https://dumpsters.example", address: settings.address, hours: settings.structuredHours },
  };
}
