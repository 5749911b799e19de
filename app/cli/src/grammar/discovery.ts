import { CA, flag, JSON_OPTION, text, verb } from '../verb.ts';

const OPTIONS = {
  tokenEnv: text('--token-env <name>', 'environment variable with the token, for a host that asks for one'),
  ca: CA,
  save: text(
    '--save <path>',
    'writes the document, as the host sent it; into a folder by the name of the host',
  ),
  force: flag('--force', 'with --save: over a file that is there'),
  json: JSON_OPTION,
};

const EXAMPLES = `
Examples:
  openwop-inspector discovery well-known.json
  openwop-inspector discovery https://host.example --save host.json
  openwop-inspector audit runs/ --discovery host.json

Ends with 0 when nothing breaks a rule, 1 when something does, 2 when there is no such document.
`;

export const discoveryVerb = verb({
  name: 'discovery',
  description: 'what a host declares, and which rules its declaration breaks',
  arguments: [['<source>', 'a discovery document, or the address of a host']],
  options: OPTIONS,
  examples: EXAMPLES,
  run: async ([source], options, means) =>
    (await import('../verbs/discovery.ts')).discovery(source, options, means, means),
});
