/** Colors come in pairs for light and dark; all text has a contrast of at least 4.5 to its background (WCAG 2.2, 1.4.3). */
export const styles = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#f6f7f9, #14171c);
  --surface: light-dark(#ffffff, #1c2027);
  --raised: light-dark(#eef0f4, #262b34);
  --line: light-dark(#d5d9e0, #373d49);
  --text: light-dark(#1b2230, #e6e9ef);
  --muted: light-dark(#566074, #a3adbd);
  --accent: light-dark(#1f5fbf, #8ab8ff);
  --good: light-dark(#17693a, #7fd6a0);
  --good-ground: light-dark(#dff3e6, #173524);
  --warning: light-dark(#855000, #f2c063);
  --warning-ground: light-dark(#fdf0d5, #3b2d10);
  --bad: light-dark(#ad1f2d, #ff9a9f);
  --bad-ground: light-dark(#fbe2e4, #42191d);
  --mono: ui-monospace, 'SF Mono', 'Cascadia Mono', 'DejaVu Sans Mono', Menlo, Consolas, monospace;
}
* { box-sizing: border-box; }
body {
  margin: 0;
  background: var(--ground);
  color: var(--text);
  font: 15px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'Liberation Sans', 'DejaVu Sans', sans-serif;
  overflow-wrap: anywhere;
}
main, footer { max-width: 62rem; margin: 0 auto; padding: 1.5rem 1.25rem; }
.landscape > * { max-width: 82rem; }
footer { color: var(--muted); font-size: 0.87em; padding-top: 0; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 1rem; }
h2 { font-size: 1.2rem; margin: 0 0 0.75rem; }
h3 { font-size: 1rem; margin: 1.25rem 0 0.25rem; }
p { margin: 0 0 0.75rem; }
section { background: var(--surface); border: 1px solid var(--line); border-radius: 8px; padding: 1rem 1.25rem; margin: 1rem 0; }
code, pre { font-family: var(--mono); font-size: 0.87em; }
pre { margin: 0.5rem 0; padding: 0.75rem; background: var(--raised); border-radius: 6px; white-space: pre-wrap; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.notice { border-left: 4px solid var(--line); border-radius: 4px; background: var(--raised); padding: 0.6rem 0.9rem; margin: 0 0 0.75rem; }
.notice p { margin: 0; }
.notice.good { border-color: var(--good); background: var(--good-ground); }
.notice.warning { border-color: var(--warning); background: var(--warning-ground); }
.notice.bad { border-color: var(--bad); background: var(--bad-ground); }
.badge { display: inline-block; padding: 0 0.5rem; border-radius: 999px; font-size: 0.8rem; font-weight: 600; background: var(--raised); color: var(--muted); }
.badge.good { background: var(--good-ground); color: var(--good); }
.badge.warning { background: var(--warning-ground); color: var(--warning); }
.badge.bad { background: var(--bad-ground); color: var(--bad); }
.facts { display: grid; grid-template-columns: repeat(auto-fill, minmax(18rem, 1fr)); gap: 0.75rem 1.5rem; margin: 0 0 1rem; }
.facts dt { color: var(--muted); font-size: 0.85rem; }
.facts dd { margin: 0; font-weight: 550; }
.figures { grid-template-columns: repeat(auto-fill, minmax(9rem, 1fr)); gap: 0.75rem; }
.figures div { display: flex; flex-direction: column-reverse; justify-content: flex-end; border: 1px solid var(--line); border-radius: 6px; padding: 0.5rem 0.75rem; }
.figures dd { font-size: 1.5rem; line-height: 1.3; font-weight: 650; }
ol, ul { margin: 0 0 0.75rem; padding-left: 1.6rem; }
li { margin: 0.25rem 0; }
ul.names { list-style: none; padding: 0; margin: 0; }
ul.names li { display: inline; margin: 0; }
ul.names li:not(:last-child)::after { content: ', '; }
summary { cursor: pointer; font-weight: 600; margin-bottom: 0.5rem; }
table { border-collapse: collapse; width: 100%; font-size: 0.9rem; margin-bottom: 0.75rem; overflow-wrap: break-word; }
caption { text-align: left; color: var(--muted); padding-bottom: 0.5rem; }
th, td { text-align: left; vertical-align: top; padding: 0.4rem 0.75rem 0.4rem 0; border-top: 1px solid var(--line); }
thead th { color: var(--muted); font-size: 0.8rem; border-top: 0; white-space: nowrap; }
tbody th { font-weight: 600; }
th code, td code { white-space: nowrap; font-size: 0.8em; color: var(--muted); }
@media (max-width: 640px) {
  main, footer { padding-left: 0.75rem; padding-right: 0.75rem; }
  section { padding: 0.75rem; }
  table, caption, tbody, tr, th, td { display: block; overflow-wrap: anywhere; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  tbody tr { border-top: 1px solid var(--line); padding: 0.5rem 0; }
  tbody th, td { border: 0; padding: 0.1rem 0; }
  ul.names { display: inline; }
  .figures { grid-template-columns: 1fr 1fr; }
  tbody [data-label]::before { content: attr(data-label) ': '; color: var(--muted); font-weight: 400; }
}
@media print {
  @page { margin: 14mm 12mm; }
  @page landscape { size: landscape; }
  .landscape { page: landscape; font-size: 9pt; }
  :root { color-scheme: light; font-size: 12px; }
  body { background: #fff; font-size: 10pt; }
  main, footer, .landscape > * { max-width: none; padding: 0; }
  section { border: 0; border-top: 1px solid var(--line); border-radius: 0; padding: 0.75rem 0 0; background: none; }
  h2, h3, caption { break-after: avoid; }
  table { font-size: 8pt; }
  th code, td code { font-size: 6pt; }
  th, td { padding-top: 0.2rem; padding-bottom: 0.2rem; line-height: 1.3; }
  p, tr, li, .notice, .facts div { break-inside: avoid; }
  thead { display: table-header-group; }
  pre { border: 1px solid var(--line); font-size: 8.5pt; }
  .notice, .badge { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  details:not([open])::details-content { content-visibility: visible; display: block; }
}
`;
