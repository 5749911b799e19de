import { flag, JSON_OPTION, verb } from '../verb.ts';

const OPTIONS = {
  failed: flag('--failed', 'only runs that failed'),
  json: JSON_OPTION,
};

const EXAMPLES = `
Examples:
  openwop-inspector runs bundles/                every run below a folder
  openwop-inspector runs --failed *.json         the failed ones, the earliest first
  openwop-inspector runs bundles/ --json | jq -r '.runs[] | select(.status == "failed") | .file'

What a file is shows when it is opened, never by its name; what holds no run is named at the end.
`;

export const runsVerb = verb({
  name: 'runs',
  description: 'list the runs of files and folders, the failed ones first',
  arguments: [['<paths...>', 'files and folders']],
  options: OPTIONS,
  examples: EXAMPLES,
  readsLogs: true,
  run: async ([paths], options, means) => (await import('../verbs/runs.ts')).runs(paths, options, means),
});
