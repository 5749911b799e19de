import { FILE, JSON_OPTION, number, REF, verb } from '../verb.ts';

const OPTIONS = {
  limit: number(20, '-n, --limit <number>', 'tell at most so many sources, and places of each (20)'),
  json: JSON_OPTION,
};

const EXAMPLES = `
Untrusted content: results of tools, what was heard, and what says contentTrust: untrusted. Reports where it
came in, the path it took, which approvals, tool calls and surfaces it reached, and for each whether the host
did as the protocol asks: agrees, deviates, or unknown with what would have to be recorded. Approvals that no
recorded path leads to are listed after it: unknown where the log does not record who answered.

Examples:
  openwop-inspector taint run.json
  openwop-inspector taint run.json 15                  how it came to event 15, and what it reached from there
  openwop-inspector taint run.json --json | jq '.unreached[] | select(.verdict == "unknown")'

Ends with 0, with 1 when something deviates, with 2 when the file or the event cannot be read.
`;

export const taintVerb = verb({
  name: 'taint',
  description: 'where untrusted content came from, and what it reached',
  arguments: [
    ['<file>', FILE],
    ['[ref]', REF],
  ],
  options: OPTIONS,
  examples: EXAMPLES,
  readsLogs: true,
  run: async ([file, reference], options, means) =>
    (await import('../verbs/taint.ts')).taint(file, reference, options, means),
});
