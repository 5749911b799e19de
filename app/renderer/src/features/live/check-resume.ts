import { unreachable } from '@openwop-inspector/base';
import type { CheckResume } from '@openwop-inspector/renderers';

/**
 * Checks an answer against the schema of its interrupt, in the acceptor's worker: schemas of hosts are compiled there
 * and nowhere else, and it is ended when it takes too long. That worker starts with the first check.
 */
export const checkResume: CheckResume = async (schema, value) => {
  const { acceptor } = await import('../../acceptor-worker/acceptor-client.ts');
  const requested = await acceptor.ask('check', { schema, value });
  switch (requested.kind) {
    case 'answered':
      return requested.result;
    case 'stopped':
      return { kind: 'not-checked', why: 'The schema took too long and was stopped.' };
    case 'failed':
      return { kind: 'not-checked', why: 'The check could not be made.' };
    default:
      return unreachable(requested);
  }
};
