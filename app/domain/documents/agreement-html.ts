import { formatCents } from "../kernel/money";
import { isDrawable, readPngUrlHeader } from "../kernel/png";
import { documentPage, factStrip, linesTable, masthead, parties } from "./document-styles-parts";
import { html, tidy, typed, type Html } from "./escape";
import { orderSums } from "./invoice-html";
import type { AgreementView, SignatureView } from "./views";

/** What is kept has 175,000 characters at most; before that, a drawing was kept as it was sent, with 270,000. */
const LONGEST_IMAGE = 300_000;

/** The finished rental agreement with its signature, fully escaped: the source of the PDF and the printable page. */
export function agreementHtml(view: AgreementView): string {
  return documentPage(
    `Rental agreement for booking ${view.bookingNumber}`,
    html`${masthead(view.business, "Rental agreement", html`Booking ${typed(view.bookingNumber)}`)}
${factStrip([
  ["Booking", typed(view.bookingNumber)],
  ["Total", formatCents(view.figures.total)],
  ["Terms version", typed(view.termsVersion)],
  ["Status", view.signature ? "Signed" : "Not signed yet"],
])}
${parties("Customer", view.customer, view)}
<div class="order"><h2>Your order</h2>${linesTable(view.lines, orderSums(view.figures), "")}${view.choices.length > 0 && html`<h2>What you chose</h2><ul>${view.choices.map((choice) => html`<li>${tidy(choice)}</li>`)}</ul>`}</div>
${termsBlock(view)}
${signatureBlock(view)}`,
  );
}

/** What was agreed, section by section. */
export function termsBlock(view: Pick<AgreementView, "sections">): Html {
  return html`<div class="terms"><h2>What we agree</h2>
${view.sections.map(
  (section, i) => html`<section id="${section.id}"><h3><span>${i + 1}.</span>${section.heading}</h3>
${sectionBody(section.paragraphs, section.bullets)}</section>
`,
)}</div>`;
}

/** A list belongs below the paragraph that announces it with a colon, else below the first one. */
function sectionBody(paragraphs: string[], bullets: string[] | undefined): Html {
  const announced = paragraphs.findIndex((text) => text.endsWith(":"));
  const at = announced >= 0 ? announced : 0;
  return html`${paragraphs.map((text, i) => html`<p>${tidy(text)}</p>${i === at && bullets && html`<ul>${bullets.map((item) => html`<li>${tidy(item)}</li>`)}</ul>`}`)}`;
}

/** Who signed, when and from where, with the hash of the text. */
export function signatureBlock(view: AgreementView): Html {
  const { signature } = view;
  if (!signature) {
    return html`<div class="sign keep"><h2>Signature</h2><p>Not signed yet. This is a copy to read.</p>${audit([["Text (SHA-256)", view.contentSha256]])}</div>`;
  }
  return html`<div class="sign keep"><h2>Signature</h2>
<p>${typed(signature.consentText)}</p>
<div class="rows">
<div><div class="on">${drawnOrTyped(signature)}</div><p class="under">${typed(signature.name)}, customer</p></div>
<div><div class="on">${typed(signature.signedAt)}</div><p class="under">Signed electronically (New York time)</p></div>
</div>
${audit([
  ["Signed by", signature.name],
  ["Signed at", signature.signedAt],
  ["Internet address", signature.ip],
  ["Browser", signature.userAgent],
  ["Terms version", view.termsVersion],
  ["Text (SHA-256)", view.contentSha256],
])}</div>`;
}

function drawnOrTyped(signature: SignatureView): Html {
  const image = signature.imageDataUrl;
  // Drawings of any measure were kept once: a browser would unpack 48 KB to gigabytes.
  if (
    image &&
    image.length <= LONGEST_IMAGE &&
    /^data:image\/png;base64,[A-Za-z0-9+/]+={0,2}$/.test(image) &&
    isDrawable(readPngUrlHeader(image))
  ) {
    return html`<img src="${image}" alt="Drawn signature of ${tidy(signature.name)}">`;
  }
  return html`<span class="script${signature.name.length > 40 && " long"}">${typed(signature.name)}</span>`;
}

function audit(rows: [label: string, value: string][]): Html {
  return html`<dl class="audit">${rows.map(([label, value]) => html`<dt>${label}</dt><dd${label.includes("SHA") && html` class="mono"`}>${typed(value)}</dd>`)}</dl>`;
}
