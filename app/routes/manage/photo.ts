import type { LoaderFunctionArgs } from "@remix-run/node";
import { findPhoto } from "~/domain/photos/photos.server";
import { findHeldPhoto } from "~/domain/photos/held-photos.server";
import { findPlacePhoto } from "~/domain/photos/place-photos.server";
import { enter, type Scope } from "~/http/context.server";
import { maySeeHeld, maySeePhoto, maySeePlace } from "~/http/access/photo.server";
import { privateHeaders } from "~/http/answers/private-page.server";
import { refusedPage } from "~/http/answers/refused-page.server";
import { readPicture } from "~/services/photos/take.server";

/** A photograph at its unguessable address, for whoever may see it; `?size=small` for the small one. */
export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  const photo = await findVisible(scope, args.request, args.params["capability"] ?? "");
  // Another's is answered as none.
  if (!photo) return refusedPage(scope, 404, "There is no photo at this address, or it is not for you.");
  const size = new URL(args.request.url).searchParams.get("size") === "small" ? "small" : "large";
  const picture = await readPicture(scope.services, photo, size);
  if (!picture) return refusedPage(scope, 404, "The file of this photo is missing.");
  return new Response(new Uint8Array(picture), {
    headers: {
      ...privateHeaders(),
      "Content-Type": "image/jpeg",
      "Content-Length": String(picture.length),
      "Content-Disposition": "inline",
      "X-Content-Type-Options": "nosniff",
    },
  });
}

/** A photograph of a job, a customer's picture of the place, or what is held of a phone. */
async function findVisible(scope: Scope, request: Request, capability: string) {
  const { orm } = scope.services.db;
  const photo = findPhoto(orm, capability);
  if (photo) return (await maySeePhoto(scope, request, photo)) ? photo : null;
  const place = findPlacePhoto(orm, capability);
  if (place) return (await maySeePlace(scope, request, place.bookingId)) ? place : null;
  const held = findHeldPhoto(orm, capability);
  return held && (await maySeeHeld(scope, request)) ? held : null;
}
