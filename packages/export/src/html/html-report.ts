/** A run as one HTML file that is read without this program: no script, nothing loaded, nothing of the log is markup. */
import {
  countOf,
  formatBytes,
  formatCount,
  formatDuration,
  formatMoment,
  formatSequence,
  HIDDEN_CHARACTERS,
  INERT_PAGE_HEAD,
  type MaskedText,
  masker,
  unreachable,
} from '@openwop-inspector/base';
import {
  type CausalChain,
  type ChainLink,
  type ChainNode,
  type EnvelopeAttempt,
  type EventRow,
  type LogicalEnvelope,
  type SentencePart,
  type SessionSummary,
  statusWord,
  textOfLog,
} from '@openwop-inspector/run-log';

/** What a report contains. */
export interface ReportContent {
  readonly summary: SessionSummary;
  /** The causes of the failure that it is about; null when there is none. */
  readonly chain: CausalChain | null;
  /** The envelope that the failure is about; null when it is about none. */
  readonly envelope: LogicalEnvelope | null;
  /** Events that are printed whole, masked; null for one that is too large for that. */
  readonly documents: readonly { readonly row: EventRow; readonly text: MaskedText | null }[];
  /** Events that were chosen, and how many there are; more than `rows` are counted. */
  readonly rows: readonly EventRow[];
  readonly total: number;
  /** What chose them; '' for all. */
  readonly filter: string;
  /** Name and version of what wrote it. */
  readonly writtenBy: string;
}

/** What became of a report: its text, or that something that looks like a secret is left in it. */
export type ReportEnd =
  | { readonly kind: 'written'; readonly text: MaskedText }
  | { readonly kind: 'leak'; readonly message: string };

/** Runs that are listed. */
const MAX_RUNS = 50;

/** The report as text. It is searched again as a whole: what is still found refuses it. O(its length). */
export function htmlReport(content: ReportContent): ReportEnd {
  const { summary, rows } = content;
  const page = html`<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${`${summary.verdict.title}: ${summary.name}`}</title>
<style>${REPORT_STYLE}</style>
</head>
<body>
<h1 class="${toneOf(summary)}">${summary.verdict.title}</h1>
<p>${summary.verdict.sentence.map(sentencePart)}</p>
${facts(content)}
${summary.runs.length > 1 ? runsTable(summary) : ''}
${content.chain === null ? '' : causes(content.chain)}
${content.envelope === null ? '' : attempts(content.envelope)}
${documents(content)}
${eventsTable(content, rows)}
</body>
</html>
`;
  const text = INERT_PAGE_HEAD + page.text;
  const masked = masker.text(text);
  if (masked !== text)
    return { kind: 'leak', message: 'something that looks like a secret is left in the report' };
  return { kind: 'written', text: masked };
}

function toneOf({ verdict }: SessionSummary): string {
  return verdict.tone === 'failed' ? 'failed' : verdict.tone === 'ok' ? 'ok' : 'quiet';
}

function sentencePart({ text, kind }: SentencePart): Html {
  if (kind === 'code') return html`<code>${text}</code>`;
  return kind === 'strong' ? html`<strong>${text}</strong>` : html`${text}`;
}

function facts({ summary, writtenBy }: ReportContent): Html {
  const { event } = textOfLog(summary);
  const { name, format, sizeBytes, events, startMs, endMs, problemCounts, hostName } = summary;
  const { error, warning, note } = problemCounts;
  const entries: readonly (readonly [string, string])[] = [
    ['file', `${name}, ${format}, ${formatBytes(sizeBytes)}`],
    ...(hostName === null ? [] : [['host', hostName] as const]),
    [`${event}s`, formatCount(events)],
    ...(startMs === null ? [] : [['began', formatMoment(startMs) ?? ''] as const]),
    ...(startMs === null || endMs === null || endMs < startMs
      ? []
      : [['took', formatDuration(endMs - startMs)] as const]),
    ['problems', [countOf(error, 'error'), countOf(warning, 'warning'), countOf(note, 'note')].join(', ')],
    ...(summary.complete ? [] : [['not whole', 'the log was not read to its end'] as const]),
    ['written by', writtenBy],
  ];
  return html`<dl>${entries.map(([term, text]) => html`<dt>${term}</dt><dd>${text}</dd>`)}</dl>`;
}

function runsTable(summary: SessionSummary): Html {
  const { runs } = summary;
  const log = textOfLog(summary);
  return html`<h2>${countOf(runs.length, log.run)}</h2>
<table><tr><th>${log.run}</th><th>status</th><th>workflow</th><th>${log.event}s</th></tr>${runs
    .slice(0, MAX_RUNS)
    .map(
      ({ runId, status, workflowId, events }) =>
        html`<tr><td><code>${runId}</code></td><td>${statusWord(log, status)}</td><td>${workflowId ?? ''}</td><td class="n">${formatCount(events)}</td></tr>`,
    )}</table>
${runs.length > MAX_RUNS ? html`<p class="quiet">${formatCount(runs.length - MAX_RUNS)} more are not listed.</p>` : ''}`;
}

