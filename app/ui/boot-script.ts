/**
 * The script every public page carries (under 1 KB). Remix's own scripts wait in an inert <template>;
 * a sign of intent (focus or touch of a form control or of something marked data-hydrate) releases them.
 * Never a link, a submit button or Enter: scripts would compete with the navigation. Never with Save-Data or on 2g.
 * Until then a stub queues the single-fetch stream that Remix's inline scripts will ask for.
 * Back and forward among steps that Remix had navigated to change only the address of a page that it has not taken over
 * (after a reload, or back from the card company): such a page is loaded anew.
 */
export const BOOT_SCRIPT = `(()=>{let q=[],d=document,w=window,n=0;w.__remixContext={streamController:{enqueue:c=>q.push([c]),close:()=>q.push(0)}};
let u=()=>location.pathname+location.search,h=u();w.addEventListener("popstate",()=>d.documentElement.dataset.hydrated||u()==h||location.reload());
let c=navigator.connection||{};if(c.saveData||/2g/.test(c.effectiveType||""))return;
let go=()=>{if(n)return;n=1;let t=d.getElementById("app-scripts");if(!t)return;t.replaceWith(t.content);let s=w.__remixContext.streamController;q.forEach(x=>x?s.enqueue(x[0]):s.close())};
let on=e=>{let t=e.target;t&&t.closest&&t.closest("select,textarea,input:not([type=submit]):not([type=hidden]),[data-hydrate]")&&(d.readyState=="loading"?d.addEventListener("DOMContentLoaded",go):go())};
d.addEventListener("focusin",on);d.addEventListener("touchstart",on,{passive:true})})()`;
