/** The look of the page: Engram's colours, dark where the system is. */
export const reportStyle = `
:root{--paper:#fbfaf8;--card:#fff;--ink:#1d1b19;--soft:#6d6862;--line:#e6e2dc;--faint:#f1eee9;--accent:#7a3ff2;
--success:#1a8f5a;--partial:#e0a030;--failure:#cf3f47;--shade:0 1px 2px rgb(40 30 20/.05),0 8px 24px rgb(40 30 20/.04)}
@media(prefers-color-scheme:dark){:root{--paper:#131215;--card:#1b1a1e;--ink:#ece9e6;--soft:#9b958f;--line:#2c2a30;--faint:#242228;
--accent:#b795ff;--success:#4cc38a;--partial:#f0b35a;--failure:#ff7d84;--shade:none}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.55 ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;-webkit-text-size-adjust:100%}
main{max-width:1180px;margin:0 auto;padding:40px 28px 72px}
h1,h2,h3{line-height:1.25;letter-spacing:-.012em;margin:0}
h1{font-size:30px;margin-top:18px;unicode-bidi:isolate;overflow-wrap:anywhere}
h2{font-size:20px;margin:52px 0 4px}h3{font-size:15px}
p{margin:0}.soft,.lead{color:var(--soft)}.lead{margin:4px 0 16px;max-width:70ch}
.mark{display:flex;align-items:center;gap:10px;font-weight:650}
.mark::before{content:"";width:14px;height:14px;border-radius:4px;background:linear-gradient(135deg,var(--accent),var(--success))}
code{font:.92em ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;background:var(--faint);border-radius:5px;padding:1px 5px;overflow-wrap:anywhere}
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(165px,1fr));gap:14px;margin-top:26px}
.card,.tile{background:var(--card);border:1px solid var(--line);border-radius:14px;box-shadow:var(--shade)}
.tile{padding:16px 18px}.tile .label{font-size:13px;color:var(--soft)}
.tile .value{font-size:29px;font-weight:650;letter-spacing:-.025em;line-height:1.25;font-variant-numeric:tabular-nums}
.tile .value.none{color:var(--soft)}
.tile .note{font-size:12.5px;color:var(--soft)}
.card{padding:20px 22px;min-width:0}.card>h3{margin-bottom:2px}.card>p.soft{font-size:13.5px}
.pair{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:18px;margin-top:18px;align-items:start}
main>.card+.card{margin-top:18px}h2+.card{margin-top:14px}
.remarks{list-style:none;margin:12px 0 0;padding:0;display:grid;gap:10px}
.remarks li{display:grid;grid-template-columns:10px 1fr;gap:11px;unicode-bidi:isolate;overflow-wrap:anywhere}
.remarks li::before{content:"";width:8px;height:8px;border-radius:3px;margin-top:8px;background:var(--accent)}
.remarks .success::before,.remarks .trend::before{background:var(--failure)}.remarks .time::before{background:var(--partial)}
.found .success::before,.found .approach::before,.found .sequence::before{background:var(--success)}.remarks .failure::before{background:var(--failure)}
.chart{display:grid;grid-template-columns:auto minmax(0,1fr);gap:6px 10px;margin-top:16px}
.scale{display:flex;flex-direction:column;justify-content:space-between;text-align:right;font-size:11.5px;line-height:1;color:var(--soft);margin:-5px 0;font-variant-numeric:tabular-nums;min-width:30px}
.dates{grid-column:2;display:flex;justify-content:space-between;font-size:11.5px;color:var(--soft);font-variant-numeric:tabular-nums}
.plot{display:block;width:100%;height:190px;overflow:visible}
.plot .grid{stroke:var(--line);stroke-width:1;vector-effect:non-scaling-stroke}
.plot .band{fill:var(--accent);opacity:.15}
.plot .line{fill:none;stroke:var(--accent);stroke-width:2.25;vector-effect:non-scaling-stroke;stroke-linejoin:round;stroke-linecap:round}
svg .success{fill:var(--success)}svg .partial{fill:var(--partial)}svg .failure{fill:var(--failure)}svg .plain{fill:var(--accent)}svg .muted{fill:var(--soft)}
.hit{fill:transparent}.hit:hover{fill:var(--ink);opacity:.06}
.legend{display:flex;flex-wrap:wrap;gap:4px 16px;font-size:12.5px;color:var(--soft);margin-top:12px}
.legend span{display:inline-flex;align-items:center;gap:6px}
.legend i{width:10px;height:10px;border-radius:3px}.legend .success{background:var(--success)}.legend .partial{background:var(--partial)}.legend .failure{background:var(--failure)}.legend .line{background:var(--accent)}.legend .band{background:var(--accent);opacity:.25}
.rows{display:grid;gap:9px;margin-top:14px}
.row{display:grid;grid-template-columns:minmax(90px,24%) minmax(0,1fr) minmax(112px,auto);gap:14px;align-items:center;font-size:14px}
.row .name{overflow:hidden;text-overflow:ellipsis;white-space:nowrap;unicode-bidi:isolate}
.row .figure{text-align:right;font-variant-numeric:tabular-nums;color:var(--soft);white-space:nowrap}.row .figure b{color:var(--ink);font-weight:600}
.bar{display:block;width:100%;height:18px;border-radius:6px;overflow:hidden}
.bar.none{background:var(--faint)}.bar .track{fill:var(--faint)}
.bar .success,.bar .failure,.bar .plain,.bar .muted{opacity:.78}
.bar .whisker{stroke:var(--ink);stroke-width:1.5;vector-effect:non-scaling-stroke;opacity:.75}
.bar .zero{stroke:var(--soft);stroke-width:1;stroke-dasharray:2 2;vector-effect:non-scaling-stroke}
.scroll{overflow-x:auto;margin-top:14px}.card>.rows:first-child,.card>.scroll:first-child{margin-top:0}.rows+p.soft{margin-top:10px}
table{border-collapse:collapse;width:100%;font-size:13.8px}
th,td{text-align:left;padding:8px 14px 8px 0;border-top:1px solid var(--line);vertical-align:top;unicode-bidi:isolate}
thead th{border-top:0;font-size:12px;font-weight:550;color:var(--soft);white-space:nowrap}
tbody th{font-weight:550}td.number,th.number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
th:last-child,td:last-child{padding-right:0}tbody th,td{overflow-wrap:anywhere;min-width:60px}
.improving,.declining,.stable,.insufficient_data{white-space:nowrap}
.improving{color:var(--success)}.declining{color:var(--failure)}.insufficient_data{color:var(--soft)}
.chain{display:inline-flex;flex-wrap:wrap;gap:4px;align-items:center}.chain span{background:var(--faint);border-radius:7px;padding:1px 8px;font-size:13px;unicode-bidi:isolate}.chain i{color:var(--soft);font-style:normal}
.grid3{display:grid;grid-template-columns:repeat(auto-fit,minmax(300px,1fr));gap:18px;margin-top:18px}
.big{font-size:25px;font-weight:650;letter-spacing:-.02em;font-variant-numeric:tabular-nums;margin:4px 0}
.empty{color:var(--soft);background:var(--card);border:1px dashed var(--line);border-radius:14px;padding:20px 22px;margin-top:14px}
details{margin-top:14px;font-size:13px}summary{cursor:pointer;color:var(--soft)}details .scroll{max-height:300px;overflow:auto}
footer{margin-top:56px;padding-top:18px;border-top:1px solid var(--line);color:var(--soft);font-size:13px}footer p{max-width:90ch}
@media(max-width:860px){.pair{grid-template-columns:minmax(0,1fr)}main{padding:28px 18px 56px}}
@media(max-width:520px){.row{grid-template-columns:minmax(0,1fr) auto}.row .bar{grid-column:1/-1;grid-row:2}}
@media print{body{background:#fff}.card,.tile{box-shadow:none;break-inside:avoid}details{display:none}}
`;
