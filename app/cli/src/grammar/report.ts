import { FILE, FILTER, flag, number, text, texts, verb } from '../verb.ts';

const OPTIONS = {
  out: text('-o, --out <file>', 'file to write, such as run.html'),
  filter: FILTER,
  run: text('--run <id>', 'run that the report is about; all of the log otherwise'),
  event: texts('-e, --event <ref>', 'event that the report holds whole; may be given again'),
  limit: number(1000, '-n, --limit <number>', 'list at most so many events (1000)'),
  force: flag('--force', 'write over a file that is there'),
};

const EXAMPLES = `
A report is one HTML file for people who do not have this program: the verdict, what led to the failure, the
attempts at its envelope, the events that were chosen. It holds no script and loads nothing; texts of the log
are never markup. Everything is masked, and looked through once more before it is written.

Examples:
  openwop-inspector report run.json --out run.html
  openwop-inspector report bundles.ndjson --out failed.html --run r-17
  openwop-inspector report run.json --out draft.html --filter 'node:draft -is:stream' --event 137
`;

export const reportVerb = verb({
  name: 'report',
  description: 'write a run as one HTML file that is read without this program',
  arguments: [['<file>', FILE]],
  options: OPTIONS,
  examples: EXAMPLES,
  readsLogs: true,
  run: async ([file], options, means) => (await import('../verbs/report.ts')).report(file, options, means),
});
