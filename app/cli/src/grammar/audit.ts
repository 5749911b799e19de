import type { Profile } from '@openwop-inspector/acceptor-core';
import { Option } from 'commander';
import { flag, given, JSON_OPTION, text, UNMASKED, verb } from '../verb.ts';

const OPTIONS = {
  discovery: text('--discovery <file>', 'the discovery document of the host: its kinds, versions and limits'),
  context: text('-c, --context <file>', 'what else is known of the host, such as its schemas'),
  profile: given<Profile | null>(
    null,
    new Option('-p, --profile <profile>', 'how literally envelopes are read (lenient)').choices([
      'lenient',
      'strict',
      'reference',
    ]),
  ),
  baseline: text('--baseline <file>', 'findings that are known, which do not count'),
  writeBaseline: text('--write-baseline <file>', 'writes all findings as a baseline'),
  sarif: text('--sarif <file>', 'also writes SARIF 2.1.0; - is standard output'),
  junit: text('--junit <file>', 'also writes JUnit XML'),
  markdown: text('--markdown <file>', 'also writes a report for the people who build the host'),
  force: flag('--force', 'writes over files that are there'),
  unmasked: UNMASKED,
  json: JSON_OPTION,
};

const EXAMPLES = `
Each envelope of a log runs through the acceptor in the context of its place. The host agrees, deviates
from a clause, or the log does not hold enough to say; the rules between events are added.

Examples:
  openwop-inspector audit run.json
  openwop-inspector audit runs/ --discovery well-known.json --markdown audit.md
  openwop-inspector audit runs/ --baseline known.json --junit audit.xml      in CI
  openwop-inspector audit run.json --json | jq '.groups[] | [.clause, .count]'

Ends with 0 when nothing deviates, 1 when something does that is not in the baseline, 2 when a file cannot
be read, 3 when no envelope could be judged. Notes do not count.
`;

export const auditVerb = verb({
  name: 'audit',
  description: 'hold what a host recorded against the protocol, clause by clause',
  arguments: [['<paths...>', 'logs, and folders of logs; - is standard input']],
  options: OPTIONS,
  examples: EXAMPLES,
  readsLogs: true,
  run: async ([paths], options, means) => (await import('../verbs/audit.ts')).audit(paths, options, means),
});
