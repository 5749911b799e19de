import { JSON_OPTION, number, text, texts, verb } from '../verb.ts';

const OPTIONS = {
  canary: texts('--canary <text>', 'a text of your own that must not be in a log; may be given again'),
  canaries: text('--canaries <file>', 'file with such texts, one a line'),
  limit: number(5, '-n, --limit <number>', 'tell of each secret at most so many events (5)'),
  json: JSON_OPTION,
};

const EXAMPLES = `
What a host failed to remove: keys of known shapes, values under the names of credentials, live tokens,
and your own canaries. Each value is told once, by a mark and never by its text, with the events that
hold it in the order of their causes.

Examples:
  openwop-inspector secrets run.json
  openwop-inspector secrets runs/ --canaries canaries.txt --json | jq '.secrets[] | [.mark, .kind]'
  openwop-inspector secrets runs/ && openwop-inspector export runs/ --out shared.ndjson

Ends with 0 when nothing is found, 1 when something is, 2 when a file cannot be read.
`;

export const secretsVerb = verb({
  name: 'secrets',
  description: 'find what a host failed to remove, and the way it went from event to event',
  arguments: [['<paths...>', 'logs, and folders of logs; - is standard input']],
  options: OPTIONS,
  examples: EXAMPLES,
  readsLogs: true,
  run: async ([paths], options, means) =>
    (await import('../verbs/secrets.ts')).secrets(paths, options, means),
});
