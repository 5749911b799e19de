import { InvalidArgumentError, Option } from 'commander';
import { CA, given, JSON_OPTION, verb, WINDOW_TOKENS, wholeNumber } from '../verb.ts';

const OPTIONS = {
  port: given<number | null>(
    null,
    new Option('-p, --port <number>', 'port on 127.0.0.1; a free one when absent').argParser(portNumber),
  ),
  tokenEnv: WINDOW_TOKENS,
  ca: CA,
  json: JSON_OPTION,
};

const EXAMPLES = `
Examples:
  openwop-inspector serve run.json
  openwop-inspector serve --port 4800
  openwop-inspector serve http://127.0.0.1:8787/v1/runs/r1

An address names a host, or a run of it; the window asks before it attaches. Tokens are typed there:
arguments can be read by others. A token in an environment variable is used only when the variable is
at the start: --token-env OPENWOP_TOKEN. Which host it is sent to is chosen in the window.

The address that is printed opens one window, once; Enter prints another. It answers on this machine
alone.
`;

export const serveVerb = verb({
  name: 'serve',
  description: 'serve the window for a browser on this machine, and print its address',
  arguments: [['[files...]', 'files to open at the start, or addresses of runs to attach to']],
  options: OPTIONS,
  examples: EXAMPLES,
  runsUntilStopped: true,
  run: async ([files], options, means) =>
    (await import('../verbs/serve.ts')).serve(files, { ...options, installation: means.installation }, means),
});

function portNumber(digits: string): number {
  const port = wholeNumber(digits);
  if (port > 65_535) throw new InvalidArgumentError('A port is at most 65535.');
  return port;
}
