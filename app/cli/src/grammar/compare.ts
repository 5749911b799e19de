import { FILE, JSON_OPTION, number, text, texts, verb } from '../verb.ts';

const OPTIONS = {
  run: texts('--run <id>', 'run to compare; given twice, that of A and that of B'),
  event: text('-e, --event <ref>', 'an event of A, or by its eventId of B, beside what stands for it'),
  mask: text('--mask <file>', 'rules for what does not count, as JSON, on top of the built-in ones'),
  limit: number(20, '-n, --limit <number>', 'list at most so many differences and nodes (20)'),
  json: JSON_OPTION,
};

const EXAMPLES = `
Events are aligned by what caused them, their node, type and place among siblings, not by line. Ids, times,
durations, token counts and the run's own id do not count; --mask adds to that or takes away:
  {"names": ["nonce"], "pointers": ["/payload/meta/*/at"], "shapes": ["hex-id"], "keep": ["artifactId"]}

Examples:
  openwop-inspector compare run.json replay.json
  openwop-inspector compare before.json after.json --event 161
  openwop-inspector compare log.ndjson log.ndjson --run r1 --run r2
  openwop-inspector compare run.json replay.json --json | jq .divergedAt

Ends with 0 when the two are the same, 1 when they differ, 2 when it cannot be told.
`;

export const compareVerb = verb({
  name: 'compare',
  description: 'two runs side by side: where they part first, and what followed from it',
  arguments: [
    ['<a>', FILE],
    ['<b>', 'the other run; the same file may be given twice'],
  ],
  options: OPTIONS,
  examples: EXAMPLES,
  readsLogs: true,
  run: async ([a, b], options, means) => (await import('../verbs/compare.ts')).compare(a, b, options, means),
});
