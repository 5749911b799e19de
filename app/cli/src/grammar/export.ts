import { Option } from 'commander';
import { FILTER, flag, given, JSON_OPTION, text, verb } from '../verb.ts';

const OPTIONS = {
  format: given<'parquet' | 'otlp-json'>(
    'parquet',
    new Option('--format <format>', 'form of the file').choices(['parquet', 'otlp-json']).default('parquet'),
  ),
  out: text('-o, --out <file>', 'file to write; - is standard output'),
  filter: FILTER,
  force: flag('--force', 'write over a file that is there'),
  json: JSON_OPTION,
};

const EXAMPLES = `
Examples:
  openwop-inspector export run.json --out run.parquet
  openwop-inspector export bundles/ --out runs.parquet --filter 'type:node.failed'
  openwop-inspector export bundles/ --format otlp-json --out spans.jsonl
  duckdb -c "SELECT type, count(*) FROM 'runs.parquet' GROUP BY type"

parquet: a row an event, with columns for what the log tells of it and its payload as JSON.
otlp-json: runs, nodes, model and tool calls as spans, which a collector reads; it takes no filter.
Everything is masked, and looked through once more as it is written: a secret that is left ends the
export, and nothing is kept of it; neither of one that is stopped.
`;

export const exportVerb = verb({
  name: 'export',
  description: 'write events for other tools: Parquet for databases, spans for OpenTelemetry',
  arguments: [['<paths...>', 'files and folders']],
  options: OPTIONS,
  examples: EXAMPLES,
  readsLogs: true,
  run: async ([paths], options, means) =>
    (await import('../verbs/export.ts')).exportEvents(paths, options, means),
});
