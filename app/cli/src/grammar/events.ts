import { FILE, FILTER, flag, JSON_OPTION, number, verb } from '../verb.ts';
import { filterHelp } from './filter-help.ts';

const OPTIONS = {
  filter: FILTER,
  limit: number(null, '-n, --limit <number>', 'at most so many'),
  offset: number(0, '--offset <number>', 'leave out so many at the start'),
  checks: flag('--no-checks', 'do not check payloads for a filter by problem'),
  json: JSON_OPTION,
};

const EXAMPLES = `
${filterHelp()}

Examples:
  openwop-inspector events run.json --filter 'type:node.* -type:node.started'
  openwop-inspector events run.json --filter '(is:failed or dur:>2s) node:draft' --limit 20
  openwop-inspector events run.json --filter 'under:#12 payload.error.code:*'
  openwop-inspector events bundles/ --filter is:failed
  openwop-inspector events run.json --json | jq '.rows[].type'
`;

export const eventsVerb = verb({
  name: 'events',
  description: 'list events in order',
  arguments: [['<files...>', `${FILE}; or folders`]],
  options: OPTIONS,
  examples: EXAMPLES,
  readsLogs: true,
  run: async ([files], options, means) => (await import('../verbs/events.ts')).events(files, options, means),
});
