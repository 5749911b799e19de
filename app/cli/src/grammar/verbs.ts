import { plain, wrapLine } from '@openwop-inspector/base/document';
import { FILTER_OPERATORS, FILTER_TEXTS, FILTER_WORDS } from '@openwop-inspector/run-log';
import { FILE, REF, type Verb, verb } from '../verb.ts';

/** Width of a line of help, and of its first column, which has the terms. */
const WIDTH = 100;
const TERMS = 40;

/** The argument of a verb about one log. */
const LOG = ['<file>', FILE] as const;

/** Verbs of this version, in the order of the help. */
export const VERBS: readonly Verb[] = [
  // Verbs that read one log or two and print what is in them.
  verb({
    name: 'inspect',
    description:
      'open files and sum them up: what happened, the failure that ended the run, its cause, problems',
    arguments: [['<files...>', `${FILE}; or folders`]],
    examples: `
Examples:
  openwop-inspector inspect run.json
  openwop-inspector inspect --no-checks huge.ndjson
  openwop-inspector inspect --json logs/*.json      one document a line, in this order
  openwop-inspector inspect logs/                   every log below a folder

Ends with 0, with 1 when a file has problems of severity error or a check was stopped, with 2 when one cannot
be read or holds no run. A failed run is no problem of its file. Of several files, the worst decides.
`,
    run: async (...call) => (await import('../verbs/inspect.ts')).inspect(...call),
  }),
  verb({
    name: 'runs',
    description: 'list the runs of files and folders, the failed ones first',
    arguments: [['<paths...>', 'files and folders']],
    examples: `
Examples:
  openwop-inspector runs bundles/                every run below a folder
  openwop-inspector runs --failed *.json         the failed ones, the earliest first
  openwop-inspector runs bundles/ --json | jq -r '.runs[] | select(.status == "failed") | .file'

What a file is shows when it is opened, never by its name; what holds no run is named at the end.
Ends with 0, with 2 when there is no run or a named file cannot be read.
`,
    run: async (...call) => (await import('../verbs/runs.ts')).runs(...call),
  }),
  verb({
    name: 'events',
    description: 'list events in order',
    arguments: [['<files...>', `${FILE}; or folders`]],
    examples: `
${filterHelp()}

Examples:
  openwop-inspector events run.json --filter 'type:node.* -type:node.started'
  openwop-inspector events run.json --filter '(is:failed or dur:>2s) node:draft' --limit 20
  openwop-inspector events run.json --filter 'under:#12 payload.error.code:*'
  openwop-inspector events bundles/ --filter is:failed
  openwop-inspector events run.json --json | jq '.rows[].type'

Ends with 0, with 1 when the log has errors, with 2 when a file or the filter cannot be read.
`,
    run: async (...call) => (await import('../verbs/events.ts')).events(...call),
  }),
  verb({
    name: 'event',
    description: 'print one event whole, as recorded',
    arguments: [LOG, ['<ref>', REF]],
    examples: `
Examples:
  openwop-inspector event run.json 1282
  openwop-inspector event run.json evt-r1-1282 --json | jq .payload
  openwop-inspector event runs.ndjson r1:1282

Credentials and live tokens are masked to their first four characters unless --unmasked is given.
Ends with 0, with 1 when the log has errors, with 2 when the file or the event cannot be read.
`,
    run: async (...call) => (await import('../verbs/event.ts')).event(...call),
  }),
  verb({
    name: 'chain',
    description: 'follow causes up to the root, and effects',
    arguments: [LOG, ['<ref>', `${REF}; or a correlationId`]],
    examples: `
Examples:
  openwop-inspector chain run.json 1282
  openwop-inspector chain run.json 'r1:draft:0:9f2c'       a correlationId: the envelope and its events
  openwop-inspector chain run.json 1282 --json | jq .cause

Ends with 0, with 1 when the log has errors, with 2 when the file or what is named cannot be read.
`,
    run: async (...call) => (await import('../verbs/chain.ts')).chain(...call),
  }),
  verb({
    name: 'stats',
    description: 'sum up events by type and by node',
    arguments: [LOG],
    examples: `
Durations of types are of what their events end (durationMs, else the time since the start), durations of
nodes of their executions. Tokens and costs are those of provider.usage. The heaviest causes are the events
with the most of each in all that they led to. The critical path is the chain of work and waits that
determines when the run that took longest ends; it needs a log without a filter.

Examples:
  openwop-inspector stats run.json
  openwop-inspector stats run.json --filter 'run:r1 time:<10m'
  openwop-inspector stats run.json --json | jq '.nodes[] | select(.tokens > 1000)'

Ends with 0, with 1 when the log has errors, with 2 when the file or the filter cannot be read.
`,
    run: async (...call) => (await import('../verbs/stats.ts')).stats(...call),
  }),
  verb({
    name: 'compare',
    description: 'two runs side by side: where they part first, and what followed from it',
    arguments: [
      ['<a>', FILE],
      ['<b>', 'the other run; the same file may be given twice'],
    ],
    examples: `
Events are aligned by what caused them, their node, type and place among siblings, not by line. Ids, times,
durations, token counts and the run's own id do not count; --mask adds to that or takes away:
  {"names": ["nonce"], "pointers": ["/payload/meta/*/at"], "shapes": ["hex-id"], "keep": ["artifactId"]}

Examples:
  openwop-inspector compare run.json replay.json
  openwop-inspector compare before.json after.json --event 161
  openwop-inspector compare log.ndjson log.ndjson --run r1 --run r2
  openwop-inspector compare run.json replay.json --json | jq .divergedAt

Ends with 0 when the two are the same, 1 when they differ or a log has errors, 2 when there is nothing to
compare.
`,
    run: async (...call) => (await import('../verbs/compare.ts')).compare(...call),
  }),
  // Verbs that check logs against rules, and verbs that write logs in another form.
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
    run: async (...call) => (await import('../verbs/portability.ts')).portability(...call),
  }),
  verb({
    name: 'taint',
    description: 'where untrusted content came from, and what it reached',
    arguments: [LOG, ['[ref]', REF]],
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
    run: async (...call) => (await import('../verbs/export.ts')).exportEvents(...call),
  }),
  verb({
    name: 'report',
    description: 'write a run as one HTML file that is read without this program',
    arguments: [LOG],
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
    run: async (...call) => (await import('../verbs/report.ts')).report(...call),
  }),
  // Verbs that ask a live host, and verbs that run what a host would: acceptor, dispatch, gate and lints.
  verb({
    name: 'tail',
    description: 'follow a run of a live host, an event a line as it comes',
    arguments: [
      ['<host>', 'base URL, URL of a run or of its events'],
      ['[run]', 'runId, unless the URL names it'],
    ],
    examples: `
Examples:
  openwop-inspector tail http://127.0.0.1:3801 r1 --token-env HOST_KEY
  openwop-inspector tail http://127.0.0.1:3801/v1/runs/r1 --filter 'type:node.*'
  openwop-inspector tail http://127.0.0.1:3801 r1 --until interrupt.requested --json | jq .payload

The stream is resumed when it breaks, and what it left out is fetched from the JSON log. The token is read
from the variable and sent to this host alone. Exit status: 0 the run completed or the event of --until
came, 1 the run failed, was cancelled, or something of it may be lost, 2 it could not be followed.
`,
    readsNoLog: true,
    run: async (...call) => (await import('../verbs/tail.ts')).tailFromInstallation(...call),
  }),
  verb({
    name: 'accept',
    description: 'what a host would do with an envelope, step by step, and why',
    arguments: [['<file>', 'an envelope, an array, one a line, model text, or a log; - is standard input']],
    examples: `
Examples:
  openwop-inspector accept envelope.json
  openwop-inspector accept envelope.json --context host.json --what-if
  openwop-inspector accept envelope.json --context host.json --fix --write repaired.json
  openwop-inspector accept answer.txt --profile strict --json | jq '.results[].outcome'
  openwop-inspector accept run.json          envelopes of a log: in payloads, else of failed events
  openwop-inspector accept run.json --event 216 --context schemas.json

A file that begins with a brace or a bracket is JSON; --text takes it for what a model wrote. The
context is the one of vectors: host, contract, counters, secrets, prior, …

Ends with 0 when all are accepted, 1 when one is refused or could not be checked, 2 when there is none.
`,
    run: async (...call) => (await import('../verbs/accept.ts')).accept(...call),
  }),
  verb({
    name: 'discovery',
    description: 'what a host declares, and which rules its declaration breaks',
    arguments: [['<source>', 'a discovery document, or the address of a host']],
    examples: `
Examples:
  openwop-inspector discovery well-known.json
  openwop-inspector discovery https://host.example --save host.json
  openwop-inspector audit runs/ --discovery host.json

Ends with 0 when nothing breaks a rule at level error, 1 when something does, 2 when there is no such
document.
`,
    readsNoLog: true,
    run: async (...call) => (await import('../verbs/discovery.ts')).discovery(...call),
  }),
  verb({
    name: 'dispatch',
    description: 'play a model turn: attempts, retries and the events that a host would record',
    arguments: [['<file>', 'answers, configuration and context as JSON; - is standard input']],
    examples: `
The file holds what the model answered, attempt by attempt, and how the host dispatches:
  {"responses": [{"stop": "length", "text": "{\\"type\\":"}, {"stop": "stop", "text": "…"}],
   "config": {"maxRetryAttempts": 3, "schemaRounds": 2, "maxTokens": 512, "multiplier": 2, "ceiling": 4096},
   "context": {"host": {"supportedEnvelopes": ["vendor.acme.prd.create"]}}}

Examples:
  openwop-inspector dispatch turn.json
  openwop-inspector dispatch turn.json --json | jq '.events[].type'

Ends with 0 when an attempt is accepted, 1 when the node fails or a check was stopped, 2 when the file is
no turn.
`,
    readsNoLog: true,
    run: async (...call) => (await import('../verbs/simulated.ts')).dispatch(...call),
  }),
  verb({
    name: 'gate',
    description: 'ask the model-capability gate: which model a node gets, and why',
    arguments: [['<file>', 'requirements, models and host as JSON; - is standard input']],
    examples: `
The file holds what a node requires, the models, and what the host declares:
  {"required": ["structured-output"],
   "active": {"provider": "acme", "model": "small", "capabilities": []},
   "fallback": {"provider": "other", "model": "large", "capabilities": ["structured-output"]},
   "host": {"modelCapabilities": {"supported": true, "substitutionSupported": true},
            "aiProviders": {"supported": ["acme", "other"]}},
   "credentials": ["acme", "other"]}

Examples:
  openwop-inspector gate node.json
  openwop-inspector gate node.json --json | jq -r .decision

Ends with 0 when a model is called, 1 when the node fails, 2 when the file is no question to the gate.
`,
    readsNoLog: true,
    run: async (...call) => (await import('../verbs/simulated.ts')).gate(...call),
  }),
  verb({
    name: 'vectors',
    description: 'run vector files: inputs with what must come of them',
    arguments: [['<paths...>', 'files, and folders whose *.json files are all vectors']],
    examples: `
Examples:
  openwop-inspector vectors testing/vectors
  openwop-inspector vectors testing/vectors --known known.json
  openwop-inspector vectors mine.json --json | jq '.failed[].id'

Forms that nothing answers yet are counted apart, neither as passed nor as failed. Ends with 0 when all pass,
1 when one fails or is not answered, 2 when a file cannot be read or has a field that is not known: nothing
runs then, so that a typo cannot pass.
`,
    readsNoLog: true,
    run: async (...call) => (await import('../verbs/vectors.ts')).vectors(...call),
  }),
  verb({
    name: 'lint-schema',
    description: 'check payload schemas against what vendors take: variants and the Tier-1 subset',
    arguments: [['<files...>', 'JSON Schemas; - is standard input']],
    examples: `
Examples:
  openwop-inspector lint-schema payload.schema.json
  openwop-inspector lint-schema schemas/*.json --tier warn
  openwop-inspector lint-schema payload.schema.json --json | jq '.findings[].rule'

Ends with 0, with 1 when a finding is of level error, with 2 when a file cannot be read.
`,
    readsNoLog: true,
    run: async (...call) => (await import('../verbs/lint-schema.ts')).lintSchema(...call),
  }),
  verb({
    name: 'agh',
    description: 'run messages of AGH Network v0 through its acceptor',
    arguments: [['<file>', 'a message, an array or one a line; - is standard input']],
    examples: `
Examples:
  openwop-inspector agh messages.ndjson
  openwop-inspector agh messages.json --now 1776366005 --peers builders:reviewer,builders:planner
  openwop-inspector agh messages.json --now 2026-04-16T19:00:05Z --json | jq '.results[].status'

Without --now nothing in a recording is too old: the clock is at its newest message so far.
Ends with 0, with 1 when a message is rejected or cannot be read, with 2 when there is none.
`,
    readsNoLog: true,
    run: async (...call) => (await import('../verbs/agh.ts')).agh(...call),
  }),
  verb({
    name: 'clause',
    description: 'print what a cited clause of the protocol pages says',
    arguments: [['<citation...>', 'as reports give it: acceptor S7']],
    examples: `
Examples:
  openwop-inspector clause acceptor S7
  openwop-inspector clause "envelope 7.3, security S-07"

The pages are docs/protocol of the installation: run-events, envelope, acceptor, bundles, agh, security.
A clause is the number of a section or the id of a row. Ends with 0, with 2 when there is no such clause.
`,
    readsNoLog: true,
    run: async (citation, ...call) =>
      (await import('../verbs/clause.ts')).clause(citation.join(' '), ...call),
  }),
  // Verbs that serve a browser or a client until they are stopped.
  verb({
    name: 'serve',
    description: 'serve the window for a browser on this machine, and print its address',
    arguments: [['[files...]', 'files to open at the start, or addresses of runs to attach to']],
    examples: `
Examples:
  openwop-inspector serve run.json
  openwop-inspector serve --port 4800
  openwop-inspector serve http://127.0.0.1:8787/v1/runs/r1

An address names a host, or a run of it; the window asks before it attaches. Tokens are typed there:
arguments can be read by others. A token in an environment variable is used only when the variable is
at the start: --token-env OPENWOP_TOKEN. Which host it is sent to is chosen in the window.

The address that is printed opens one window, once; Enter prints another. It answers on this machine
alone.
`,
    readsNoLog: true,
    runsUntilStopped: true,
    run: async (...call) => (await import('../verbs/open-app.ts')).serve(...call),
  }),
  verb({
    name: 'mcp',
    description: 'serve files and folders to agents: a Model Context Protocol server that only reads',
    arguments: [['<paths...>', 'files and folders that may be read']],
    examples: `
Examples:
  openwop-inspector mcp bundles/
  openwop-inspector mcp ~/runs run.json --time-limit 300

A client starts it and speaks to it on standard input and output:
  {"mcpServers": {"openwop-inspector": {"command": "npx", "args": ["openwop-inspector", "mcp", "/runs"]}}}

Tools: runs, inspect, events, event, chain, accept, audit, compare. They answer with the JSON of the verbs, in
pages, and only read; nothing outside the named files and folders is opened, by no path and by no link.
Credentials are always masked.
`,
    runsUntilStopped: true,
    run: async (...call) => (await import('../verbs/mcp.ts')).mcp(...call),
  }),
];

