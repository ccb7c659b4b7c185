import { href, html, telHref, tidy, trustedHtml, typed, type Html, type HtmlValue } from "../documents/escape";
import type { BusinessView } from "../documents/views";

/** What an email says, ready for MailPort. */
export interface MailContent {
  subject: string;
  text: string;
  html: string;
}

/**
 * A mail is described once, as blocks; its HTML and its plain text are both made from them, so neither can lag behind.
 */
export type Block =
  | { kind: "paragraph"; text: string }
  | { kind: "heading"; text: string }
  | { kind: "facts"; rows: [label: string, value: string][] }
  /** Sums of money below each other: what for, and how much. */
  | { kind: "sums"; rows: [label: string, amount: string][] }
  | { kind: "button"; label: string; url: string }
  | { kind: "links"; items: [label: string, url: string][] }
  | { kind: "steps"; items: string[] };

/** An invoice or credit note with its address: "Invoice INV-2026-000123". */
export type PaperLine = [label: string, url: string];

/** The papers that a mail names; nothing where there is none. */
export const papersBlock = (papers: readonly PaperLine[]): Block | null =>
  papers.length === 0 ? null : { kind: "links", items: [...papers] };

export interface MailDescription {
  subject: string;
  /** Shown by mail programs beside the subject. */
  preview: string;
  heading: string;
  blocks: (Block | null)[];
}

const LONGEST_SUBJECT = 160;
const FONT = "font-family:Helvetica,Arial,sans-serif;";
const INK = "#083c3d";
const SOFT = "#4a5a58";
const HOURS = /\d{1,2}[AP]M (?:-|to) \d{1,2}[AP]M/g;

/** Typed text whose hours ("8AM to 12PM") never break over a line. What is put into it is escaped already. */
const said = (text: string): Html =>
  trustedHtml(typed(text).toString().replace(HOURS, '<span style="white-space:nowrap">$&</span>'));

/** Plain text and HTML of one description. Everything is escaped; the subject is always a single clean line. */
export function composeMail(business: BusinessView, mail: MailDescription): MailContent {
  const blocks = mail.blocks.filter((block) => block !== null);
  return {
    subject: subjectLine(mail.subject),
    text: plainText(business, mail.heading, blocks),
    html: htmlMail(business, mail, blocks),
  };
}

/** One line without control characters, so that no value in it can begin another header. */
export function subjectLine(text: string): string {
  const line = tidy(text);
  const characters = Array.from(line);
  return characters.length > LONGEST_SUBJECT ? `${characters.slice(0, LONGEST_SUBJECT - 1).join("")}…` : line;
}

function plainText(business: BusinessView, heading: string, blocks: Block[]): string {
  const title = tidy(heading);
  const parts = [`${title}\n${"=".repeat(Math.min(Array.from(title).length, 60))}`, ...blocks.map(plainBlock)];
  const signature = [
    tidy(business.name),
    business.addressLines.map(tidy).join(", "),
    `${tidy(business.phone)} · ${tidy(business.email)}`,
  ].filter(Boolean);
  return `${parts.join("\n\n")}\n\n-- \n${signature.join("\n")}\n`;
}

function plainBlock(block: Block): string {
  switch (block.kind) {
    case "paragraph":
      return tidy(block.text);
    case "heading":
      return tidy(block.text).toUpperCase();
    case "facts":
    case "sums": {
      const width = Math.max(...block.rows.map(([label]) => label.length)) + 2;
      return block.rows.map(([label, value]) => `${`${label}:`.padEnd(width)}${tidy(value)}`).join("\n");
    }
    case "button":
      return `${tidy(block.label)}:\n${href(block.url)}`;
    case "links":
      return block.items.map(([label, url]) => `${tidy(label)}: ${href(url)}`).join("\n");
    case "steps":
      return block.items.map((item, i) => `${i + 1}. ${tidy(item)}`).join("\n");
  }
}

