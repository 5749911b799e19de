import { verb, WINDOW_TOKENS } from '../verb.ts';

const EXAMPLES = `
Examples:
  openwop-inspector run.json                 open in a window
  openwop-inspector http://127.0.0.1:8787/v1/runs/r1      attach to a run of a host, in a window
  openwop-inspector inspect run.json         what happened, in the terminal
  openwop-inspector chain run.json 1282      why event 1282 happened
  openwop-inspector accept envelope.json     what a host would do with an envelope
  zcat run.ndjson.gz | openwop-inspector inspect -

Exit status: 0 fine, 1 problems, refusals or failed vectors were found, 2 it could not be done,
130 stopped with Ctrl-C (what was read until then is printed).
`;

export const openVerb = verb({
  name: 'open',
  description: 'Opens what an OpenWOP host wrote about a run, says what happened, and follows why.',
  arguments: [['[files...]', 'without a verb: files to open in a window, or addresses of runs to attach to']],
  options: { tokenEnv: WINDOW_TOKENS },
  examples: EXAMPLES,
  runsUntilStopped: true,
  run: async ([files], { tokenEnv }, means) =>
    (await import('../verbs/open-app.ts')).openApp(
      files,
      { tokenEnv, installation: means.installation },
      means,
    ),
});