/** From where the chain starts down to the event that it is about, with the rule of each step. */
function causes(chain: CausalChain): Html {
  if (chain.causationOmitted)
    return html`<h2>Why it happened</h2><p class="quiet">The host recorded no causes.</p>`;
  const steps: readonly (readonly [ChainNode, ChainLink | null])[] = [
    ...chain.ancestors.toReversed().map((link) => [link.node, link] as const),
    [chain.target, null],
  ];
  const cause = chain.cause?.node.kind === 'event' ? chain.cause.node.row.ordinal : null;
  return html`<h2>Why it happened</h2>
<ol>${steps.map(
    ([node, link]) =>
      html`<li>${nodeText(node)}${link === null ? '' : html` <span class="quiet">leads on by ${link.via}</span>`}${
        node.kind === 'event' && node.row.ordinal === cause
          ? html` <strong class="failed">the cause</strong>`
          : ''
      }</li>`,
  )}</ol>`;
}

function nodeText(node: ChainNode): Html {
  switch (node.kind) {
    case 'event': {
      const { sequence, type, nodeId, summary, contentTrust } = node.row;
      return html`${formatSequence(sequence)} <code>${type}</code>${nodeId === null ? '' : html` at <code>${nodeId}</code>`}: ${summary}${
        contentTrust === 'untrusted' ? html` <span class="untrusted">untrusted</span>` : ''
      }`;
    }
    case 'envelope':
      return html`envelope <code>${node.envelopeType ?? 'of unknown kind'}</code>, correlationId <code>${node.correlationId}</code>`;
    case 'external':
      return html`<code>${node.id}</code> on ${node.hostId ?? 'another host'}`;
    case 'dangling':
      return html`<code>${node.id}</code>, which is not in this log`;
    default:
      return unreachable(node);
  }
}

function attempts({ envelopeType, correlationId, attempts, attemptsLeftOut }: LogicalEnvelope): Html {
  return html`<h2>${countOf(attempts.length + attemptsLeftOut, 'attempt')} at <code>${envelopeType ?? 'an envelope of unknown kind'}</code></h2>
<p class="quiet">correlationId ${correlationId ?? 'not recorded'}</p>
<table><tr><th>attempt</th><th>event</th><th>state</th><th>code</th><th>what is recorded</th><th>tried again for</th></tr>${attempts.map(attemptRow)}</table>${
    attemptsLeftOut === 0
      ? ''
      : html`<p class="quiet">${formatCount(attemptsLeftOut)} more are not listed.</p>`
  }`;
}

function attemptRow({ number, sequence, state, code, note, retry }: EnvelopeAttempt): Html {
  const again = retry === null ? '' : [retry.reason, retry.note].filter((part) => part !== '').join(': ');
  return html`<tr><td>${number}</td><td class="n">${formatSequence(sequence)}</td><td>${state}</td><td><code>${code ?? ''}</code></td><td>${note}</td><td>${again}</td></tr>`;
}

function documents({ documents }: ReportContent): Html {
  if (documents.length === 0) return html``;
  return html`<h2>Events as recorded, masked</h2>${documents.map(
    ({ row, text }) =>
      html`<details><summary><code>${formatSequence(row.sequence)} ${row.type}</code></summary>${
        text === null
          ? html`<p class="quiet">${formatBytes(row.byteLength)} are too much for a report.</p>`
          : html`<pre>${text}</pre>`
      }</details>`,
  )}`;
}

/** As recorded; the Unix time of a message as a date. */
function timeOf({ isMessage, timestamp, timeMs }: EventRow): string {
  return (isMessage === true && timeMs !== null ? formatMoment(timeMs) : null) ?? timestamp ?? '';
}

function eventsTable({ total, filter, summary }: ReportContent, rows: readonly EventRow[]): Html {
  const hasRuns = summary.runs.length > 1;
  const chosen = filter === '' ? 'all of them' : html`those that match <code>${filter}</code>`;
  const target = summary.verdict.landOn;
  const log = textOfLog(summary);
  return html`<h2>${countOf(total, log.event)}, ${chosen}</h2>
${total > rows.length ? html`<p class="quiet">The first ${formatCount(rows.length)} are listed.</p>` : ''}
<table><tr><th>seq</th><th>time</th>${hasRuns ? html`<th>${log.run}</th>` : ''}<th>${log.node}</th><th>type</th><th>summary</th></tr>${rows.map(
    (row) =>
      html`<tr${row.ordinal === target ? html` class="target"` : ''}><td class="n">${formatSequence(row.sequence)}</td><td class="n">${timeOf(row)}</td>${
        hasRuns ? html`<td><code>${row.runId}</code></td>` : ''
      }<td class="id"><code>${row.nodeId ?? ''}</code></td><td><code${row.tone === 'failed' ? html` class="failed"` : ''}>${row.type}</code></td><td>${row.summary}${
        row.contentTrust === 'untrusted' ? html` <span class="untrusted">untrusted</span>` : ''
      }</td></tr>`,
  )}</table>`;
}

/** A piece of HTML that was written here. Made by `html` alone. */
class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Value = string | number | Html | readonly Value[];

/** HTML with values in it: texts are escaped, HTML remains as it is, of lists each. */
function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(
    parts.map((part, at) => part + (at < values.length ? written(values[at] ?? '') : '')).join(''),
  );
}

function written(value: Value): string {
  if (value instanceof Html) return value.text;
  if (typeof value === 'string' || typeof value === 'number') return escaped(String(value));
  return value.map(written).join('');
}

const MARKUP: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text
    .replace(/[&<>"']/g, (character) => MARKUP[character] ?? '')
    .replace(HIDDEN_CHARACTERS, (character) => {
      if (character === '\n' || character === '\t') return character;
      const code = character.codePointAt(0) ?? 0;
      return `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`;
    });
}

/** How a report looks, in light, in dark and on paper. Nothing is loaded. */
const REPORT_STYLE = html`
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
