import { invalid } from '../pipeline/ending.ts';
import type { Step } from './step.ts';

/** S13: a handler for the kind; a clarification that the host does not support ends the run. */
export const routeStep: Step = {
  id: 'route',
  clause: 'acceptor S13',
  inputs: ['/type', 'host.clarificationSupported'],
  needsEnvelope: true,
  check: (work) =>
    work.type === 'clarification.request' && !work.settings.takesClarifications
      ? invalid(work, 'not-applicable', 'the host takes no clarifications')
      : null,
  explain: (work, ending) => ({
    note:
      ending === null ? `to the handler of ${work.type || 'no kind'}` : 'the host takes no clarifications',
  }),
};
