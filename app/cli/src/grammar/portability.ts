import { JSON_OPTION, text, texts, UNMASKED, verb } from '../verb.ts';

const OPTIONS = {
  hosts: texts('--hosts <path>', 'folder of discovery documents, or one of them; may be given again'),
  context: text('-c, --context <file>', 'what is known beside them, such as the schemas of kinds'),
  unmasked: UNMASKED,
  json: JSON_OPTION,
};

const EXAMPLES = `
Each envelope runs through the acceptor with what each host declares. It is accepted, refused, or not
known: what a declaration does not say refuses nothing and accepts nothing.

Examples:
  openwop-inspector discovery https://host.example --save hosts/
  openwop-inspector portability run.json --hosts hosts/
  openwop-inspector portability envelopes/ --hosts hosts/ --context schemas.json
  openwop-inspector portability run.json --hosts hosts/ --json | jq '.kinds[] | [.kind, .cells[].answer]'

Ends with 0 when no host refuses anything, 1 when one does, 2 when a file cannot be read, when there is no
envelope or no declaration, or when nothing is known.
`;

export const portabilityVerb = verb({
  name: 'portability',
  description: 'which hosts would take the envelopes of a run, by what they declare',
  arguments: [['<paths...>', 'logs, files of envelopes, and folders of them']],
  options: OPTIONS,
  examples: EXAMPLES,
  readsLogs: true,
  run: async ([paths], options, means) =>
    (await import('../verbs/portability.ts')).portability(paths, options, means),
});
