import type { Profile } from '@openwop-inspector/acceptor-core';
import { Option } from 'commander';
import { flag, given, JSON_OPTION, text, UNMASKED, verb } from '../verb.ts';

const OPTIONS = {
  context: text('-c, --context <file>', 'what is known of host, run and node'),
  profile: given<Profile | null>(
    null,
    new Option('-p, --profile <profile>', 'how literally the text is taken').choices([
      'lenient',
      'strict',
      'reference',
    ]),
  ),
  whatIf: flag('--what-if', 'also what the steps after the deciding one would have said'),
  fix: flag('--fix', 'also the smallest change after which a refused envelope is accepted'),
  write: text('-w, --write <file>', 'with --fix: writes the repaired envelope of a file that holds one'),
  force: flag('--force', 'with --write: over a file that is there'),
  event: text('-e, --event <ref>', 'of a log: the envelope at this event, in the context the log tells'),
  asText: given<boolean>(
    false,
    new Option('--text', 'take the file for what a model wrote, whatever it looks like').conflicts('event'),
  ),
  unmasked: UNMASKED,
  json: JSON_OPTION,
};

const EXAMPLES = `
Examples:
  openwop-inspector accept envelope.json
  openwop-inspector accept envelope.json --context host.json --what-if
  openwop-inspector accept envelope.json --context host.json --fix --write repaired.json
  openwop-inspector accept answer.txt --profile strict --json | jq '.results[].outcome'
  openwop-inspector accept run.json          envelopes of a log: in payloads, else of failed events
  openwop-inspector accept run.json --event 216 --context schemas.json

A file that begins with a brace or a bracket is JSON; --text takes it for what a model wrote. The
context is the one of vectors: host, contract, counters, secrets, prior, … An envelope that is
refused makes the status 1.
`;

export const acceptVerb = verb({
  name: 'accept',
  description: 'what a host would do with an envelope, step by step, and why',
  arguments: [['<file>', 'an envelope, an array, one a line, model text, or a log; - is standard input']],
  options: OPTIONS,
  examples: EXAMPLES,
  readsLogs: true,
  run: async ([file], options, means) => (await import('../verbs/accept.ts')).accept(file, options, means),
});