/** What happens without a verb: files and addresses are opened in a window. */
export const OPEN_VERB = verb({
  name: 'open',
  description: 'Opens what an OpenWOP host wrote about a run, says what happened, and follows why.',
  arguments: [['[files...]', 'without a verb: files to open in a window, or addresses of runs to attach to']],
  examples: `
Examples:
  openwop-inspector run.json                 open in a window
  openwop-inspector http://127.0.0.1:8787/v1/runs/r1      attach to a run of a host, in a window
  openwop-inspector inspect run.json         what happened, in the terminal
  openwop-inspector chain run.json 1282      why event 1282 happened
  openwop-inspector accept envelope.json     what a host would do with an envelope
  zcat run.ndjson.gz | openwop-inspector inspect -

Exit status: 0 fine, 1 problems, refusals or failed vectors were found, 2 it could not be done,
3 nothing could be judged (audit), 130 stopped with Ctrl-C (what was read until then is printed).
`,
  readsNoLog: true,
  runsUntilStopped: true,
  run: async (...call) => (await import('../verbs/open-app.ts')).openApp(...call),
});

/** The filter language as help shows it, from the words of the engine. */
function filterHelp(): string {
  const fields = FILTER_WORDS.map(({ examples, hint }) => [examples.join('  '), hint] as const);
  const rows = [...FILTER_TEXTS, ...fields, ...FILTER_OPERATORS];
  return ['Filters:', ...rows.flatMap(([term, hint]) => entry(term, hint))].join('\n');
}

/** A term and its meaning, wrapped to the second column. */
function entry(term: string, hint: string): readonly string[] {
  const lines = wrapLine([plain(hint)], WIDTH - TERMS - 4).map((spans) =>
    spans
      .map(({ text }) => text)
      .join('')
      .trimEnd(),
  );
  const isLong = term.length > TERMS;
  const [first = '', ...rest] = isLong ? ['', ...lines] : lines;
  const below = rest.map((one) => `  ${' '.repeat(TERMS)}  ${one}`);
  return [`  ${term.padEnd(TERMS)}  ${first}`.trimEnd(), ...below];
}
