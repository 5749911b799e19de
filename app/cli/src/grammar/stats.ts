import { FILE, FILTER, JSON_OPTION, number, verb } from '../verb.ts';

const OPTIONS = {
  filter: FILTER,
  limit: number(30, '-n, --limit <number>', 'at most so many types, nodes and steps (30)'),
  json: JSON_OPTION,
};

const EXAMPLES = `
Durations of types are of what their events end (durationMs, else the time since the start), durations of
nodes of their executions. Tokens and costs are those of provider.usage. The heaviest causes are the events
with the most of each in all that they led to. The critical path is the chain of work and waits that
determines when the run that took longest ends; it is told without a filter.

Examples:
  openwop-inspector stats run.json
  openwop-inspector stats run.json --filter 'run:r1 time:<10m'
  openwop-inspector stats run.json --json | jq '.nodes[] | select(.tokens > 1000)'
`;

export const statsVerb = verb({
  name: 'stats',
  description: 'sum up events by type and by node',
  arguments: [['<file>', FILE]],
  options: OPTIONS,
  examples: EXAMPLES,
  readsLogs: true,
  run: async ([file], options, means) => (await import('../verbs/stats.ts')).stats(file, options, means),
});
