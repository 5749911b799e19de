import { nodeFailed, runFailed } from '../events/refusal-events.ts';
import { invalid } from '../pipeline/ending.ts';
import { type StepInfo, step } from './step.ts';

export const routeInfo = {
  id: 'route',
  number: 'S13',
  rule: 'The kind has a handler on this host.',
} as const satisfies StepInfo;

/** S13: a handler for the kind; a clarification that the host does not support ends the run. */
export const routeStep = step(routeInfo, {
  clause: 'acceptor S13',
  inputs: ['/type', 'host.clarificationSupported'],
  check: (work) =>
    work.type === 'clarification.request' && !work.settings.takesClarifications
      ? invalid(work, 'not-applicable', 'the host takes no clarifications')
      : null,
  explain: (work, ending) => ({
    note:
      ending === null ? `to the handler of ${work.type || 'no kind'}` : 'the host takes no clarifications',
  }),
  refused: (work, names, ending) => [nodeFailed(work, names, ending), runFailed(work, names, ending)],
});
