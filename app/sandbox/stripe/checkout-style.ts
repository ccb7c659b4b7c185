/** The hosted page's style: 360 px first, two columns from 900 px, dark text on light ground at 7:1 or better. */
export const CHECKOUT_STYLE = `
*{box-sizing:border-box}
html{font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;color:#1a1f36;background:#fff;-webkit-text-size-adjust:100%}
body{margin:0;min-height:100vh;display:flex;flex-direction:column}
p,h1,h2,ul,dl,dd{margin:0;padding:0}
.band{background:#ffd54a;color:#241a00;padding:.625rem 1rem;text-align:center;font-size:.9375rem;border-bottom:2px solid #8a6a00}
.frame{flex:1}
header,main{padding:1.25rem 1rem}
header{background:#f5f7fa;border-bottom:1px solid #dde3ec}
header>*,main>*{max-width:27rem;margin-inline:auto}
.back{margin-bottom:1rem}
.back a{display:inline-block;padding:.5rem 0}
a{color:#1f4f99;text-underline-offset:.15em}
h1{font-size:1.0625rem;font-weight:600;color:#434b60}
h2{font-size:1.125rem;line-height:1.3;margin-top:1.5rem}
form>h2:first-child{margin-top:0}
main h1{font-size:1.5rem;line-height:1.25;color:#1a1f36;margin-bottom:.75rem}
.total{font-size:2.25rem;line-height:1.2;font-weight:700;letter-spacing:-.02em}
.total small{font-size:1rem;font-weight:400;letter-spacing:0}
.lines{list-style:none;margin-top:1rem}
.lines li{display:flex;justify-content:space-between;gap:1rem;padding:.625rem 0}
.lines li>span:last-child{font-variant-numeric:tabular-nums;white-space:nowrap}
.lines b{font-weight:600;overflow-wrap:anywhere}
.lines i{font-style:normal;color:#434b60}
.lines small{display:block;font-size:.875rem;color:#434b60;overflow-wrap:anywhere}
.lines .sum{border-top:1px solid #c6cedb;font-weight:700}
.field{display:block;margin-top:.875rem}
label,.label{display:block;font-weight:600;font-size:.9375rem;margin-bottom:.25rem}
label small{font-weight:400;font-size:1em;color:#434b60}
.fixed{overflow-wrap:anywhere}
input{width:100%;min-height:3rem;padding:.5rem .75rem;font:inherit;font-variant-numeric:tabular-nums;color:inherit;background:#fff;border:1px solid #6b7488;border-radius:.5rem}
input::placeholder{color:#666e80;opacity:1}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:0 .75rem;align-items:end}
input:focus-visible,button:focus-visible,a:focus-visible,summary:focus-visible{outline:3px solid #1f4f99;outline-offset:2px}
.wrong input{border:2px solid #b3261e}
.error{color:#8c1d18;font-weight:600;font-size:.9375rem;margin-bottom:.25rem}
.problem{border:3px solid #b3261e;border-radius:.5rem;padding:.875rem 1rem;margin-bottom:1.5rem}
.problem h2{margin:0 0 .375rem}
.problem ul{list-style:none}
.problem li{padding:.25rem 0;font-weight:600;color:#8c1d18}
.problem a{color:inherit}
.note{margin-top:1.25rem;padding:.75rem .875rem;background:#eaf2fd;border-left:4px solid #1f4f99;border-radius:.25rem}
button,.button{display:block;width:100%;min-height:3.25rem;margin-top:1.25rem;padding:.75rem 1rem;font:inherit;font-size:1.0625rem;font-weight:700;text-align:center;text-decoration:none;color:#fff;background:#1f4f99;border:2px solid #1f4f99;border-radius:.5rem;cursor:pointer}
button:hover,.button:hover{background:#173d78;border-color:#173d78}
button.quiet{margin-top:.75rem;color:#1f4f99;background:#fff}
button.quiet:hover{background:#eaf2fd}
.small{margin-top:.75rem;font-size:.875rem;color:#434b60}
.bank{border:1px solid #c6cedb;border-radius:.75rem;padding:1.25rem 1rem;box-shadow:0 6px 24px rgb(26 31 54/.12)}
.bank p{margin-top:.5rem}
details{margin-top:1.75rem;border:1px solid #c6cedb;border-radius:.5rem;padding:0 1rem}
summary{padding:.75rem 0;font-weight:600;cursor:pointer}
details p{font-size:.9375rem}
dl{padding:.25rem 0 .75rem;font-size:.9375rem}
dl div{padding:.5rem 0;border-top:1px solid #e4e8ef}
code{font:inherit;font-weight:600;font-variant-numeric:tabular-nums;user-select:all}
dd{color:#434b60}
footer{padding:1rem;text-align:center;font-size:.875rem;color:#434b60;border-top:1px solid #dde3ec}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
@media (min-width:56.25rem){
.frame{display:grid;grid-template-columns:1fr 1fr}
header,main{padding:3rem 3.5rem}
header{border:0;border-right:1px solid #dde3ec}
header>*{margin-inline:auto 0;width:27rem;max-width:100%}
main>*{margin-inline:0 auto}
.frame.one{display:block}
.one header{padding:1.5rem 1rem;border:0;border-bottom:1px solid #dde3ec}
.one header>*,.one main>*{margin-inline:auto}
.one .back{margin-bottom:0}
}
`.replace(/\n/g, "");
