import type { LoaderFunctionArgs } from "@remix-run/node";
import { findPhoto } from "~/domain/photos/photos.server";
import { enter } from "~/http/context.server";
import { maySeePhoto } from "~/http/access/photo.server";
import { privateHeaders } from "~/http/answers/private-page.server";
import { refusedPage } from "~/http/answers/refused-page.server";
import { readPicture } from "~/services/photos/take.server";

/** A photograph of a job at its unguessable address, for whoever may see it; `?size=small` for the small one. */
export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  const photo = findPhoto(scope.services.db.orm, args.params["capability"] ?? "");
  // Another's is answered as none.
  if (!photo || !(await maySeePhoto(scope, args.request, photo)))
    return refusedPage(scope, 404, "There is no photo at this address, or it is not for you.");
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
