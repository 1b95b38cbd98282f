/** Colours and letters of every page; dark where the system is. */
export const sharedStyle = `
:root{--paper:#fbfaf8;--card:#fff;--ink:#1d1b19;--soft:#6d6862;--line:#e6e2dc;--accent:#7a3ff2;--code:#f4f1ec;
--get:#1a7f4b;--post:#7a3ff2;--patch:#b26a00;--delete:#c2333b}
@media(prefers-color-scheme:dark){:root{--paper:#131215;--card:#1b1a1e;--ink:#ece9e6;--soft:#9b958f;--line:#2c2a30;
--accent:#b795ff;--code:#100f12;--get:#5fd39a;--post:#b795ff;--patch:#f0b35a;--delete:#ff8086}}
*{box-sizing:border-box}
html{scroll-behavior:smooth;scroll-padding-top:24px}
body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.6 ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
code,pre,.path,.method,.shape{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
a{color:var(--accent);text-decoration:none}a:hover{text-decoration:underline}
h1,h2,h3{line-height:1.25;letter-spacing:-.01em}
.mark{display:inline-flex;align-items:center;gap:10px;font-weight:650;color:var(--ink)}
.mark::before{content:"";width:14px;height:14px;border-radius:4px;background:linear-gradient(135deg,var(--accent),var(--get))}
`;

export const docsStyle = `${sharedStyle}
.layout{display:grid;grid-template-columns:270px minmax(0,1fr);max-width:1500px;margin:0 auto}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:28px 20px 40px 28px;border-right:1px solid var(--line);font-size:13.5px}
nav .mark{font-size:16px;margin-bottom:18px}
nav h4{margin:20px 0 6px;font-size:11px;letter-spacing:.08em;text-transform:uppercase;color:var(--soft)}
nav a{display:flex;gap:8px;align-items:baseline;padding:2px 0;color:var(--ink)}
nav a .method{width:46px;font-size:10.5px;flex:none}
main{padding:44px 48px 120px}
.lead{max-width:760px;color:var(--soft);font-size:16px}
.facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(220px,1fr));gap:14px;margin:26px 0 10px}
.facts>div{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:14px 16px;font-size:14px}
.facts h3{margin:0 0 4px;font-size:14px}.facts p{margin:0;color:var(--soft)}
h1{margin:0 0 10px;font-size:32px}
h2{margin:64px 0 2px;font-size:23px;text-transform:capitalize}
h2+p{margin:0 0 18px;color:var(--soft)}
.operation{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,460px);gap:32px;padding:26px 0;border-top:1px solid var(--line)}
.operation h3{margin:0 0 8px;font-size:17px}
.operation h4,.panel h4{margin:18px 0 6px;font-size:11px;letter-spacing:.08em;text-transform:uppercase;color:var(--soft)}
.address{display:flex;flex-wrap:wrap;gap:8px 10px;align-items:center;margin-bottom:4px}
.method{font-size:11.5px;font-weight:700}
.address .method{padding:2px 8px;border-radius:6px;border:1px solid currentColor}
.get{color:var(--get)}.post{color:var(--post)}.patch{color:var(--patch)}.delete{color:var(--delete)}
.path{font-size:14px;word-break:break-all}
.scope{font-size:12px;color:var(--soft);border:1px solid var(--line);border-radius:99px;padding:1px 9px}
.field{display:grid;grid-template-columns:minmax(120px,180px) minmax(0,1fr);gap:2px 16px;padding:8px 0;border-top:1px solid var(--line);font-size:14px}
h4+.field{border-top:0}
.field code{font-size:13px;font-weight:600}
.field .needed{color:var(--delete);font-size:11.5px;margin-left:6px}
.field .type{color:var(--soft);font-size:13px;overflow-wrap:anywhere}
.panel pre{margin:0;padding:14px 16px;background:var(--code);border:1px solid var(--line);border-radius:10px;overflow:auto;font-size:12.5px;line-height:1.55;max-height:420px}
.panel{position:sticky;top:24px;align-self:start}
.panel .copyable{position:relative}
.panel .copyable pre{padding-right:64px}
.panel button{position:absolute;top:8px;right:8px;font:12px system-ui;color:var(--soft);background:var(--card);border:1px solid var(--line);border-radius:6px;padding:2px 9px;cursor:pointer}
.panel button:hover{color:var(--ink)}
.panel h4:first-child{margin-top:0}
details{border-top:1px solid var(--line);padding:10px 0}
summary{cursor:pointer;font-weight:600}
details pre{overflow:auto;font-size:12.5px;background:var(--code);border:1px solid var(--line);border-radius:10px;padding:14px 16px}
@media(max-width:1100px){.operation{grid-template-columns:1fr;gap:10px}.panel{position:static}}
@media(max-width:800px){.layout{grid-template-columns:1fr}nav{position:static;height:auto;border-right:0;border-bottom:1px solid var(--line)}main{padding:28px 20px 80px}}
`;

export const welcomeStyle = `${sharedStyle}
body{display:grid;place-items:center;min-height:100vh;padding:24px}
main{width:min(560px,100%)}
.mark{font-size:30px}.mark::before{width:24px;height:24px;border-radius:7px}
p{color:var(--soft);font-size:16px;margin:14px 0 26px}
a.row{display:flex;justify-content:space-between;gap:16px;padding:14px 18px;margin-top:10px;background:var(--card);border:1px solid var(--line);border-radius:12px;color:var(--ink)}
a.row:hover{border-color:var(--accent);text-decoration:none}
a.row span:last-child{color:var(--soft)}
footer{margin-top:22px;color:var(--soft);font-size:13px}
`;
