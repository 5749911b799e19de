import { FILE, JSON_OPTION, number, REF, verb } from '../verb.ts';

const OPTIONS = {
  limit: number(null, '-n, --limit <number>', 'at most so many effects'),
  json: JSON_OPTION,
};

const EXAMPLES = `
Examples:
  openwop-inspector chain run.json 1282
  openwop-inspector chain run.json 'r1:draft:0:9f2c'       a correlationId: the envelope and its events
  openwop-inspector chain run.json 1282 --json | jq .cause
`;

export const chainVerb = verb({
  name: 'chain',
  description: 'follow causes up to the root, and effects',
  arguments: [
    ['<file>', FILE],
    ['<ref>', `${REF}; or a correlationId`],
  ],
  options: OPTIONS,
  examples: EXAMPLES,
  readsLogs: true,
  run: async ([file, reference], options, means) =>
    (await import('../verbs/chain.ts')).chain(file, reference, options, means),
});
