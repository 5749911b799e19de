import { html } from './html.ts';

/** How a report looks, in light, in dark and on paper. Nothing is loaded. */
export const REPORT_STYLE = html`
:root { color-scheme: light dark; --text: #1c2024; --quiet: #60646c; --line: #d9d9e0; --ground: #fff; --mark: #f0f0f3;
  --error: #b42318; --ok: #18794e; --warn: #915930; --untrusted: #7a1fa2; }
@media (prefers-color-scheme: dark) { :root { --text: #edeef0; --quiet: #b0b4ba; --line: #363a3f; --ground: #111113;
  --mark: #212225; --error: #ff9592; --ok: #3dd68c; --warn: #ffca16; --untrusted: #d19dff; } }
body { margin: 0 auto; max-width: 1100px; padding: 24px; background: var(--ground); color: var(--text);
  font: 14px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 20px; margin: 0 0 4px; } h2 { font-size: 15px; margin: 28px 0 8px; }
code, pre, .n { font: 12px/1.5 ui-monospace, monospace; }
.quiet { color: var(--quiet); } .failed { color: var(--error); } .ok { color: var(--ok); } .untrusted { color: var(--untrusted); }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; vertical-align: top; padding: 3px 10px 3px 0;
  border-bottom: 1px solid var(--line); } th { font-weight: 500; color: var(--quiet); white-space: nowrap; }
.id { min-width: 90px; } .n { white-space: nowrap; text-align: right; } tr.target { background: var(--mark); }
pre { margin: 6px 0; padding: 8px 10px; background: var(--mark); border-radius: 4px; white-space: pre-wrap; }
ol { padding-left: 22px; } li { margin: 2px 0; } summary { cursor: pointer; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 2px 14px; margin: 8px 0; } dt { color: var(--quiet); } dd { margin: 0; }
@media print { body { max-width: none; padding: 0; } details { break-inside: avoid; } tr { break-inside: avoid; } }
`;
