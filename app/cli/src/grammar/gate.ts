import { JSON_OPTION, UNMASKED, verb } from '../verb.ts';

const OPTIONS = { unmasked: UNMASKED, json: JSON_OPTION };

const EXAMPLES = `
The file holds what a node requires, the models, and what the host declares:
  {"required": ["structured-output"],
   "active": {"provider": "acme", "model": "small", "capabilities": []},
   "fallback": {"provider": "other", "model": "large", "capabilities": ["structured-output"]},
   "host": {"modelCapabilities": {"supported": true, "substitutionSupported": true},
            "aiProviders": {"supported": ["acme", "other"]}},
   "credentials": ["acme", "other"]}

Examples:
  openwop-inspector gate node.json
  openwop-inspector gate node.json --json | jq -r .decision

Ends with 0 when a model is asked, 1 when the node fails.
`;

export const gateVerb = verb({
  name: 'gate',
  description: 'ask the model-capability gate: which model a node gets, and why',
  arguments: [['<file>', 'requirements, models and host as JSON; - is standard input']],
  options: OPTIONS,
  examples: EXAMPLES,
  run: async ([file], options, means) => (await import('../verbs/gate.ts')).gate(file, options, means),
});
