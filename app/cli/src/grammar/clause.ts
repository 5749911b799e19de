import { JSON_OPTION, verb } from '../verb.ts';

const EXAMPLES = `
Examples:
  openwop-inspector clause acceptor S7
  openwop-inspector clause "envelope 7.3, security S-07"

The pages are docs/protocol of the installation: run-events, envelope, acceptor, bundles, agh, security.
A clause is the number of a section or the id of a row.
`;

export const clauseVerb = verb({
  name: 'clause',
  description: 'print what a cited clause of the protocol pages says',
  arguments: [['<citation...>', 'as reports give it: acceptor S7']],
  options: { json: JSON_OPTION },
  examples: EXAMPLES,
  run: async ([citation], { json }, means) =>
    (await import('../verbs/clause.ts')).clause(
      citation.join(' '),
      { json, installation: means.installation },
      means,
    ),
});
