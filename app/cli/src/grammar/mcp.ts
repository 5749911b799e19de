import { number, verb } from '../verb.ts';

const OPTIONS = {
  timeLimit: number(60, '--time-limit <seconds>', 'stop a call that takes longer (60)'),
};

const EXAMPLES = `
Examples:
  openwop-inspector mcp bundles/
  openwop-inspector mcp ~/runs run.json --time-limit 300

A client starts it and speaks to it on standard input and output:
  {"mcpServers": {"openwop-inspector": {"command": "npx", "args": ["openwop-inspector", "mcp", "/runs"]}}}

Tools: runs, inspect, events, event, chain, accept, audit, compare. They answer with the JSON of the verbs, in
pages, and only read; nothing outside the named files and folders is opened, by no path and by no link.
Credentials are always masked.
`;

export const mcpVerb = verb({
  name: 'mcp',
  description: 'serve files and folders to agents: a Model Context Protocol server that only reads',
  arguments: [['<paths...>', 'files and folders that may be read']],
  options: OPTIONS,
  examples: EXAMPLES,
  readsLogs: true,
  runsUntilStopped: true,
  run: async ([paths], options, means) => (await import('../verbs/mcp.ts')).mcp(paths, options, means),
});
