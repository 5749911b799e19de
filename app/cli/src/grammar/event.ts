import { FILE, flag, JSON_OPTION, REF, verb } from '../verb.ts';

const OPTIONS = {
  unmasked: flag('--unmasked', 'print credentials and live tokens as recorded'),
  json: JSON_OPTION,
};

const EXAMPLES = `
Examples:
  openwop-inspector event run.json 1282
  openwop-inspector event run.json evt-r1-1282 --json | jq .payload
  openwop-inspector event runs.ndjson r1:1282

Credentials and live tokens are masked to their first four characters unless --unmasked is given.
`;

export const eventVerb = verb({
  name: 'event',
  description: 'print one event whole, as recorded',
  arguments: [
    ['<file>', FILE],
    ['<ref>', REF],
  ],
  options: OPTIONS,
  examples: EXAMPLES,
  readsLogs: true,
  run: async ([file, reference], options, means) =>
    (await import('../verbs/event.ts')).event(file, reference, options, means),
});
