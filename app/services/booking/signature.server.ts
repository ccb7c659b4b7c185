import { DRAW_AGAIN } from "~/domain/booking/draft/fields";
import type { Services } from "~/services.server";

export type DrawnSignature = { ok: true; image: string | null } | { ok: false; message: string };

/**
 * The drawn signature as it is kept: decoded, scaled down and drawn anew by us, as a data URL; null when there is none.
 * `message` stands beside the field when it cannot be taken; the typed name alone always can.
 */
export async function redrawSignature(
  services: Pick<Services, "pictures">,
  dataUrl: string | null,
): Promise<DrawnSignature> {
  if (dataUrl === null) return { ok: true, image: null };
  const redrawn = await services.pictures.redraw(Buffer.from(dataUrl.slice(dataUrl.indexOf(",") + 1), "base64"));
  if (redrawn.ok) return { ok: true, image: `data:image/png;base64,${Buffer.from(redrawn.png).toString("base64")}` };
  return {
    ok: false,
    message:
      redrawn.code === "refused"
        ? DRAW_AGAIN
        : "We cannot take drawings at this moment. Clear it: your typed name is enough.",
  };
}
