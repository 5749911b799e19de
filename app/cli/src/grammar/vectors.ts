import { JSON_OPTION, text, verb } from '../verb.ts';

const OPTIONS = {
  known: text('--known <file>', 'vectors believed to be wrong, with reasons; at most 2 %'),
  json: JSON_OPTION,
};

const EXAMPLES = `
Examples:
  openwop-inspector vectors testing/vectors
  openwop-inspector vectors testing/vectors --known known.json
  openwop-inspector vectors mine.json --json | jq '.failed[].id'

A field that is not known refuses the whole run with status 2, so that a typo cannot pass. Forms
that nothing answers yet are counted apart, neither as passed nor as failed.
`;

export const vectorsVerb = verb({
  name: 'vectors',
  description: 'run vector files: inputs with what must come of them',
  arguments: [['<paths...>', 'files, and folders whose *.json files are all vectors']],
  options: OPTIONS,
  examples: EXAMPLES,
  run: async ([paths], options, means) =>
    (await import('../verbs/vectors.ts')).vectors(paths, options, means),
});
