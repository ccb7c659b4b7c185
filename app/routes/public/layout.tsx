import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { enter } from "~/http/context.server";
import { businessFacts } from "~/ui/frame/facts";
import { packPublicData, unpackPublicData, type PackedData, type PublicData } from "~/ui/frame/public-data";
import { PublicFrame } from "~/ui/frame/PublicFrame";
import { isDeliveryByZip } from "~/domain/service-area/service-area.server";
import { figuresOf } from "~/ui/frame/figures";

/** The public frame: business facts and the figures that its pages quote, read once per request. */
export async function loader(args: LoaderFunctionArgs): Promise<PackedData> {
  const { services } = await enter(args);
  const settings = services.settings();
  return packPublicData({
    facts: businessFacts(settings),
    figures: figuresOf(settings, services.catalogue(), isDeliveryByZip(services.db.orm)),
    proof: { photographs: settings.photographs, reviews: settings.reviews },
    counties: services.coverage().map(({ county }) => county),
    site: { url: services.config.publicUrl, address: settings.address, hours: settings.structuredHours },
  });
}

/** Business facts do not change while someone checks a ZIP. */
export const shouldRevalidate = () => false;

export default function PublicLayout() {
  const data = unpackPublicData(useLoaderData<typeof loader>());
  return (
    <PublicFrame facts={data.facts}>
      <Outlet context={data satisfies PublicData} />
    </PublicFrame>
  );
}
