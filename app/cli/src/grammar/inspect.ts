import { FILE, flag, JSON_OPTION, verb } from '../verb.ts';

const OPTIONS = {
  json: JSON_OPTION,
  checks: flag('--no-checks', 'leave payloads alone; faster for large logs'),
};

const EXAMPLES = `
Examples:
  openwop-inspector inspect run.json
  openwop-inspector inspect --no-checks huge.ndjson
  openwop-inspector inspect --json logs/*.json      one document a line, in this order
  openwop-inspector inspect logs/                   every log below a folder

A failed run is no problem of the file: the status is 1 only when the file has problems of severity
error. Of several files, the worst decides.
`;

export const inspectVerb = verb({
  name: 'inspect',
  description:
    'open files and sum them up: what happened, the failure that ended the run, its cause, problems',
  arguments: [['<files...>', `${FILE}; or folders`]],
  options: OPTIONS,
  examples: EXAMPLES,
  readsLogs: true,
  run: async ([files], options, means) =>
    (await import('../verbs/inspect.ts')).inspect(files, options, means),
});
