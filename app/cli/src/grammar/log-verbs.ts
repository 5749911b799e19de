import { plain, wrapLine } from '@openwop-inspector/base/document';
import { FILTER_OPERATORS, FILTER_TEXTS, FILTER_WORDS } from '@openwop-inspector/run-log';
import { FILE, REF, type Verb, verb } from '../verb.ts';

/** Width of a line of help, and of its first column, which has the terms. */
const WIDTH = 100;
const TERMS = 40;

/** Verbs that read one log or two and print what is in them. */
export const LOG_VERBS: readonly Verb[] = [
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
    readsLogs: true,
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
    readsLogs: true,
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
    readsLogs: true,
    run: async (...call) => (await import('../verbs/events.ts')).events(...call),
  }),
  verb({
    name: 'event',
    description: 'print one event whole, as recorded',
    arguments: [
      ['<file>', FILE],
      ['<ref>', REF],
    ],
    examples: `
Examples:
  openwop-inspector event run.json 1282
  openwop-inspector event run.json evt-r1-1282 --json | jq .payload
  openwop-inspector event runs.ndjson r1:1282

Credentials and live tokens are masked to their first four characters unless --unmasked is given.
Ends with 0, with 1 when the log has errors, with 2 when the file or the event cannot be read.
`,
    readsLogs: true,
    run: async (...call) => (await import('../verbs/event.ts')).event(...call),
  }),
  verb({
    name: 'chain',
    description: 'follow causes up to the root, and effects',
    arguments: [
      ['<file>', FILE],
      ['<ref>', `${REF}; or a correlationId`],
    ],
    examples: `
Examples:
  openwop-inspector chain run.json 1282
  openwop-inspector chain run.json 'r1:draft:0:9f2c'       a correlationId: the envelope and its events
  openwop-inspector chain run.json 1282 --json | jq .cause

Ends with 0, with 1 when the log has errors, with 2 when the file or what is named cannot be read.
`,
    readsLogs: true,
    run: async (...call) => (await import('../verbs/chain.ts')).chain(...call),
  }),
  verb({
    name: 'stats',
    description: 'sum up events by type and by node',
    arguments: [['<file>', FILE]],
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
    readsLogs: true,
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
    readsLogs: true,
    run: async (...call) => (await import('../verbs/compare.ts')).compare(...call),
  }),
];

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
