import { FILE, REF, type Verb, verb } from '../verb.ts';

/** Verbs that check logs against rules, and verbs that write logs in another form. */
export const REVIEW_VERBS: readonly Verb[] = [
  verb({
    name: 'audit',
    description: 'hold what a host recorded against the protocol, clause by clause',
    arguments: [['<paths...>', 'logs, and folders of logs; - is standard input']],
    examples: `
Each envelope of a log runs through the acceptor in the context of its place. The host agrees, deviates
from a clause, or the log does not hold enough to say; the rules between events are added.

Examples:
  openwop-inspector audit run.json
  openwop-inspector audit runs/ --discovery well-known.json --markdown audit.md
  openwop-inspector audit runs/ --baseline known.json --junit audit.xml      in CI
  openwop-inspector audit run.json --json | jq '.groups[] | [.clause, .count]'

Ends with 0 when nothing deviates, 1 when something does that is not in the baseline or a log has errors,
2 when a file cannot be read, 3 when no envelope could be judged. Notes do not count.
`,
    readsLogs: true,
    run: async (...call) => (await import('../verbs/audit.ts')).audit(...call),
  }),
  verb({
    name: 'portability',
    description: 'which hosts would take the envelopes of a run, by what they declare',
    arguments: [['<paths...>', 'logs, files of envelopes, and folders of them']],
    examples: `
Each envelope runs through the acceptor with what each host declares. It is accepted, refused, or not
known: what a declaration does not say refuses nothing and accepts nothing.

Examples:
  openwop-inspector discovery https://host.example --save hosts/
  openwop-inspector portability run.json --hosts hosts/
  openwop-inspector portability envelopes/ --hosts hosts/ --context schemas.json
  openwop-inspector portability run.json --hosts hosts/ --json | jq '.kinds[] | [.kind, .cells[].answer]'

Ends with 0 when no host refuses anything, 1 when one does, 2 when a file cannot be read, when there is no
envelope or no declaration, or when nothing is known.
`,
    readsLogs: true,
    run: async (...call) => (await import('../verbs/portability.ts')).portability(...call),
  }),
  verb({
    name: 'taint',
    description: 'where untrusted content came from, and what it reached',
    arguments: [
      ['<file>', FILE],
      ['[ref]', REF],
    ],
    examples: `
Untrusted content: results of tools, what was heard, and what says contentTrust: untrusted. Reports where it
came in, the path it took, which approvals, tool calls and surfaces it reached, and for each whether the host
did as the protocol asks: agrees, deviates, or unknown with what would have to be recorded. Approvals that no
recorded path leads to are listed after it: unknown where the log does not record who answered.

Examples:
  openwop-inspector taint run.json
  openwop-inspector taint run.json 15                  how it came to event 15, and what it reached from there
  openwop-inspector taint run.json --json | jq '.unreached[] | select(.verdict == "unknown")'

Ends with 0, with 1 when something deviates or the log has errors, with 2 when the file or the event cannot be
read.
`,
    readsLogs: true,
    run: async (...call) => (await import('../verbs/taint.ts')).taint(...call),
  }),
  verb({
    name: 'secrets',
    description: 'find what a host failed to remove, and the way it went from event to event',
    arguments: [['<paths...>', 'logs, and folders of logs; - is standard input']],
    examples: `
What a host failed to remove: keys of known shapes, values under the names of credentials, live tokens,
and your own canaries. Each value is reported once, by a mark and never by its text, with the events that
hold it in the order of their causes.

Examples:
  openwop-inspector secrets run.json
  openwop-inspector secrets runs/ --canaries canaries.txt --json | jq '.secrets[] | [.mark, .kind]'
  openwop-inspector secrets runs/ && openwop-inspector export runs/ --out shared.ndjson

Ends with 0 when nothing is found, 1 when something is, 2 when a file cannot be read.
`,
    readsLogs: true,
    run: async (...call) => (await import('../verbs/secrets.ts')).secrets(...call),
  }),
  verb({
    name: 'export',
    description: 'write events for others: masked NDJSON, Parquet for databases, spans for OpenTelemetry',
    arguments: [['<paths...>', 'files and folders']],
    examples: `
Examples:
  openwop-inspector export run.json --out run.parquet
  openwop-inspector export bundles/ --out runs.parquet --filter 'type:node.failed'
  openwop-inspector export run.json --out shared.ndjson --filter 'run:run-7'
  openwop-inspector export bundles/ --format otlp-json --out spans.jsonl
  duckdb -c "SELECT type, count(*) FROM 'runs.parquet' GROUP BY type"

parquet: a row an event, with columns for what the log records of it and its payload as JSON.
ndjson: an event a line, as recorded; the same secret has the same mark in all of it, in ids as well.
otlp-json: runs, nodes, model and tool calls as spans, which a collector reads; it takes no filter.
Everything is masked, and scanned once more as it is written: a secret that is left ends the
export, and nothing is stored of it; neither of one that is stopped.

Ends with 0 when all was written, 1 when a named file could not be read, 2 when nothing was written.
`,
    readsLogs: true,
    run: async (...call) => (await import('../verbs/export.ts')).exportEvents(...call),
  }),
  verb({
    name: 'report',
    description: 'write a run as one HTML file that is read without this program',
    arguments: [['<file>', FILE]],
    examples: `
A report is one HTML file for people who do not have this program: the verdict, what led to the failure, the
attempts at its envelope, the events that were chosen. It holds no script and loads nothing; texts of the log
are never markup. Everything is masked, and scanned once more before it is written.

Examples:
  openwop-inspector report run.json --out run.html
  openwop-inspector report bundles.ndjson --out failed.html --run r-17
  openwop-inspector report run.json --out draft.html --filter 'node:draft -is:stream' --event 137

Ends with 0 when it was written, 1 when it was and the log has errors, 2 when nothing was written.
`,
    readsLogs: true,
    run: async (...call) => (await import('../verbs/report.ts')).report(...call),
  }),
];
