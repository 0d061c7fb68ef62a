/** One small sheet for every page of the sandbox. `--tint` is set by the page that has a colour of its own. */
export const STYLE = `
:root{color-scheme:light dark;--tint:#4a5a7a;--ink:light-dark(#1d2230,#e9ebf2);--soft:light-dark(#5b6377,#a3abc0);
--ground:light-dark(#f6f6f3,#14161c);--card:light-dark(#fff,#1d2029);--line:light-dark(#e2e2da,#313644);
--accent:light-dark(var(--tint),color-mix(in oklab,var(--tint) 45%,#fff));--good:light-dark(#1c6b3f,#7fd3a1);
--bad:light-dark(#a32d24,#f2a097);--wait:light-dark(#80560a,#e6bd6b)}
*{box-sizing:border-box}html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.5 system-ui,"Segoe UI",Roboto,"Helvetica Neue",sans-serif}
a{color:var(--accent)}a:focus-visible,button:focus-visible,input:focus-visible,select:focus-visible,summary:focus-visible{outline:3px solid var(--accent);outline-offset:2px;border-radius:4px}
.skip{position:absolute;left:-999px}.skip:focus{left:8px;top:8px;background:var(--card);padding:8px;z-index:5}
.note{background:light-dark(#fff6da,#39311a);color:light-dark(#55410b,#f0ddb0);font-size:.85rem;padding:6px 16px;text-align:center}
header.top{border-bottom:1px solid var(--line);border-top:4px solid var(--tint);background:var(--card)}
.bar{max-width:1180px;margin:0 auto;padding:14px 20px;display:flex;flex-wrap:wrap;gap:8px 20px;align-items:center}
.brand{display:flex;gap:12px;align-items:center;text-decoration:none;color:inherit;margin-right:auto;min-width:0}
.brand img{width:40px;height:40px;flex:none}.brand b{font-family:Georgia,"Times New Roman",serif;font-size:1.2rem;line-height:1.15;display:block}
.brand small{color:var(--soft);display:block}
nav.links{display:flex;flex-wrap:wrap;gap:4px 16px}nav.links a{padding:6px 0}
main{max-width:1180px;margin:0 auto;padding:24px 20px 64px}
h1,h2,h3{font-family:Georgia,"Times New Roman",serif;line-height:1.2;text-wrap:balance}
h1{font-size:clamp(1.5rem,1.1rem + 1.6vw,2.2rem);margin:.2em 0 .5em}h2{font-size:1.25rem;margin:0 0 .6em}h3{font-size:1rem;margin:0 0 .3em}
p{max-width:68ch}.soft{color:var(--soft)}.small{font-size:.875rem}.mono{font-family:ui-monospace,SFMono-Regular,Menlo,monospace;font-size:.85em;overflow-wrap:anywhere}
.card{background:var(--card);border:1px solid var(--line);border-radius:14px;padding:20px;margin:0 0 20px;min-width:0}
.grid{display:grid;gap:16px;grid-template-columns:repeat(auto-fill,minmax(min(210px,100%),1fr));list-style:none;margin:0;padding:0}
.split{display:grid;gap:0 24px;grid-template-columns:minmax(0,1fr)}@media(min-width:820px){.split{grid-template-columns:minmax(0,3fr) minmax(0,2fr)}.split.even{grid-template-columns:minmax(0,1fr) minmax(0,1fr)}}
.tile{background:var(--card);border:1px solid var(--line);border-radius:14px;overflow:hidden;display:flex;flex-direction:column;text-decoration:none;color:inherit;height:100%}
.tile:hover{border-color:var(--accent)}.tile img{width:100%;height:auto;aspect-ratio:4/3;object-fit:cover;display:block}
.tile div{padding:12px 14px 14px;display:flex;flex-direction:column;gap:2px;flex:1}.tile .price{margin-top:auto;padding-top:6px}
.price{font-weight:700;font-variant-numeric:tabular-nums}.was{color:var(--soft);text-decoration:line-through;font-weight:400;margin-left:6px}
form.row{display:flex;flex-wrap:wrap;gap:8px;align-items:end}form.inline{display:inline-flex;flex-wrap:wrap;gap:6px;align-items:center}
label{display:block;font-size:.875rem;color:var(--soft)}label.wide{flex:1 1 220px}
input,select,textarea{font:inherit;color:inherit;background:var(--ground);border:1px solid light-dark(#8d93a3,#6b7387);border-radius:9px;padding:9px 11px;width:100%;min-height:44px}
input[type=checkbox],input[type=radio]{width:auto;min-height:0}label:has(>input[type=radio]){display:flex;gap:10px;align-items:center;min-height:44px;font-size:1rem;color:inherit}
button,.button{font:inherit;font-weight:600;border:1px solid transparent;border-radius:9px;background:var(--tint);color:#fff;padding:9px 16px;min-height:44px;cursor:pointer;text-decoration:none;display:inline-block}
button:hover,.button:hover{filter:brightness(1.1)}
button.quiet{background:transparent;color:var(--ink);border-color:light-dark(#8d93a3,#6b7387)}
.tight input,.tight select{min-height:36px;padding:5px 9px;font-size:.875rem;width:auto;max-width:100%}.tight button{min-height:36px;padding:5px 12px;font-size:.875rem}
.figures{display:grid;gap:12px;grid-template-columns:repeat(3,minmax(0,1fr));margin-bottom:20px}.figures .card{margin:0;padding:14px 16px}.figures .price{font-size:clamp(1.05rem,.8rem + 1.2vw,1.5rem)}
.stack{display:grid;gap:14px}.actions{display:flex;flex-wrap:wrap;gap:8px;margin-top:12px}
.tag{display:inline-block;font-size:.78rem;font-weight:600;border-radius:99px;padding:1px 10px;border:1px solid currentColor;white-space:nowrap}
.tag.good{color:var(--good)}.tag.bad{color:var(--bad)}.tag.wait{color:var(--wait)}.tag.plain{color:var(--soft)}
.say{border-left:4px solid var(--accent);background:var(--card);padding:10px 14px;border-radius:0 10px 10px 0;margin:0 0 16px;max-width:none}.say.bad{border-color:var(--bad)}.say.good{border-color:var(--good)}
.scroll{overflow-x:auto}table{border-collapse:collapse;width:100%;font-size:.92rem}th{text-align:left;font-weight:600;color:var(--soft);font-size:.82rem}
th,td{padding:9px 12px 9px 0;border-bottom:1px solid var(--line);vertical-align:top}td.num,th.num{text-align:right;font-variant-numeric:tabular-nums}
dl.facts{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:4px 16px;margin:0}dl.facts dt{color:var(--soft)}dl.facts dd{margin:0;overflow-wrap:anywhere}
.pages{display:flex;flex-wrap:wrap;gap:6px;margin:24px 0 0;padding:0;list-style:none}.pages a,.pages span{display:block;min-width:40px;text-align:center;padding:7px 10px;border-radius:9px;border:1px solid var(--line);text-decoration:none}
.pages [aria-current]{background:var(--tint);color:#fff}
.feature img{width:100%;height:auto;max-height:560px;object-fit:cover;border-radius:14px;display:block}
.order{border-top:1px solid var(--line);padding:16px 0}.order:first-of-type{border-top:0;padding-top:0}.order:last-child{padding-bottom:0}
.order .head{display:flex;flex-wrap:wrap;gap:4px 12px;align-items:baseline}.order .head strong{overflow-wrap:anywhere}
summary{cursor:pointer;padding:4px 0}iframe.mail{width:100%;height:60vh;border:1px solid var(--line);border-radius:10px;background:#fff}
pre{white-space:pre-wrap;overflow-wrap:anywhere;background:var(--ground);padding:12px;border-radius:10px;font-size:.85rem}
footer.end{max-width:1180px;margin:0 auto;padding:0 20px 40px;color:var(--soft);font-size:.85rem}
@media(prefers-reduced-motion:no-preference){.tile,button{transition:border-color .15s,filter .15s}}
`;
