import { Option } from 'commander';
import { CA, FILTER, flag, given, text, verb } from '../verb.ts';

const OPTIONS = {
  filter: FILTER,
  until: given(
    'terminal',
    new Option('-u, --until <what>', 'terminal, or a type of events that ends it').default('terminal'),
  ),
  tokenEnv: text('--token-env <name>', 'environment variable with the token for this host'),
  keep: text('--keep <file>', 'copy the capture of the session to a file at the end'),
  ca: CA,
  json: flag('--json', 'print one event document a line'),
};

const EXAMPLES = `
Examples:
  openwop-inspector tail http://127.0.0.1:3801 r1 --token-env HOST_KEY
  openwop-inspector tail http://127.0.0.1:3801/v1/runs/r1 --filter 'type:node.*'
  openwop-inspector tail http://127.0.0.1:3801 r1 --until interrupt.requested --json | jq .payload

The stream is resumed when it breaks, and what it left out is fetched from the JSON log. The token is read
from the variable and sent to this host alone. Exit status: 0 the run completed or the event of --until
came, 1 the run failed or was cancelled, 2 it could not be followed.
`;

export const tailVerb = verb({
  name: 'tail',
  description: 'follow a run of a live host, an event a line as it comes',
  arguments: [
    ['<host>', 'base URL, URL of a run or of its events'],
    ['[run]', 'runId, unless the URL names it'],
  ],
  options: OPTIONS,
  examples: EXAMPLES,
  run: async ([host, runId], options, means) =>
    (await import('../verbs/tail.ts')).tailFromInstallation(host, runId, options, means),
});
