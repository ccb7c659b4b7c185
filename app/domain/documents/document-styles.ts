import { trustedHtml, type Html } from "./escape";

/**
 * The one style sheet of all documents: on the screen a page that reads well from 360 px, on paper US Letter.
 * System fonts only; a document loads nothing from anywhere.
 */
export function documentStyles(): Html {
  return trustedHtml(`<style>${(BASE + SCREEN + PRINT).replace(/\n\s*/g, "")}</style>`);
}

const BASE = `
:root{--ink:#0e1f1e;--deep:#083c3d;--soft:#4a5a58;--line:#d3dcd8;--wash:#eef2ee;--accent:#a8380c;--good:#12612f}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;color:var(--ink);background:#fff;font:15px/1.5 "Helvetica Neue",Helvetica,Arial,"Liberation Sans","Open Sans",sans-serif;overflow-wrap:anywhere;print-color-adjust:exact;-webkit-print-color-adjust:exact}
h1,h2,h3,p,ul,dl,dd,address{margin:0;font-style:normal}
a{color:inherit}
.head{display:flex;flex-wrap:wrap;gap:16px 32px;justify-content:space-between;padding-bottom:18px;border-bottom:3px solid var(--deep)}
.brand{display:flex;gap:14px;align-items:flex-start;min-width:0;flex:1 1 300px}
.brand svg{flex:none;width:52px;height:52px}
.brand strong{display:block;font-size:1.28em;line-height:1.2;letter-spacing:-.01em}
.brand address{color:var(--soft);font-size:.82em;line-height:1.45;margin-top:4px}
.title{flex:0 1 auto;min-width:0;text-align:right}
.title h1{font-size:1.9em;line-height:1.1;letter-spacing:-.01em}
.title p{color:var(--soft);margin-top:4px;font-size:.9em}
.facts{display:grid;grid-template-columns:repeat(4,minmax(0,1fr));background:var(--wash);border-radius:6px;margin:18px 0;padding:12px 0}
.facts>div{padding:2px 14px;border-left:1px solid var(--line);min-width:0}
.facts>div:first-child{border-left:0}
dt,.label{color:var(--soft);font-size:.74em;font-weight:600;letter-spacing:.06em;text-transform:uppercase}
.facts dd{font-weight:700;line-height:1.35}
.pair{display:grid;grid-template-columns:minmax(0,6fr) minmax(0,5fr) minmax(10em,4.4fr) minmax(10em,4fr);gap:16px 20px;margin:0 0 22px;line-height:1.42}
.pair>div{min-width:0}
.pair p{margin-top:2px}
.pair .label{margin:0 0 3px}
table{width:100%;border-collapse:collapse;table-layout:fixed;font-variant-numeric:tabular-nums lining-nums}
th,td{padding:8px 10px;vertical-align:top;text-align:left}
thead tr{background:var(--deep)}
thead th{color:#fff;font-size:.74em;letter-spacing:.06em;text-transform:uppercase;padding-block:7px}
.qty{width:9%;text-align:right}
.unit,.sum{width:17%;text-align:right}
.sum{white-space:nowrap}
.lines td{border-bottom:1px solid var(--line)}
.lines b{display:block;line-height:1.35}
.lines small{display:block;color:var(--soft);font-size:.84em;line-height:1.4}
.lines tr,.totals,.keep{break-inside:avoid}
.totals td,.totals th{padding-block:4px;font-weight:400;text-align:right}
.totals tr:first-child>*{padding-top:12px}
.totals .grand>*{border-top:2px solid var(--ink);font-weight:700;font-size:1.16em;padding-top:8px}
.totals .due>*{background:var(--wash);font-weight:700;padding-block:7px}
.totals .mark{text-align:left;vertical-align:middle;padding-left:18px}
.stamp{display:inline-block;border:3px solid var(--good);border-radius:8px;color:var(--good);padding:6px 18px;text-align:center;transform:rotate(-5deg);max-width:100%}
.stamp b{display:block;font-size:1.7em;line-height:1.1;letter-spacing:.04em}
.stamp small{font-size:.78em;font-weight:600}
.stamp.open{border-color:var(--accent);color:var(--accent)}
.notes{margin-top:24px;padding-top:14px;border-top:1px solid var(--line);display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:14px 32px;font-size:.88em;color:var(--soft)}
.notes h2,.order h2{font-size:1.06em;color:var(--ink);margin-bottom:3px}
.notes p+p{margin-top:5px}
.thanks{margin-top:20px;font-weight:700}
.order h2{margin:0 0 8px;break-after:avoid}
.terms{margin-top:26px}
.terms>h2{font-size:1.3em;border-bottom:1px solid var(--line);padding-bottom:6px;margin-bottom:4px}
.terms section{margin-top:12px;font-size:.94em;line-height:1.46}
.terms h3{font-size:1.04em;break-after:avoid;display:flex;gap:.5em}
.terms h3 span{color:var(--accent);min-width:1.5em}
.terms p{margin-top:4px;break-inside:avoid}
.nb{display:inline-block;max-width:100%}
.terms ul{margin:4px 0 0;padding-left:1.3em}
.sign{margin:26px 1px 1px;border:2px solid var(--ink);border-radius:8px;padding:18px 20px}
.sign h2{font-size:1.2em;margin-bottom:6px}
.sign .rows{display:grid;grid-template-columns:minmax(0,3fr) minmax(0,2fr);gap:18px 32px;margin-top:14px}
.sign .on{border-bottom:1.5px solid var(--ink);min-height:64px;display:flex;align-items:flex-end;padding-bottom:3px}
.sign .on img{max-height:84px;max-width:100%;display:block}
.script{font:italic 1.9em/1.2 "Snell Roundhand","Segoe Script","Brush Script MT","Apple Chancery","URW Chancery L","Liberation Serif",Georgia,serif}
.script.long{font-size:1.2em}
.sign .under{color:var(--soft);font-size:.82em;margin-top:3px}
.audit{margin-top:16px;padding-top:12px;border-top:1px solid var(--line);font-size:.8em;color:var(--soft);display:grid;grid-template-columns:9.5em minmax(0,1fr);gap:2px 12px}
.audit dt{font-size:1em;text-transform:none;letter-spacing:0}
.mono{font-family:"SFMono-Regular",Menlo,Consolas,"Liberation Mono",monospace;font-size:.94em}
`;

