import type { PaperLink } from "~/domain/documents/papers.server";
import { formatCents } from "~/domain/kernel/money";
import { paths } from "~/paths";
import type { CustomerDocument, CustomerDownloads, Documents } from "~/domain/records/customer-views";

/** The stored PDFs; one that is not made yet has a page that prints instead. */
export function DocumentLinks({ documents: { invoice, agreement } }: { documents: Documents }) {
  if (!invoice && !agreement) return null;
  return (
    <ul>
      {invoice && <DocumentLink of={invoice} label="Download Invoice (PDF)" what="invoice" />}
      {agreement && <DocumentLink of={agreement} label="Download Agreement (PDF)" what="agreement" />}
    </ul>
  );
}

/** Invoices and credit notes: what each is for, and of how much. */
export function PaperLinks({ papers }: { papers: PaperLink[] }) {
  return (
    papers.length > 0 && (
      <ul>
        {papers.map(({ label, url, what, total }) => (
          <li key={url}>
            <a className="inline-block py-2" href={url}>
              {label}
            </a>{" "}
            <span className="small soft">
              {what}, {formatCents(total)}
            </span>
          </li>
        ))}
      </ul>
    )
  );
}

/** Photographs and weight tickets, where the customer may have them. */
export function DownloadLinks({ photos, tickets }: CustomerDownloads) {
  return (
    <ul>
      {tickets.map((ticket) => (
        <li key={ticket}>{ticket}</li>
      ))}
      {photos.map(({ capability, label }) => (
        <li key={capability}>
          <a className="inline-block py-2" href={paths.photo(capability)}>
            Photo: {label}
          </a>
        </li>
      ))}
    </ul>
  );
}

function DocumentLink({ of, label, what }: { of: CustomerDocument; label: string; what: string }) {
  return (
    <li>
      {of.pdfUrl ? (
        <a className="inline-block py-2" href={of.pdfUrl}>
          {label}
        </a>
      ) : (
        <>
          {of.pdfIsComing && `The PDF of your ${what} is being prepared. `}
          <a className="inline-block py-2" href={paths.print(of.capability)}>
            Open the {what} as a page to print
          </a>
        </>
      )}
    </li>
  );
}
