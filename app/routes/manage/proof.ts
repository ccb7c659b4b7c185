import type { LoaderFunctionArgs } from "@remix-run/node";
import { findCharge } from "~/domain/charges/charges.server";
import { photosOf } from "~/domain/charges/stored-charge";
import { findPhoto } from "~/domain/photos/photos.server";
import { plainWhole } from "~/domain/kernel/whole";
import { privateHeaders } from "~/http/answers/private-page.server";
import { enter } from "~/http/context.server";
import { readPicture } from "~/services/photos/take.server";

/**
 * A photograph that proves a charge, for whoever has that charge's key: its customer must see what they are charged for,
 * whatever else they may download (domain.md, 4.3). The key opens the pictures of this charge alone.
 */
export async function loader(args: LoaderFunctionArgs) {
  const { services } = await enter(args);
  const { searchParams } = new URL(args.request.url);
  const key = searchParams.get("key") ?? "";
  const charge = key === "" ? null : findCharge(services.db.orm, { capability: key });
  const isTold = charge !== null && charge.notices > 0;
  const wanted = isTold
    ? photosOf(charge.evidence?.proofs ?? [])[plainWhole(searchParams.get("photo") ?? "0") ?? -1]
    : undefined;
  const photo = wanted && findPhoto(services.db.orm, wanted.capability);
  const picture = photo ? await readPicture(services, photo, "large") : null;
  if (!picture) throw new Response("There is no such picture.", { status: 404 });
  return new Response(new Uint8Array(picture), {
    headers: { ...privateHeaders(), "Content-Type": "image/jpeg", "X-Content-Type-Options": "nosniff" },
  });
}