const SCREEN = `
@media screen{
body{background:#e4ebe6;padding:20px 12px 40px}
main{background:#fff;max-width:816px;margin:0 auto;padding:48px 52px;border-radius:6px;box-shadow:0 1px 3px #0e1f1e33,0 8px 28px #0e1f1e1f}
.hint{max-width:816px;margin:0 auto 14px;color:#3a4846;font-size:.92em;text-align:center}
}
@media screen and (max-width:820px){
.pair{grid-template-columns:repeat(2,minmax(0,1fr))}
}
@media screen and (max-width:680px){
body{padding:12px 8px 32px}
main{padding:22px 18px}
.title{text-align:left;flex:1 1 100%}
.facts{grid-template-columns:repeat(2,minmax(0,1fr));row-gap:10px}
.facts>div:nth-child(odd){border-left:0}
.pair>.wide{grid-column:1/-1}
.notes,.sign .rows{grid-template-columns:minmax(0,1fr)}
th,td{padding-inline:5px;font-size:.93em}
thead th{font-size:.66em;letter-spacing:.02em}
.qty{width:11%}
.unit{width:24%}
.sum{width:29%}
.totals .grand>*{font-size:1.04em}
.totals .mark{padding-left:2px}
.stamp{padding:4px 9px}
.stamp b{font-size:1.2em}
.audit{grid-template-columns:minmax(0,1fr)}
.audit dd{margin-bottom:6px}
}
`;

const PRINT = `
@page{size:Letter;margin:.6in .65in .75in}
@media print{
body{font-size:10pt}
.terms section{font-size:8.9pt;line-height:1.4;margin-top:9px}
.terms{margin-top:18px}
.hint{display:none}
a{text-decoration:none}
.brand svg{width:48px;height:48px}
}
`;
