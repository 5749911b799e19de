import type { CheckResume } from '@openwop-inspector/renderers';

/**
 * Checks an answer against the schema of its interrupt, in the acceptor's worker: schemas of hosts are compiled there
 * and nowhere else, and it is ended when it takes too long. That worker starts with the first check.
 */
export const checkResume: CheckResume = async (schema, value) => {
  const { acceptor } = await import('../../acceptor-worker/acceptor-client.ts');
  const requested = await acceptor.ask('check', { schema, value });
  if (requested.kind === 'answered') return requested.result;
  const isStopped = requested.kind === 'stopped';
  const why = isStopped ? 'The schema took too long and was stopped.' : 'The check could not be made.';
  return { kind: 'not-checked', why };
};
