import { JSON_OPTION, UNMASKED, verb } from '../verb.ts';

const OPTIONS = { unmasked: UNMASKED, json: JSON_OPTION };

const EXAMPLES = `
The file holds what the model answered, attempt by attempt, and how the host dispatches:
  {"responses": [{"stop": "length", "text": "{\\"type\\":"}, {"stop": "stop", "text": "…"}],
   "config": {"maxRetryAttempts": 3, "schemaRounds": 2, "maxTokens": 512, "multiplier": 2, "ceiling": 4096},
   "context": {"host": {"supportedEnvelopes": ["vendor.acme.prd.create"]}}}

Examples:
  openwop-inspector dispatch turn.json
  openwop-inspector dispatch turn.json --json | jq '.events[].type'

Ends with 0 when an attempt is accepted, 1 when the node fails or a check was stopped.
`;

export const dispatchVerb = verb({
  name: 'dispatch',
  description: 'play a model turn: attempts, retries and the events that a host would record',
  arguments: [['<file>', 'answers, configuration and context as JSON; - is standard input']],
  options: OPTIONS,
  examples: EXAMPLES,
  run: async ([file], options, means) =>
    (await import('../verbs/dispatch.ts')).dispatch(file, options, means),
});
