import { Option } from 'commander';
import { FILTER, flag, given, JSON_OPTION, text, texts, verb } from '../verb.ts';

const OPTIONS = {
  format: given<'parquet' | 'otlp-json' | 'ndjson' | null>(
    null,
    new Option(
      '--format <format>',
      'form of the file; ndjson for names that end in .ndjson or .jsonl, else parquet',
    ).choices(['parquet', 'ndjson', 'otlp-json']),
  ),
  out: text('-o, --out <file>', 'file to write; - is standard output'),
  filter: FILTER,
  allowLeak: texts(
    '--allow-leak <place>',
    'EVENTID:POINTER of NDJSON that may keep what looks like a secret; may be given again',
  ),
  force: flag('--force', 'write over a file that is there'),
  json: JSON_OPTION,
};

const EXAMPLES = `
Examples:
  openwop-inspector export run.json --out run.parquet
  openwop-inspector export bundles/ --out runs.parquet --filter 'type:node.failed'
  openwop-inspector export run.json --out shared.ndjson --filter 'run:run-7'
  openwop-inspector export bundles/ --format otlp-json --out spans.jsonl
  duckdb -c "SELECT type, count(*) FROM 'runs.parquet' GROUP BY type"

parquet: a row an event, with columns for what the log tells of it and its payload as JSON.
ndjson: an event a line, as recorded; the same secret has the same mark in all of it, in ids as well.
otlp-json: runs, nodes, model and tool calls as spans, which a collector reads; it takes no filter.
Everything is masked, and looked through once more as it is written: a secret that is left ends the
export, and nothing is kept of it; neither of one that is stopped.
`;

export const exportVerb = verb({
  name: 'export',
  description: 'write events for others: masked NDJSON, Parquet for databases, spans for OpenTelemetry',
  arguments: [['<paths...>', 'files and folders']],
  options: OPTIONS,
  examples: EXAMPLES,
  readsLogs: true,
  run: async ([paths], options, means) =>
    (await import('../verbs/export.ts')).exportEvents(paths, options, means),
});
