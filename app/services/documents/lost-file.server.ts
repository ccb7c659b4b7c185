import { getBooking } from "~/domain/booking/order/bookings.server";
import { findDocumentOfFile, replaceLostPdf } from "~/domain/documents/stored-files.server";
import type { StoredFile } from "~/domain/documents/invoices.server";
import type { Deed } from "~/domain/kernel/deed";
import { sha256 } from "~/domain/kernel/ids.server";
import type { Services } from "~/services.server";
import { once, type Printing } from "./documents.server";

/**
 * The content of a stored file. An invoice or agreement that is missing on the disk is made again from its stored
 * facts if it `mayBeMade` now; null when that is not possible, when nobody has paid for it (decision 0022), or when the
 * file is something that cannot be made again.
 */
export async function readStoredFile(
  services: Printing & Pick<Services, "log">,
  deed: Deed,
  file: StoredFile,
  mayBeMade: () => Promise<boolean>,
): Promise<Buffer | null> {
  const content = await services.files.read(file.path);
  if (content) return content;
  return once(`file ${file.id}`, () => makeAgain(services, deed, file, mayBeMade));
}

async function makeAgain(
  services: Printing & Pick<Services, "log">,
  deed: Deed,
  file: StoredFile,
  mayBeMade: () => Promise<boolean>,
): Promise<Buffer | null> {
  const document = findDocumentOfFile(services.db.orm, file);
  if (
    !document ||
    !file.booking_id ||
    getBooking(services.db.orm, file.booking_id).paid_at === null ||
    !(await mayBeMade())
  )
    return null;
  try {
    const pdf = await services.pdf.render(document.html, { title: document.title, mustContain: document.mustContain });
    await services.files.write(file.path, pdf);
    await services.db.write((tx) =>
      replaceLostPdf(tx, deed, file, { path: file.path, sha256: sha256(pdf), bytes: pdf.length }),
    );
    return pdf;
  } catch (error) {
    services.log.error({
      module: "documents",
      action: "make_again",
      booking_id: file.booking_id ?? undefined,
      error_message: error instanceof Error ? error.message : String(error),
    });
    return null;
  }
}
