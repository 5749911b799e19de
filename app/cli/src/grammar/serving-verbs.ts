import { InvalidArgumentError, Option } from 'commander';
import { CA, given, JSON_OPTION, type Verb, verb, WINDOW_TOKENS, wholeNumber } from '../verb.ts';
import { MCP } from './options.ts';

/** What happens without a verb: files and addresses are opened in a window. */
export const OPEN_VERB = verb({
  name: 'open',
  description: 'Opens what an OpenWOP host wrote about a run, says what happened, and follows why.',
  arguments: [['[files...]', 'without a verb: files to open in a window, or addresses of runs to attach to']],
  options: { tokenEnv: WINDOW_TOKENS },
  examples: `
Examples:
  openwop-inspector run.json                 open in a window
  openwop-inspector http://127.0.0.1:8787/v1/runs/r1      attach to a run of a host, in a window
  openwop-inspector inspect run.json         what happened, in the terminal
  openwop-inspector chain run.json 1282      why event 1282 happened
  openwop-inspector accept envelope.json     what a host would do with an envelope
  zcat run.ndjson.gz | openwop-inspector inspect -

Exit status: 0 fine, 1 problems, refusals or failed vectors were found, 2 it could not be done,
130 stopped with Ctrl-C (what was read until then is printed).
`,
  runsUntilStopped: true,
  run: async (files, { tokenEnv }, means) =>
    (await import('../verbs/open-app.ts')).openApp(
      files,
      { tokenEnv, installation: means.installation },
      means,
    ),
});

/** Verbs that serve a browser or a client until they are stopped. */
export const SERVING_VERBS: readonly Verb[] = [
  verb({
    name: 'serve',
    description: 'serve the window for a browser on this machine, and print its address',
    arguments: [['[files...]', 'files to open at the start, or addresses of runs to attach to']],
    options: {
      port: given<number | null>(
        null,
        new Option('-p, --port <number>', 'port on 127.0.0.1; a free one when absent').argParser(portNumber),
      ),
      tokenEnv: WINDOW_TOKENS,
      ca: CA,
      json: JSON_OPTION,
    },
    examples: `
Examples:
  openwop-inspector serve run.json
  openwop-inspector serve --port 4800
  openwop-inspector serve http://127.0.0.1:8787/v1/runs/r1

An address names a host, or a run of it; the window asks before it attaches. Tokens are typed there:
arguments can be read by others. A token in an environment variable is used only when the variable is
at the start: --token-env OPENWOP_TOKEN. Which host it is sent to is chosen in the window.

The address that is printed opens one window, once; Enter prints another. It answers on this machine
alone.
`,
    runsUntilStopped: true,
    run: async (files, options, means) =>
      (await import('../verbs/open-app.ts')).serve(
        files,
        { ...options, installation: means.installation },
        means,
      ),
  }),
  verb({
    name: 'mcp',
    description: 'serve files and folders to agents: a Model Context Protocol server that only reads',
    arguments: [['<paths...>', 'files and folders that may be read']],
    options: MCP,
    examples: `
Examples:
  openwop-inspector mcp bundles/
  openwop-inspector mcp ~/runs run.json --time-limit 300

A client starts it and speaks to it on standard input and output:
  {"mcpServers": {"openwop-inspector": {"command": "npx", "args": ["openwop-inspector", "mcp", "/runs"]}}}

Tools: runs, inspect, events, event, chain, accept, audit, compare. They answer with the JSON of the verbs, in
pages, and only read; nothing outside the named files and folders is opened, by no path and by no link.
Credentials are always masked.
`,
    readsLogs: true,
    runsUntilStopped: true,
    run: async (...call) => (await import('../verbs/mcp.ts')).mcp(...call),
  }),
];

function portNumber(digits: string): number {
  const port = wholeNumber(digits);
  if (port > 65_535) throw new InvalidArgumentError('A port is at most 65535.');
  return port;
}