/** Tables and inline styles only: that is what holds in Outlook and in old web mail. */
function htmlMail(business: BusinessView, mail: MailDescription, blocks: Block[]): string {
  return html`${trustedHtml("<!DOCTYPE html>")}
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${subjectLine(mail.subject)}</title>
</head>
<body style="margin:0;padding:0;background-color:#e4ebe6">
<div style="display:none;max-height:0;overflow:hidden">${tidy(mail.preview)}</div>
${layoutTable(
  "width:100%;background-color:#e4ebe6",
  html`<tr><td align="center" style="padding:24px 10px">
${layoutTable(
  "width:100%;max-width:600px;background-color:#ffffff;table-layout:fixed",
  html`
<tr><td style="padding:18px 28px;background-color:${INK};color:#ffffff;${FONT}font-size:19px;font-weight:bold">${typed(business.name)}</td></tr>
<tr><td style="padding:28px 28px 8px;${FONT}font-size:16px;line-height:24px;color:${INK};word-wrap:break-word;overflow-wrap:anywhere">
<h1 style="margin:0 0 16px;font-size:24px;line-height:30px;${FONT}">${said(mail.heading)}</h1>
${blocks.map(htmlBlock)}
</td></tr>
<tr><td style="padding:18px 28px 26px;border-top:1px solid #d3dcd8;${FONT}font-size:13px;line-height:20px;color:${SOFT};overflow-wrap:anywhere">${contact(business)}</td></tr>`,
)}
</td></tr>`,
)}
</body>
</html>
`.toString();
}

function layoutTable(style: string, rows: HtmlValue): Html {
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="border-collapse:collapse;${style}">${rows}</table>`;
}

function htmlBlock(block: Block): Html {
  switch (block.kind) {
    case "paragraph":
      return html`<p style="margin:0 0 16px">${said(block.text)}</p>
`;
    case "heading":
      return html`<h2 style="margin:24px 0 8px;font-size:17px;line-height:24px;${FONT}">${said(block.text)}</h2>
`;
    case "facts":
      return html`<table width="100%" cellpadding="0" cellspacing="0" border="0" style="border-collapse:collapse;margin:0 0 20px;table-layout:fixed">${block.rows.map(
        ([
          label,
          value,
        ]) => html`<tr><th scope="row" align="left" valign="top" width="34%" style="padding:8px 10px 8px 0;border-bottom:1px solid #d3dcd8;${FONT}font-size:14px;line-height:21px;font-weight:normal;color:${SOFT}">${label}</th><td valign="top" style="padding:8px 0;border-bottom:1px solid #d3dcd8;${FONT}font-size:15px;line-height:21px;font-weight:bold;color:${INK};overflow-wrap:anywhere">${said(value)}</td></tr>
`,
      )}</table>
`;
    case "sums":
      return html`<table width="100%" cellpadding="0" cellspacing="0" border="0" style="border-collapse:collapse;margin:0 0 20px">${block.rows.map(
        ([
          label,
          amount,
        ]) => html`<tr><th scope="row" align="left" valign="top" style="padding:8px 10px 8px 0;border-bottom:1px solid #d3dcd8;${FONT}font-size:15px;line-height:21px;font-weight:normal;color:${INK};overflow-wrap:anywhere">${typed(label)}</th><td align="right" valign="top" style="padding:8px 0;border-bottom:1px solid #d3dcd8;${FONT}font-size:15px;line-height:21px;font-weight:bold;color:${INK};white-space:nowrap">${typed(amount)}</td></tr>
`,
      )}</table>
`;
    case "button":
      return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 20px"><tr><td style="background-color:#ffc62b;border-radius:6px"><a href="${href(block.url)}" style="display:inline-block;padding:13px 24px;${FONT}font-size:16px;line-height:20px;font-weight:bold;color:#0e1f1e;text-decoration:none">${typed(block.label)}</a></td></tr></table>
`;
    case "links":
      return html`<p style="margin:0 0 16px">${block.items.map(([label, url], i) => html`${i > 0 && trustedHtml("<br>")}<a href="${href(url)}" style="color:${INK};font-weight:bold">${typed(label)}</a>`)}</p>
`;
    case "steps":
      return html`<ol style="margin:0 0 16px;padding-left:24px">${block.items.map((item) => html`<li style="margin:0 0 6px">${said(item)}</li>`)}</ol>
`;
  }
}

function contact(business: BusinessView): Html {
  return html`<b>${typed(business.name)}</b><br>${typed(business.addressLines.join(", "))}<br><a href="${href(telHref(business.phone))}" style="color:${SOFT}">${typed(business.phone)}</a> · <a href="${href(`mailto:${business.email}`)}" style="color:${SOFT}">${typed(business.email)}</a>`;
}
