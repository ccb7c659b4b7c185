import { findDocumentOfFile, replaceLostPdf } from "~/domain/booking/customer-read-files.server";
import type { StoredFile } from "~/domain/documents/invoices.server";
import type { Deed } from "~/domain/kernel/deed";
import { sha256 } from "~/domain/kernel/ids.server";
import type { Services } from "~/services.server";

/**
 * The content of a stored file. An invoice or agreement that is missing on the disk is made again from its stored
 * facts; null when that is not possible now, or when the file is something that cannot be made again.
 */
export async function readStoredFile(services: Services, deed: Deed, file: StoredFile): Promise<Buffer | null> {
  const content = await services.files.read(file.path);
  if (content) return content;
  const document = findDocumentOfFile(services.db.orm, file);
  if (!document) return null;
  try {
    const pdf = await services.pdf.render(document.html, { title: document.title, mustContain: document.mustContain });
    await services.files.write(file.path, pdf);
    await services.db.write((tx) => replaceLostPdf(tx, deed, file, { path: file.path, sha256: sha256(pdf), bytes: pdf.length }));
    return pdf;
  } catch (error) {
    services.log.error({ module: "documents", action: "make_again", booking_id: file.booking_id ?? undefined, error_message: error instanceof Error ? error.message : String(error) });
    return null;
  }
}
